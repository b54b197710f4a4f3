package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// registry is one closed set of codes under the title that its list has.
type registry struct {
	title    string
	entries  []finding.Entry
	commands []string // whose runs hold these codes
}

// registries is the table of everything that can be explained.
func registries() []registry {
	verify := slices.DeleteFunc(finding.Entries(), func(e finding.Entry) bool { return e.Registry != finding.RegistryVerify })
	unverified := slices.DeleteFunc(finding.Entries(), func(e finding.Entry) bool { return e.Registry != finding.RegistryUnverified })
	return []registry{
		{"Findings of verify", verify, []string{"verify"}},
		{"Reasons why something is unverified", unverified, []string{"verify"}},
		{"Reasons to refuse a recording", replay.RecordCodes(), nil},
		{"Diagnostics and lints of the manifest", manifest.Codes(), []string{"apply"}},
		{"Changes that diff tells", diff.Entries(), []string{"diff"}},
		{"Reasons why diff compares nothing", diff.Refusals(), nil},
		{"Checks of doctor", doctor.Entries(), []string{"doctor"}},
	}
}

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [code…]",
		Short:   "Explain a code: what it means, and what to do",
		GroupID: groupAround,
		Long:    "Explains codes of findings, reasons and diagnostics. Without a code it lists all of them.",
		Example: "  archverify explain\n  archverify explain collection-missing\n",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.run(func(_ context.Context, args []string) (int, error) {
			style := a.style(a.out)
			if len(args) == 0 {
				a.out.printf("%s", listCodes(style))
				return finding.ExitOK, nil
			}
			for i, name := range args {
				found := entriesOf(name)
				if len(found) == 0 {
					return 0, usage("unknown code %q%s ('archverify explain' lists the codes)", name, suggestion(name, codeNames()))
				}
				for j, e := range found {
					if i+j > 0 {
						a.out.printf("\n")
					}
					a.out.printf("%s", explain(e, style))
				}
			}
			return finding.ExitOK, nil
		}),
	}
}

func codeNames() []string {
	var names []string
	for _, r := range registries() {
		for _, e := range r.entries {
			names = append(names, e.Name)
		}
	}
	return names
}

// entriesOf finds a name in every registry: two of them may know it.
func entriesOf(name string) []finding.Entry {
	var found []finding.Entry
	for _, r := range registries() {
		for _, e := range r.entries {
			if e.Name == name {
				found = append(found, e)
			}
		}
	}
	return found
}

func listCodes(style termtext.Style) string {
	var b strings.Builder
	for i, r := range registries() {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(style.Paint(termtext.Bold, style.Text(r.title)) + "\n")
		longest, words := 0, 0
		for _, e := range r.entries {
			longest, words = max(longest, len(e.Name)), max(words, len(e.Severity)+1)
		}
		for _, e := range r.entries {
			head := "  " + style.Paint(severityColor(e.Severity), termtext.Pad(string(e.Severity), words)) + " " + termtext.Pad(e.Name, longest) + "  "
			b.WriteString(style.Wrap(head, strings.Repeat(" ", 12), style.Text(e.Title)))
		}
	}
	return b.String()
}

func explain(e finding.Entry, style termtext.Style) string {
	var b strings.Builder
	head := style.Paint(termtext.Bold, e.Name)
	if e.Severity != "" {
		head += " (" + style.Paint(severityColor(e.Severity), string(e.Severity)) + ")"
	}
	b.WriteString(style.Wrap("", "  ", head+": "+style.Text(e.Title)))
	for _, part := range []struct{ title, text string }{{"What it means", e.Means}, {"What to do", e.Do}, {"For example", e.Example}} {
		if part.text != "" {
			b.WriteString("\n" + style.Paint(termtext.Bold, part.title) + "\n" + style.Wrap("  ", "  ", style.Text(part.text)))
		}
	}
	return b.String()
}

func severityColor(s finding.Severity) termtext.Color {
	switch s {
	case finding.Red:
		return termtext.Red
	case finding.Yellow:
		return termtext.Yellow
	}
	return termtext.Plain
}
