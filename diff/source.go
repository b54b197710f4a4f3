package diff

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/archverify/archverify/manifest"
)

// Source is one side that was read and may be compared.
type Source struct {
	// Arg is the side as the user named it.
	Arg string
	IR  *manifest.IR
	// Lines tells whether its parts know their lines: an artifact's do not.
	Lines bool
}

// Load reads a side: an argument that ends in .json is a built artifact,
// everything else a manifest folder. A side that cannot be compared is refused.
func Load(arg string) (*Source, *Refusal) {
	if strings.HasSuffix(arg, ".json") {
		return loadArtifact(arg)
	}
	return fromManifest(arg, manifest.Load(arg))
}

func fromManifest(arg string, m *manifest.Manifest) (*Source, *Refusal) {
	if !m.Valid() {
		return nil, invalidManifest(arg, m)
	}
	return &Source{Arg: arg, IR: m.IR, Lines: true}, nil
}

func loadArtifact(arg string) (*Source, *Refusal) {
	data, err := manifest.ReadArtifact(arg)
	if err != nil {
		return nil, unreadable(arg, err)
	}
	ir, err := manifest.ParseArtifact(data)
	switch {
	case err == nil:
		return &Source{Arg: arg, IR: ir}, nil
	case errors.Is(err, manifest.ErrNotArtifact):
		return nil, &Refusal{Code: ArtifactUnreadable, Message: fmt.Sprintf("%s: not an Archstone IR artifact (no 'version' or 'tools')", arg)}
	default:
		return nil, unreadable(arg, err)
	}
}

// Judge compares two sides that were read. Declarations of different artifact
// versions are refused.
func Judge(before, after *Source) (*Result, *Refusal) {
	if before.IR.Version != after.IR.Version {
		return nil, versionMismatch(before, after)
	}
	r := Compare(before.IR, after.IR)
	r.anchor(after)
	return r, nil
}

// anchor sets where removed things are shown: the first line of the catalog.
func (r *Result) anchor(after *Source) {
	if after.Lines {
		r.Anchor = catalogLine()
	}
}

// LoadBoth reads both sides at once and returns the first refusal, the before
// side's before the after side's.
func LoadBoth(before, after string) (b, a *Source, refused *Refusal) {
	var refusedAfter *Refusal
	var reading sync.WaitGroup
	reading.Go(func() { a, refusedAfter = Load(after) })
	b, refused = Load(before)
	reading.Wait()
	return b, a, cmp.Or(refused, refusedAfter)
}
