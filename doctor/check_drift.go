package doctor

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// artifactName is the built artifact as it is committed beside a manifest.
const artifactName = "archstone.ir.json"

func irDrift() Check {
	return Check{
		Code: "ir-drift", Severity: Error, Title: "committed artifact that is not what the manifest builds",
		Because: "The artifact is what runs: a stale one serves and enforces what the manifest no longer says. Build it again with `archverify build` and commit it; `archverify build --check` shows the difference.",
		folder: func(f *folder) []remark {
			committed, err := manifest.ReadArtifact(filepath.Join(f.Dir, artifactName))
			if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(bytes.TrimSpace(committed), bytes.TrimSpace(f.IR.Build())) {
				return nil
			}
			return []remark{{
				message: "the committed archstone.ir.json does not match a fresh build of this manifest",
				path:    artifactName, pos: finding.Position{File: artifactName, Line: 1, Column: 1},
			}}
		},
	}
}
