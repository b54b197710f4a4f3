package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

const doctorText = `Looks at a valid manifest before it goes into production: bindings that are missing, golden files that are missing, foreign or stale, where requests go, and what only a person can judge. It works offline: nothing is asked and no variable is read.

Exit codes: 0 no error found, 1 an error found, 2 the manifest is invalid or the usage wrong.`

func (a *app) doctorCommand() *cobra.Command {
	var asJSON, list, details bool
	var maxAge time.Duration
	var reports reportFlags
	c := &cobra.Command{
		Use: "doctor <dir>", Short: "Check a manifest before it goes into production, offline", Long: doctorText,
		Example: "  archverify doctor manifest\n  archverify doctor manifest --max-age 90d --json\n  archverify doctor --list\n",
		GroupID: groupCheck, ValidArgsFunction: completeFolder,
	}
	c.Args = func(c *cobra.Command, args []string) error {
		if list {
			return none(c, args)
		}
		return folderAnd(false)(c, args)
	}
	c.RunE = a.run(func(ctx context.Context, args []string) (int, error) {
		if list {
			a.listChecks(asJSON)
			return finding.ExitOK, nil
		}
		if err := reports.check(asJSON); err != nil {
			return 0, err
		}
		a.hurry()
		m := manifest.Load(args[0])
		if !m.Valid() {
			a.refuseDeclaration("doctor", m, asJSON)
			return finding.ExitUsage, nil
		}
		r := doctor.Diagnose(m, doctor.Options{Now: a.now(), MaxAge: maxAge})
		toRun := func() *finding.Run { return r.Run(doctor.RunOptions{Tool: tool()}) }
		return a.declared(ctx, &reports, args[0], r.Exit(), finding.Bar{}, toRun, func(int) { a.showDoctor(r, asJSON, details) })
	})
	flagGroup(c, "What is checked", func(set *pflag.FlagSet) {
		set.Var(ageFlag{&maxAge}, "max-age", "warn of recorded answers that are older, such as 90d")
		set.BoolVar(&list, "list", false, "list all checks and check nothing")
	})
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.BoolVar(&details, "details", false, "show the line of each finding")
		set.BoolVar(&asJSON, "json", false, "print one JSON document instead of text")
	})
	reports.defineOffline(c)
	return c
}

func (a *app) listChecks(asJSON bool) {
	if asJSON {
		a.out.printf("%s", doctor.ListJSON())
		return
	}
	a.out.printf("%s", a.style(a.out).Page(doctor.List()))
}

func (a *app) showDoctor(r *doctor.Report, asJSON, details bool) {
	if asJSON {
		a.out.printf("%s", termtext.JSON(r.JSON()))
		return
	}
	a.out.printf("%s", a.style(a.out).Page(r.Text(details)))
}
