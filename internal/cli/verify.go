package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/atomicfile"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/report"
)

// verification is one `verify`: its flags.
type verification struct {
	*app
	*asking

	json, strict, sandbox, requireContracts, plan, allowUnverified bool
	failOn, out, health                                            string
	confirm                                                        int
	reports                                                        reportFlags
}

const verifyText = `Replays the recorded request of every read capability against the live backend and judges the answer: green, yellow (something moved), red (a consumer of the declaration breaks), or unverified (not asked, or not answered). Capabilities that do more than read are skipped.

Naming capabilities verifies only those.

Exit codes: 0 nothing failed, 1 red (or what --fail-on names), 2 the manifest is invalid or the usage wrong, 3 something is unverified (and nothing red).`

const verifyExamples = `  archverify verify manifest
  archverify verify manifest shop.find-bikes --json
  archverify verify manifest --strict --out verify.json
  archverify verify manifest --plan
  archverify verify manifest --principal desk@example.com --token-env API_TOKEN
`

func (a *app) verifyCommand() *cobra.Command {
	v := &verification{app: a, asking: newAsking(), failOn: string(finding.Red)}
	c := &cobra.Command{
		Use:               "verify <dir> [capability…]",
		Short:             "Ask the backend again and judge its answers",
		Long:              verifyText,
		Example:           verifyExamples,
		GroupID:           groupCheck,
		Args:              folderAnd(true),
		ValidArgsFunction: completeCapabilities,
	}
	c.RunE = a.run(func(ctx context.Context, args []string) (int, error) {
		if v.strict && c.Flags().Changed("fail-on") && v.failOn == string(finding.Red) {
			return 0, usage("--strict and --fail-on red contradict each other")
		}
		if err := v.checkFiles(); err != nil {
			return 0, err
		}
		return v.verify(ctx, args[0], args[1:])
	})
	flagGroup(c, "What is asked", func(set *pflag.FlagSet) {
		set.BoolVar(&v.plan, "plan", false, "print every request that would be sent, secrets masked, and send nothing")
		set.BoolVar(&v.sandbox, "sandbox", false, "the backend is a sandbox: also replay what does more than read")
		set.BoolVar(&v.requireContracts, "require-contracts", false, "a read capability without a recording is unverified")
		set.Var(countFlag{&v.confirm, 0}, "confirm", "replay a yellow or red n times more; the majority stands")
	})
	flagGroup(c, "What fails the run", func(set *pflag.FlagSet) {
		set.Var(choiceFlag{&v.failOn, []string{"red", "yellow"}}, "fail-on", "the mildest outcome that exits 1")
		set.BoolVar(&v.strict, "strict", false, "the same as --fail-on yellow")
		set.BoolVar(&v.allowUnverified, "allow-unverified", false, "exit 0 instead of 3 when something is unverified")
	})
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.BoolVar(&v.json, "json", false, "print one JSON document instead of text")
		set.StringVar(&v.out, "out", "", "write the JSON document to this `file` as well")
		set.StringVar(&v.health, "health", "", "bring this `file`, a health snapshot, up to date")
	})
	v.reports.define(c)
	flagGroup(c, "Who asks", v.callerFlags)
	flagGroup(c, "How it is asked", v.asking.flags)
	return c
}

func (v *verification) verify(ctx context.Context, dir string, only []string) (int, error) {
	if err := v.reports.check(v.json); err != nil {
		return 0, err
	}
	v.reports.github.caFile = v.caFile
	m := manifest.Load(dir)
	if !m.Valid() {
		return v.refuse("verify", m, v.json)
	}
	options, done, err := v.options(only)
	if err != nil {
		return 0, err
	}
	defer done()
	if v.plan {
		return v.showPlan(m, options)
	}
	v.maskResolved(m, options)
	reporting, err := v.reportingOn(ctx, &v.reports, m.Dir)
	if err != nil {
		return 0, err
	}
	run, err := v.ask(ctx, m, options)
	if err != nil {
		return 0, err
	}
	run.Selected = len(only) > 0
	reporting.complete(run, options.Bar)
	failed := v.deliver(m, run)
	return reporting.deliver(ctx, run, run.Exit), failed
}

