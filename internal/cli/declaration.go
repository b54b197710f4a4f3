package cli

import (
	"context"
	"errors"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/archverify/archverify/apply"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// wanted reports whether a run has to be made: a report is to be written, a
// baseline decides, or GitHub is to be told.
func (r *reportFlags) wanted() bool {
	return len(r.wants) > 0 || r.baseline != "" || r.github.wanted()
}

// declared makes the run of a command that reads declarations only, when one is
// wanted, and delivers it. It returns the exit code: the one given, or the
// run's, which knows the baseline. Show writes what the command itself has to
// say; it is left out when a report takes its place.
func (a *app) declared(ctx context.Context, flags *reportFlags, dir string, code int, bar finding.Bar, toRun func() *finding.Run, show func(code int)) (int, error) {
	if !flags.wanted() && !a.inActions(&flags.github) {
		show(code)
		return code, nil
	}
	reporting, err := a.reportingOn(ctx, flags, dir)
	if err != nil {
		return 0, err
	}
	run := toRun()
	reporting.complete(run, bar)
	if !flags.stdout() {
		show(run.Exit)
	}
	return reporting.deliver(ctx, run, run.Exit), nil
}

// refuseDeclaration tells why a command that needs a valid manifest did nothing.
func (a *app) refuseDeclaration(command string, m *manifest.Manifest, asJSON bool) {
	a.refusedBy(command, apply.Refusal(command, m))
	if asJSON {
		a.out.printf("%s", apply.RefusalJSON(m))
		return
	}
	a.err.printf("%s", a.style(a.err).Page(apply.Refusal(command, m)))
}

// ageFlag is a duration above zero that may be given in days.
type ageFlag struct{ value *time.Duration }

func (f ageFlag) Type() string { return "age" }

func (f ageFlag) String() string {
	if *f.value == 0 {
		return ""
	}
	return shortDuration(*f.value)
}

const longestAge = 100 * 365 // days

func (f ageFlag) Set(text string) error {
	if number, is := strings.CutSuffix(text, "d"); is {
		days, err := strconv.Atoi(number)
		if err != nil || days < 1 || days > longestAge {
			return errors.New("is no age such as 30d or 12h")
		}
		*f.value = time.Duration(days) * 24 * time.Hour
		return nil
	}
	age, err := time.ParseDuration(text)
	if err != nil || age <= 0 {
		return errors.New("is no age such as 30d or 12h")
	}
	*f.value = age
	return nil
}

// hurry lets the collector wait for more garbage. Reading a manifest leaves much
// of it within a fraction of a second, and the process ends right after.
func (a *app) hurry() {
	if _, set := a.lookup("GOGC"); !set {
		debug.SetGCPercent(400)
	}
}
