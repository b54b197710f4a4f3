package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
)

// renderCommands writes workflow commands: errors first, within what one step
// may annotate. Where there is more, the last command of the kind says how much.
func renderCommands(run *finding.Run, o Options) ([]byte, error) {
	kinds := map[string][]command{}
	add := func(c command) { kinds[c.kind] = append(kinds[c.kind], c) }
	entries := ranked(run)
	for _, e := range entries {
		if e.finding.Severity == finding.Red {
			add(commandOf(run, e))
		}
	}
	for _, c := range causesOf(run.Subjects, finding.OutcomeUnverified) {
		add(commandOfCause(run, c))
	}
	for _, e := range entries {
		if e.finding.Severity != finding.Red {
			add(commandOf(run, e))
		}
	}
	if text := nothing(run); text != "" {
		add(command{kind: "warning", title: "nothing was verified", message: text})
	}
	var out strings.Builder
	for _, kind := range []string{"error", "warning", "notice"} {
		for _, c := range within(kind, kinds[kind], o) {
			out.WriteString(c.String() + "\n")
		}
	}
	out.WriteString("archverify: " + coverage(run) + "\n")
	return []byte(out.String()), nil
}

type command struct {
	kind, title, message string
	at                   finding.Position
	stands               int
}

// String writes the command. Columns may only be named within one line.
func (c command) String() string {
	properties := []string{}
	property := func(name, value string) {
		properties = append(properties, name+"="+commandProperty(value))
	}
	if c.at.File != "" {
		property("file", brief(c.at.File))
		property("line", strconv.Itoa(c.at.Line))
		property("endLine", strconv.Itoa(c.at.EndLine))
		if c.at.Line == c.at.EndLine {
			property("col", strconv.Itoa(c.at.Column))
			property("endColumn", strconv.Itoa(c.at.EndColumn))
		}
	}
	property("title", c.title)
	return "::" + c.kind + " " + strings.Join(properties, ",") + "::" + commandData(c.message)
}

func commandOf(run *finding.Run, e entry) command {
	s, f := e.subjects[0], e.finding
	message := sentence(run, s, f)
	if n := len(e.subjects) - 1; n > 0 {
		message += fmt.Sprintf(" – and on %s", counted(n, "other capability", "other capabilities"))
	}
	if e.pair != nil {
		message += " – looks like a rename or move to " + briefPath(e.pair.Path)
	}
	message = list(" – ", message, brief(f.Hint))
	kind := "notice"
	switch {
	case f.Severity == finding.Red || slices.ContainsFunc(e.subjects, func(s finding.Subject) bool { return run.Fails(s, f) }):
		kind = "error"
	case f.Severity == finding.Yellow:
		kind = "warning"
	}
	title := list(" ", vocabularyOf(family(run, s)).of(f.Severity)+":", string(f.Code), "["+finding.ShortIdentity(f.Identity)+"]")
	stands := len(e.subjects)
	if e.pair != nil {
		stands *= 2
	}
	return command{kind: kind, title: title, message: message, at: s.Place(f, run.Root), stands: stands}
}

func commandOfCause(run *finding.Run, c cause) command {
	kind := "error"
	if run.Bar.AllowUnverified {
		kind = "warning"
	}
	names := c.names()
	shown := names[:min(len(names), causeNames)]
	text := strings.Join(shown, ", ")
	if n := len(names) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %s more", number(n))
	}
	return command{
		kind: kind, title: "unverified: " + string(c.reason), message: text + ": " + brief(c.detail),
		at: c.subjects[0].Place(finding.Finding{}, run.Root), stands: len(c.subjects),
	}
}

// within keeps as many commands of one kind as a step may show.
func within(kind string, all []command, o Options) []command {
	if len(all) <= annotationsPerKind {
		return all
	}
	kept := all[: annotationsPerKind-1 : annotationsPerKind-1]
	rest := 0
	for _, c := range all[len(kept):] {
		rest += c.stands
	}
	return append(kept, command{
		kind: kind, title: number(rest) + " more", message: fmt.Sprintf("%s more of this kind in %s", number(rest), fullReport(o.Full)),
	})
}