// maskResolved hides what the requests will carry in the log of a job, before
// any of them is sent.
func (v *verification) maskResolved(m *manifest.Manifest, options replay.Options) {
	if !v.inActions(&v.reports.github) {
		return
	}
	if _, err := replay.Plan(m, options); err == nil { // what is wrong with it is said when asking
		v.mask(&v.reports.github, resolved(options.Connectors))
	}
}

// ask replays what the options say, until it is done or interrupted.
func (v *verification) ask(ctx context.Context, m *manifest.Manifest, options replay.Options) (*finding.Run, error) {
	ctx, stop := v.interruptible(ctx)
	defer stop()
	progress := v.progress()
	options.Progress = progress.show
	run, err := replay.Verify(ctx, m, options)
	progress.clear()
	if err != nil {
		return nil, err
	}
	scrub(run, resolved(options.Connectors))
	return run, nil
}

// checkFiles refuses files that would overwrite each other.
func (v *verification) checkFiles() error {
	flagOf := map[string]string{}
	files := []struct{ flag, path string }{{"--out", v.out}, {"--health", v.health}}
	for _, w := range v.reports.wants {
		files = append(files, struct{ flag, path string }{"--report " + w.format, w.path})
	}
	for _, f := range files {
		switch f.path {
		case "":
			continue
		case "-":
			return usage("%s takes a file; --json prints the document", f.flag)
		}
		path := filepath.Clean(f.path)
		if other, taken := flagOf[path]; taken {
			return usage("%s and %s both want the file %q", other, f.flag, f.path)
		}
		flagOf[path] = f.flag
	}
	return nil
}

func (v *verification) options(only []string) (replay.Options, func(), error) {
	caller, notes, err := v.caller(v.lookup)
	if err != nil {
		return replay.Options{}, nil, err
	}
	for _, note := range notes {
		v.note(note)
	}
	connectors, done, err := v.connectors(v.lookup)
	if err != nil {
		return replay.Options{}, nil, err
	}
	return replay.Options{
		Connectors: connectors, Caller: caller, Sandbox: v.sandbox, RequireContracts: v.requireContracts, Only: only,
		Concurrency: v.concurrency, Timeout: v.timeout, Confirm: v.confirm, Limits: v.limits(), Clock: v.now,
		Bar: v.bar(), Tool: tool(), Name: v.reports.name,
	}, done, nil
}

func (v *verification) bar() finding.Bar {
	bar := finding.Bar{FailOn: finding.Severity(v.failOn), AllowUnverified: v.allowUnverified}
	if v.strict {
		bar.FailOn = finding.Yellow
	}
	return bar
}

// deliver writes the run where it is wanted: files first, so that a reader who
// goes away costs nothing.
func (v *verification) deliver(m *manifest.Manifest, run *finding.Run) error {
	document, err := report.VerifyJSON(run, v.sandbox)
	if err != nil {
		return err
	}
	failed := v.files(m, run, document)
	switch {
	case v.json:
		_, _ = v.app.out.Write(document)
	case v.reports.stdout(): // the report is all that standard output holds
	default:
		if err := report.Text(v.app.out, run, v.style(v.app.out)); err != nil {
			return err
		}
	}
	if failed != nil {
		return &codedError{failed, finding.WorseExit(run.Exit, finding.ExitDelivery)}
	}
	return nil
}

func (v *verification) files(m *manifest.Manifest, run *finding.Run, document []byte) error {
	if v.out != "" {
		if err := atomicfile.Write(v.out, document, 0); err != nil {
			return fmt.Errorf("write --out: %w", err)
		}
	}
	if v.health != "" {
		return replay.WriteHealth(v.health, m.IR, run, v.sandbox)
	}
	return nil
}

// note is one line beside the output.
func (a *app) note(text string) {
	style := a.style(a.err)
	a.err.printf("%s", style.Wrap("archverify: ", "  ", style.Text(text)))
}
