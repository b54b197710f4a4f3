package diff

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/internal/termtext"
)

// TextOptions of the human report.
type TextOptions struct {
	// Before and After are the sides as the user named them.
	Before, After string
	// All lists compatible changes too; Details adds lines and texts on both
	// sides below each entry.
	All, Details bool
	// Exit is the exit code that the report ends with.
	Exit int
}

// indent brings a further line of an entry below its first.
const indent = "             "

// Text is the human report. Its frame and entry lines have a fixed form; all
// names are safe for a terminal.
func (r *Result) Text(o TextOptions) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("archverify diff compares declarations, not backends — run 'archverify verify' for the backend.\n")
	line("  before  %s (%s)", termtext.Safe(o.Before), termtext.Safe(r.Before.Company))
	line("  after   %s (%s)", termtext.Safe(o.After), termtext.Safe(r.After.Company))
	if r.Base != nil {
		for _, remark := range r.Base.remarks() {
			line("  %s", termtext.Safe(remark))
		}
	}
	line("")
	r.writeEntries(&b, o)
	line("")
	if r.WithContracts && !r.uncompared() {
		r.writeContracts(&b, o)
	}
	s := r.Summary()
	line("  %d breaking, %d notable, %d compatible — exit %d\n", s.Breaking, s.Notable, s.Compatible, o.Exit)
	return b.String()
}

// uncompared reports whether the before side was too broken to compare with.
func (r *Result) uncompared() bool { return r.Base != nil && r.Base.Invalid != nil }

func (r *Result) writeEntries(b *strings.Builder, o TextOptions) {
	switch {
	case r.uncompared():
		b.WriteString("  nothing was compared\n")
		return
	case len(r.Entries) == 0:
		b.WriteString("  no changes\n")
		return
	}
	for _, severity := range Severities() {
		if severity == Compatible && !o.All {
			continue
		}
		for _, e := range r.Entries {
			if e.Severity == severity {
				r.writeEntry(b, e, o)
			}
		}
	}
	if hidden := r.Summary().Compatible; hidden > 0 && !o.All {
		fmt.Fprintf(b, "  compatible %d change(s) — pass --all to list them\n", hidden)
	}
}

func (r *Result) writeContracts(b *strings.Builder, o TextOptions) {
	b.WriteString("  recorded answers\n")
	if len(r.Contracts) == 0 {
		b.WriteString("  no changes\n")
	}
	for _, e := range r.Contracts {
		r.writeEntry(b, e, o)
	}
	b.WriteString("\n")
}

func (r *Result) writeEntry(b *strings.Builder, e *Entry, o TextOptions) {
	fmt.Fprintf(b, "  %-10s %s — %s%s\n", e.Severity, termtext.Safe(e.Subject()), termtext.Safe(e.Detail), e.overrideText())
	if e.Pair != nil && e.Before != "" {
		fmt.Fprintf(b, "%srenamed to '%s'? (%s)\n", indent, termtext.Safe(fieldName(e.Pair)), e.PairReason)
	}
	if e.Kind == DescriptionChanged || o.Details {
		for _, t := range e.Texts {
			fmt.Fprintf(b, "%s%s%s\n", indent, label(t), termtext.Safe(WordDiff(t.Before, t.After)))
		}
	}
	if o.Details {
		r.writePlaces(b, e, o)
	}
}

func (e *Entry) overrideText() string {
	if e.Declared == "" {
		return ""
	}
	return fmt.Sprintf(" (overridden: declared %s)", e.Declared)
}

func fieldName(e *Entry) string {
	if _, name, found := strings.Cut(e.Path, "."); found && e.Resource == "" {
		return name
	}
	return e.Path
}

func label(t TextChange) string {
	if t.Label == "" {
		return ""
	}
	return t.Label + ": "
}

// writePlaces joins each place to its side as the user named it, so that editors
// and terminals can follow it. What git read has no file to follow.
func (r *Result) writePlaces(b *strings.Builder, e *Entry, o TextOptions) {
	if p := e.BeforePos; p.Known() {
		file := path.Join(filepath.ToSlash(o.Before), p.File)
		if r.Base != nil {
			file = o.Before + ": " + p.File
		}
		fmt.Fprintf(b, "%sbefore %s:%d\n", indent, termtext.Safe(file), p.Line)
	}
	if p := e.place(r.Anchor); p.Known() {
		fmt.Fprintf(b, "%safter  %s:%d\n", indent, termtext.Safe(path.Join(filepath.ToSlash(o.After), p.File)), p.Line)
	}
}
