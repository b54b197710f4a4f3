package cli

import (
	"context"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
)

const unreleased = "devel"

// buildVersion is the version that was stamped into the binary, without the
// leading v, or "devel".
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return unreleased
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// tool names the program in reports.
func tool() finding.Tool { return finding.Tool{Name: "archverify", Version: buildVersion()} }

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version and how it was built",
		GroupID: groupAround,
		Long:    "Prints the version, the commit it was built from when that is known, and the Go version and platform.\n\n`archverify --version` prints the bare version.",
		Example: "  archverify version\n",
		Args:    none,
		RunE: a.run(func(context.Context, []string) (int, error) {
			a.out.printf("archverify %s%s (%s, %s/%s)\n", buildVersion(), commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return finding.ExitOK, nil
		}),
	}
}

// commit is " commit abcdef123456" with a plus when files were changed, or empty.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = " commit " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + changed
}
