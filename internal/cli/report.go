package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
)

func (a *app) reportCommand() *cobra.Command {
	var flags reportFlags
	var exitZero bool
	c := &cobra.Command{
		Use:     "report <run.json…>",
		Short:   "Render runs later, elsewhere, and several of them as one",
		GroupID: groupAround,
		Long: "Reads run documents that --report json wrote, and renders them in any format. Several become one: the shards of a run, or " +
			"the same capabilities in several environments (--name), side by side. Of runs of one environment at different times the latest " +
			"counts, and the earlier ones are its history. Nothing is asked.\n\n" +
			"It exits as the merged runs did; --exit-zero only renders.",
		Example: "  archverify report run.json --report html=report.html\n" +
			"  archverify report prod.json stage.json --report markdown\n" +
			"  archverify report run.json --baseline main.json --fail-on-new\n",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &commandError{c.Name(), usage("no run document given: %s", c.UseLine())}
			}
			return nil
		},
		RunE: a.run(func(ctx context.Context, args []string) (int, error) {
			if err := flags.check(false); err != nil {
				return 0, err
			}
			return a.report(ctx, args, &flags, exitZero)
		}),
	}
	flags.defineReports(c)
	_ = c.Flags().MarkHidden("source-root")
	c.Flags().BoolVar(&exitZero, "exit-zero", false, "exit with 0 whatever the runs say, unless a report cannot be written")
	return c
}

func (a *app) report(ctx context.Context, paths []string, flags *reportFlags, exitZero bool) (int, error) {
	r, err := a.reporting(flags)
	if err != nil {
		return 0, err
	}
	runs, err := a.readRuns(paths)
	if err != nil {
		return 0, err
	}
	for _, run := range runs {
		if flags.name != "" {
			run.Name = flags.name
		}
		r.compare(run, run.Bar)
	}
	merged := finding.Merge(runs)
	if len(flags.wants) == 0 {
		flags.wants = []wanted{{format: "text"}}
	}
	code := merged.Exit
	if exitZero {
		code = finding.ExitOK
	}
	return r.deliver(ctx, merged, code), nil
}
