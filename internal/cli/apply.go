package cli

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/apply"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

const applyText = `Loads the manifest in a folder and reports on it: what was loaded, what is wrong, what is odd, and what it would expose to an agent. Nothing is applied to anything, and nothing is asked. The command is also called check.

With --exposure it lists, for every capability, what a model sends, what it is shown, and what of the recorded answer it never sees: names and types only.

Exit codes: 0 the manifest can be used, 1 it is invalid, 2 there is no such folder.`

func (a *app) applyCommand() *cobra.Command {
	var exposure, asJSON bool
	var reports reportFlags
	c := &cobra.Command{
		Use: "apply <dir>", Aliases: []string{"check"}, Short: "Report on a manifest: what is in it, wrong with it, exposed by it", Long: applyText,
		Example: "  archverify apply manifest\n  archverify apply manifest --exposure\n  archverify apply manifest --json | jq .counts\n",
		GroupID: groupCheck, Args: folderAnd(false), ValidArgsFunction: completeFolder,
		RunE: a.run(func(ctx context.Context, args []string) (int, error) {
			if err := reports.check(asJSON); err != nil {
				return 0, err
			}
			a.hurry()
			r := apply.New(manifest.Load(args[0]), exposure)
			toRun := func() *finding.Run { return r.Run(apply.RunOptions{Tool: tool()}) }
			return a.declared(ctx, &reports, args[0], r.Exit(), finding.Bar{}, toRun, func(int) { a.showApply(r, exposure, asJSON) })
		}),
	}
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.BoolVar(&exposure, "exposure", false, "list what each capability receives, exposes and withholds")
		set.BoolVar(&asJSON, "json", false, "print one JSON document instead of text")
	})
	reports.defineOffline(c)
	return c
}

// showApply prints the report. The exposure of a manifest that cannot be used
// does not exist: its reader finds nothing on standard output.
func (a *app) showApply(r *apply.Report, exposure, asJSON bool) {
	switch {
	case asJSON && exposure && !r.OK():
		a.err.printf("%s", a.style(a.err).Page(r.Text()))
	case asJSON:
		a.out.printf("%s", termtext.JSON(r.JSON()))
	default:
		a.out.printf("%s", a.style(a.out).Page(r.Text()))
	}
}
