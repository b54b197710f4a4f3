package cli

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/apply"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/atomicfile"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

// artifactName is the file that an artifact is written to unless told otherwise.
const artifactName = "archstone.ir.json"

const buildText = `Compiles the manifest in a folder and writes the artifact, without what only verifying needs: archstone.ir.json in the working folder, or --out.

With --check nothing is written: the artifact is compared with --out, else with archstone.ir.json in the manifest folder, else in the working folder, and the difference is shown.

Exit codes: 0 written or the same, 1 the manifest is invalid, the artifact differs or cannot be written, 2 there is no such folder or the usage is wrong.`

func (a *app) buildCommand() *cobra.Command {
	var out string
	var check bool
	c := &cobra.Command{
		Use: "build <dir>", Short: "Compile a manifest into its artifact", Long: buildText,
		Example: "  archverify build manifest --out manifest/archstone.ir.json\n  archverify build manifest --check\n",
		GroupID: groupKeep, Args: folderAnd(false), ValidArgsFunction: completeFolder,
		RunE: a.run(func(_ context.Context, args []string) (int, error) {
			a.hurry()
			m := manifest.Load(args[0])
			if code := a.buildable(m); code != finding.ExitOK {
				return code, nil
			}
			if check {
				return a.checkArtifact(m, out)
			}
			return a.writeArtifact(m, out)
		}),
	}
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.StringVar(&out, "out", "", "write the artifact to this `file`, or compare with it")
		set.BoolVar(&check, "check", false, "write nothing and show how the existing artifact differs")
	})
	return c
}

// buildable refuses what no artifact can be made of.
func (a *app) buildable(m *manifest.Manifest) int {
	switch {
	case apply.Missing(m):
		a.refuseDeclaration("build", m, false)
		return finding.ExitUsage
	case !m.Valid():
		a.refuseDeclaration("build", m, false)
		return finding.ExitFailed
	}
	if collisions := manifest.Collisions(m.IR); len(collisions) > 0 {
		a.err.printf("%s", a.style(a.err).Page(apply.CollisionRefusal(m, collisions)))
		return finding.ExitFailed
	}
	return finding.ExitOK
}

func (a *app) writeArtifact(m *manifest.Manifest, out string) (int, error) {
	if out == "" {
		out = artifactName
	}
	path, err := filepath.Abs(out)
	if err == nil {
		err = atomicfile.Write(path, m.IR.Build(), 0)
	}
	if err != nil {
		return 0, &codedError{err, finding.ExitFailed}
	}
	a.out.printf("archverify build %s → %s (%d tool(s))\n", termtext.Safe(m.Dir), termtext.Safe(path), len(m.IR.Tools))
	return finding.ExitOK, nil
}

// checkArtifact compares the committed artifact with a fresh one.
func (a *app) checkArtifact(m *manifest.Manifest, out string) (int, error) {
	names := []string{out}
	if out == "" {
		names = []string{filepath.Join(m.Dir, artifactName), artifactName}
	}
	for _, name := range names {
		committed, err := manifest.ReadArtifact(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != names[len(names)-1]:
			continue
		case errors.Is(err, fs.ErrNotExist):
			return 0, &codedError{usage("there is no artifact to compare with: %q does not exist ('archverify build %s' writes one)", name, m.Dir), finding.ExitFailed}
		case err != nil:
			return 0, &codedError{usage("read artifact %q: %w", name, err), finding.ExitFailed}
		}
		if difference := apply.Check(name, committed, m.IR.Build()); difference != "" {
			for line := range strings.Lines(difference) {
				a.out.printf("%s\n", termtext.Safe(strings.TrimSuffix(line, "\n")))
			}
			return finding.ExitFailed, nil
		}
		a.out.printf("archverify build %s: %s is up to date\n", termtext.Safe(m.Dir), termtext.Safe(name))
		return finding.ExitOK, nil
	}
	return finding.ExitOK, nil
}
