package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fixtures"
)

// codesOf lists the red and yellow codes of a run, worst first, each once.
func codesOf(run *finding.Run) []finding.Code {
	var all []finding.Finding
	for _, s := range run.Subjects {
		all = append(all, s.Findings...)
	}
	finding.Sort(all)
	var codes []finding.Code
	for _, f := range all {
		if f.Severity != finding.Note && !slices.Contains(codes, f.Code) {
			codes = append(codes, f.Code)
		}
	}
	return codes
}

// expected holds the demonstration to its promise: green before, and each of the
// five drifts seen afterwards.
func expected(before, after *finding.Run) error {
	if s := before.Summary; s.Red+s.Yellow+s.Unverified > 0 || s.Green == 0 {
		return errors.New("the demonstration failed: the recorded backend did not verify green")
	}
	if s := after.Summary; s.Red+s.Yellow != len(fixtures.Drifts()) {
		return fmt.Errorf("the demonstration failed: %d of %d drifts were noticed", s.Red+s.Yellow, len(fixtures.Drifts()))
	}
	return nil
}

func (d *demonstration) farewell() {
	var b strings.Builder
	style := d.style(d.out)
	line := func(text string) { b.WriteString(style.Wrap("  ", "    ", style.Text(text))) }
	b.WriteByte('\n')
	if d.keep != "" {
		line("The manifest and its golden files are in " + d.keep + ".")
	}
	if d.serve {
		dir := d.keep
		if dir == "" {
			dir = "DIR"
			line("Get the manifest with: archverify demo --keep DIR")
		}
		line("The backend runs at " + d.url + " and answers as recorded again. In another terminal:")
		b.WriteByte('\n')
		for _, text := range d.commands(dir) {
			b.WriteString("    " + text + "\n")
		}
		b.WriteByte('\n')
		line("Interrupt (Ctrl-C) ends it.")
	} else {
		line("Play with it: archverify demo --keep workshop --serve")
	}
	d.out.printf("%s", b.String())
}

// commands are what a person would type next; they stay unwrapped to be copied.
func (d *demonstration) commands(dir string) []string {
	return []string{
		"export " + fixtures.URLVariable + "=" + d.url,
		"export " + fixtures.KeyVariable + "=" + fixtures.Key,
		"export " + fixtures.TokenVariable + "=" + fixtures.Token,
		"archverify verify " + dir + " --principal " + fixtures.Principal + " --token-env " + fixtures.TokenVariable,
		"curl -X POST '" + d.url + "/_demo/drift?on=renamed'     # " + driftNames(),
		"curl -X POST '" + d.url + "/_demo/fault?route=GET%20/v1/bikes&status=503&times=2'",
		"curl -X POST '" + d.url + "/_demo/reset'",
	}
}

func driftNames() string {
	names := make([]string, 0, len(fixtures.Drifts()))
	for _, drift := range fixtures.Drifts() {
		names = append(names, string(drift))
	}
	return strings.Join(names, ", ") + " or all"
}
