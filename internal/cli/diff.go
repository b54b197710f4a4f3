package cli

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/gitref"
	"github.com/archverify/archverify/internal/termtext"
)

// comparison is one `diff`: its flags.
type comparison struct {
	*app

	base, failOn                  string
	all, details, contracts, json bool
	overrides                     []diff.Override
	reports                       reportFlags
}

const diffText = `Compares two declarations and says what the change does to those who rely on them: breaking, notable or compatible. A side is a manifest folder or a built artifact (a name that ends in .json).

With one folder, the other side is the same folder at the base of the change, read from git without touching the work tree: the commit where HEAD left --base, or, without --base, the first parent of a merge commit, which is how pull requests are checked out (a fetch depth of 2 suffices).

Declarations are compared, not backends: nothing is asked.

Exit codes: 0 nothing that fails, 1 something breaking (or what --fail-on names), 2 a side cannot be compared or the usage is wrong.`

const diffExamples = `  archverify diff manifest-old manifest
  archverify diff archstone.ir.json manifest --all
  archverify diff --base origin/main manifest
  archverify diff manifest --contracts --fail-on notable
`

func (a *app) diffCommand() *cobra.Command {
	d := &comparison{app: a, failOn: string(diff.Breaking)}
	c := &cobra.Command{
		Use: "diff [before] <after>", Short: "Say what a change of the declaration breaks", Long: diffText, Example: diffExamples,
		GroupID: groupCheck, Args: d.sides, ValidArgsFunction: completeFolder,
		RunE: a.run(func(ctx context.Context, args []string) (int, error) { return d.diff(ctx, args) }),
	}
	flagGroup(c, "What is compared", func(set *pflag.FlagSet) {
		set.StringVar(&d.base, "base", "", "compare the folder with itself where HEAD left this git `revision`")
		set.BoolVar(&d.contracts, "contracts", false, "also tell which drift of the backend the change accepts: compare recorded answers")
	})
	flagGroup(c, "What fails the run", func(set *pflag.FlagSet) {
		set.Var(choiceFlag{&d.failOn, []string{"breaking", "notable"}}, "fail-on", "the mildest severity that exits 1")
		set.Var((*overrideFlag)(&d.overrides), "severity", "give every change of a kind another severity (repeatable)")
	})
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.BoolVar(&d.all, "all", false, "list compatible changes as well")
		set.BoolVar(&d.details, "details", false, "show the lines and texts of both sides below each change")
		set.BoolVar(&d.json, "json", false, "print one JSON document instead of text")
	})
	d.reports.defineOffline(c)
	return c
}

// sides wants two sides, or one and a base.
func (d *comparison) sides(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 || args[0] == "":
		return &commandError{c.Name(), usage("nothing to compare: %s", c.UseLine())}
	case len(args) > 2:
		return &commandError{c.Name(), usage("takes two sides, and %q was given as well: %s", args[2], c.UseLine())}
	case c.Flags().Changed("base") && d.base == "":
		return &commandError{c.Name(), usage("--base takes no empty name: it is a branch, a tag or a commit, such as origin/main")}
	case len(args) == 2 && d.base != "":
		return &commandError{c.Name(), usage("--base is the other side of one folder, and two sides were given")}
	}
	return nil
}

func (d *comparison) diff(ctx context.Context, args []string) (int, error) {
	d.hurry()
	if err := d.reports.check(d.json); err != nil {
		return 0, err
	}
	before, r, refused := d.compare(ctx, args)
	if refused != nil {
		return d.refuse(refused)
	}
	if d.contracts {
		r.AddContracts()
	}
	r.Override(d.overrides...)
	bar, after := diff.Severity(d.failOn), args[len(args)-1]
	toRun := func() *finding.Run { return r.Run(diff.RunOptions{Tool: tool(), Manifest: after, Bar: bar}) }
	return d.declared(ctx, &d.reports, after, r.Exit(bar), finding.Bar{FailOn: bar.Finding()}, toRun, func(code int) {
		d.show(r, diff.TextOptions{Before: before, After: after, All: d.all, Details: d.details, Exit: code})
	})
}

func (d *comparison) show(r *diff.Result, o diff.TextOptions) {
	if d.json {
		d.out.printf("%s\n", termtext.JSON(r.JSON()))
		return
	}
	d.out.printf("%s", d.style(d.out).Page(r.Text(o)))
}

// compare reads both sides and returns the name of the first.
func (d *comparison) compare(ctx context.Context, args []string) (string, *diff.Result, *diff.Refusal) {
	if len(args) == 2 {
		before, after, refused := diff.LoadBoth(args[0], args[1])
		if refused != nil {
			return "", nil, refused
		}
		r, refused := diff.Judge(before, after)
		return args[0], r, refused
	}
	var env []string
	for _, name := range gitref.Variables() {
		if value, set := d.lookup(name); set {
			env = append(env, name+"="+value)
		}
	}
	return diff.Base(ctx, diff.BaseOptions{Dir: args[0], Rev: d.base, Target: d.value("GITHUB_BASE_REF"), Env: env})
}

func (d *comparison) refuse(r *diff.Refusal) (int, error) {
	d.refusedBy("diff", r.Text())
	if d.json {
		d.out.printf("%s\n", termtext.JSON(r.JSON()))
	} else {
		d.err.printf("%s", d.style(d.err).Page(r.Text()))
	}
	return finding.ExitUsage, nil
}

// overrideFlag is the list behind --severity.
type overrideFlag []diff.Override

func (f *overrideFlag) Type() string   { return "kind=level" }
func (f *overrideFlag) String() string { return "" }

func (f *overrideFlag) Set(text string) error {
	o, err := diff.ParseOverride(text)
	if err != nil {
		return err
	}
	*f = append(*f, o)
	return nil
}
