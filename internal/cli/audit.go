package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/audit"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

const auditText = `Reads trails of Execution records, one JSON object a line, and says what was called, by whom, and how it ended: counts, or the records themselves in order of time. A trail may be packed with gzip; - is standard input. Lines that are no records are named on standard error and counted.

Trails of any size need little memory; jsonl and csv keep sorted pieces in temporary files.

Exit codes: 0 the report was printed, 1 a file cannot be read, 2 wrong usage.`

const auditExamples = `  archverify audit trail.jsonl
  archverify audit trail.jsonl --since 2031-04-01 --until 2031-05-01 --format csv
  zcat old.jsonl.gz | archverify audit - today.jsonl --principal user:ines
`

func (a *app) auditCommand() *cobra.Command {
	var o audit.Options
	var principal, format string
	c := &cobra.Command{
		Use: "audit <file…>", Short: "Count or list what a trail of executions holds", Long: auditText, Example: auditExamples, GroupID: groupAround,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &commandError{c.Name(), usage("no trail given: %s", c.UseLine())}
			}
			return nil
		},
	}
	c.RunE = a.run(func(ctx context.Context, args []string) (int, error) {
		o.Files, o.Stdin, o.Format = args, a.in, audit.Format(format)
		if c.Flags().Changed("principal") {
			o.Filter.Principal = &principal
		}
		for _, name := range []string{"since", "until"} {
			if flag := c.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
				return 0, usage("--%s must begin with a day such as 2031-04-01, got ''", name)
			}
		}
		if err := audit.Check(o.Format, o.Filter); err != nil {
			return 0, err
		}
		return a.audit(ctx, o)
	})
	flagGroup(c, "Which records", func(set *pflag.FlagSet) {
		set.StringVar(&o.Filter.Since, "since", "", "from this `day` or moment on")
		set.StringVar(&o.Filter.Until, "until", "", "before this `day` or moment")
		set.StringVar(&o.Filter.Capability, "capability", "", "of this capability `id`")
		set.StringVar(&principal, "principal", "", "of this caller; --anonymous keeps the records without one")
		set.BoolVar(&o.Filter.Anonymous, "anonymous", false, "of callers without a principal")
		set.StringVar(&o.Filter.Phase, "phase", "", "that ended so: succeeded, failed or denied")
	})
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.StringVar(&format, "format", string(audit.Summary), "summary, jsonl or csv")
	})
	return c
}

func (a *app) audit(ctx context.Context, o audit.Options) (int, error) {
	ctx, stop := a.interruptible(ctx)
	defer stop()
	o.Skipped = func(file string, line int, reason string) {
		a.err.printf("archverify audit: %s:%d skipped — %s\n", termtext.Safe(file), line, reason)
	}
	skipped, err := audit.Run(ctx, o, a.out)
	if skipped > 0 {
		a.err.printf("archverify audit: %d line(s) skipped — see above.\n", skipped)
	}
	var unreadable *audit.ReadError
	switch {
	case errors.As(err, &unreadable):
		a.err.printf("archverify audit: %s\n", termtext.Safe(err.Error()))
		return finding.ExitFailed, nil
	case err != nil:
		return 0, &codedError{err, finding.ExitFailed}
	}
	return finding.ExitOK, nil
}
