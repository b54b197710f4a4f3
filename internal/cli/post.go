package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
)

func (a *app) postCommand() *cobra.Command {
	var g githubFlags
	c := &cobra.Command{
		Use:     "post <run.json…>",
		Short:   "Send saved runs to GitHub, from a job that has the rights",
		GroupID: groupAround,
		Long: "Reads run documents that --report json wrote and delivers them as --comment, --issue, --check and --upload-sarif would have, " +
			"so that the job that asks needs no rights: the way to comment on pull requests from forks (a workflow on workflow_run). " +
			"Several runs become one; earlier ones are its history. Nothing is asked, and no annotations are repeated.\n\n" +
			"Exit codes: 0 delivered, 2 wrong usage, 4 something did not arrive. What the runs found does not count.",
		Example: "  archverify post run.json --comment\n" +
			"  archverify post history/*.json --issue --issue-after 3\n",
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return &commandError{c.Name(), usage("no run document given: %s", c.UseLine())}
			case !g.wanted():
				return &commandError{c.Name(), usage("nothing to do: say --comment, --issue, --check or --upload-sarif")}
			}
			return nil
		},
		RunE: a.run(func(ctx context.Context, args []string) (int, error) { return a.post(ctx, args, &g) }),
	}
	g.define(c)
	g.defineAuthorities(c)
	_ = c.Flags().MarkHidden("no-github")
	return c
}

func (a *app) post(ctx context.Context, paths []string, g *githubFlags) (int, error) {
	runs, err := a.readRuns(paths)
	if err != nil {
		return 0, err
	}
	ctx, stop := a.interruptible(ctx)
	defer stop()
	receipts, fork := a.toGitHub(ctx, g, finding.Merge(runs), ".")
	return a.receipts(g, receipts, fork, finding.ExitOK), nil
}
