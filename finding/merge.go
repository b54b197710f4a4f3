package finding

import (
	"cmp"
	"slices"
	"strings"
)

// Merge makes one run of several: shards of one run (same name, other
// subjects), environments (other names), repetitions (same name and subjects at
// other times). Its inputs are sealed and stay as they are.
//
// Runs of one name, manifest root and command form a part. Within a part each
// subject stands once: the latest run that asked it counts and the earlier ones
// are its history; runs of the same time (or of no known time) are told apart by
// the worse outcome. The exit is that of the worst part, each judged by the
// strictest bar among its runs. Where a part has no run that asked for
// everything, the merged run is Selected. One run alone is returned as it is.
func Merge(runs []*Run) *Run {
	if len(runs) == 1 {
		return runs[0]
	}
	parts := partsOf(runs)
	out := &Run{SchemaVersion: SchemaVersion, Subjects: []Subject{}, Complete: true, Bar: Bar{FailOn: Red}}
	if len(runs) > 0 {
		out.describe(runs)
	}
	for i, p := range parts {
		subjects := p.subjects()
		out.add(p, subjects, exitOf(p.first().Command, subjects, p.bar()), len(parts) > 1)
		out.compared(p)
		out.Selected = out.Selected || p.lastWhole() == nil
		out.Bar = firstOr(i == 0, p.bar(), out.Bar.stricter(p.bar()))
	}
	out.Summary = summarise(out.Subjects, out.Summary.WithoutContract)
	out.Complete = out.Summary.Unverified == 0
	out.recount()
	return out
}

func firstOr(first bool, a, b Bar) Bar {
	if first {
		return a
	}
	return b
}

// describe fills what the merged runs have in common.
func (r *Run) describe(runs []*Run) {
	r.Tool = runs[0].Tool
	r.Command = common(runs, func(r *Run) string { return r.Command }, "report")
	r.Name = common(runs, func(r *Run) string { return r.Name }, "")
	r.Manifest = common(runs, func(r *Run) string { return r.Manifest }, "")
	r.Commit = common(runs, func(r *Run) string { return r.Commit }, "")
	for _, in := range runs {
		r.At = max(r.At, in.At)
		for _, w := range in.Warnings {
			if !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
	}
}

// compared adds what a part was compared with. What is gone of a run that a
// later one of the part asked again is that one's to say.
func (r *Run) compared(p part) {
	for i, in := range p.runs {
		again := slices.ContainsFunc(p.runs[i+1:], func(later *Run) bool { return share(in, later) })
		if in.Baseline == nil || again {
			continue
		}
		if r.Baseline == nil {
			r.Baseline = &Comparison{Name: in.Baseline.Name, At: in.Baseline.At, Commit: in.Baseline.Commit}
		}
		r.Baseline.Gone += in.Baseline.Gone
	}
}

// recount counts what is new and what was known among the subjects that stand.
func (r *Run) recount() {
	if r.Baseline == nil {
		return
	}
	r.Baseline.New, r.Baseline.Known = 0, 0
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			switch f.State {
			case StateNew:
				r.Baseline.New++
			case StateKnown:
				r.Baseline.Known++
			}
		}
	}
}

func common(runs []*Run, member func(*Run) string, otherwise string) string {
	for _, r := range runs[1:] {
		if member(r) != member(runs[0]) {
			return otherwise
		}
	}
	return member(runs[0])
}

// add takes a part's subjects over. Positions become relative to the repository
// root, since the parts may have different ones.
func (r *Run) add(p part, subjects []Subject, exit int, several bool) {
	last := p.runs[len(p.runs)-1]
	for _, s := range subjects {
		if several {
			s.Run = p.label
		}
		if r.Command != last.Command {
			s.Command = last.Command
		}
		r.Subjects = append(r.Subjects, s.in(last.Root))
	}
	without := 0
	for _, in := range p.runs {
		without = max(without, in.Summary.WithoutContract)
		if in.Exit == ExitUsage {
			exit = ExitUsage
		}
	}
	r.Summary.WithoutContract += without
	r.Exit = WorseExit(r.Exit, exit)
	r.Parts = append(r.Parts, Part{
		Label: p.label, Command: last.Command, Name: last.Name, Manifest: last.Manifest, Root: last.Root, At: last.At,
		Commit: last.Commit, Bar: p.bar(), Summary: summarise(subjects, without), Exit: exit, Runs: len(p.runs),
	})
}

// in moves the positions of a subject to the repository root.
func (s Subject) in(root string) Subject {
	if s.Position == nil || !s.Position.Known() {
		s.Position = &Position{File: DeclarationFile, Line: 1, Column: 1}
	}
	return s.moved(func(p Position) Position { return p.In(root) })
}

// out undoes in.
func (s Subject) out(root string) Subject {
	return s.moved(func(p Position) Position {
		p.File = strings.TrimPrefix(p.File, root+"/")
		return p
	})
}

func (s Subject) moved(move func(Position) Position) Subject {
	shift := func(p *Position) *Position {
		if p == nil {
			return nil
		}
		q := move(*p)
		return &q
	}
	s.Position = shift(s.Position)
	s.Findings = slices.Clone(s.Findings)
	for i := range s.Findings {
		s.Findings[i].Position = shift(s.Findings[i].Position)
	}
	return s
}

// Fails reports whether a finding of s reached the bar of its part.
func (r *Run) Fails(s Subject, f Finding) bool {
	for _, p := range r.Parts {
		if p.Label == s.Run || s.Run == "" {
			return p.Bar.Fails(f)
		}
	}
	return r.Bar.Fails(f)
}

// part is the runs of one name, root and command, in order of time.
type part struct {
	label string
	runs  []*Run
}

func (p part) first() *Run { return p.runs[0] }

func (p part) bar() Bar {
	bar := p.runs[0].Bar
	bar.FailOn = cmp.Or(bar.FailOn, Red)
	for _, r := range p.runs[1:] {
		bar = bar.stricter(r.Bar)
	}
	return bar
}

func partsOf(runs []*Run) []part {
	var parts []part
	for _, r := range Split(runs) {
		i := slices.IndexFunc(parts, func(p part) bool {
			f := p.first()
			return f.Name == r.Name && f.Root == r.Root && f.Command == r.Command
		})
		if i < 0 {
			parts = append(parts, part{runs: []*Run{r}})
			continue
		}
		parts[i].runs = append(parts[i].runs, r)
	}
	for i := range parts {
		slices.SortStableFunc(parts[i].runs, func(a, b *Run) int { return cmp.Compare(a.At, b.At) })
	}
	for i := range parts {
		parts[i].label = labelOf(parts, i)
	}
	return parts
}

// labelOf names a part by what tells it apart from the others.
func labelOf(parts []part, i int) string {
	me := parts[i].first()
	var words []string
	if me.Name != "" {
		words = append(words, me.Name)
	}
	root, command := false, false
	for j, p := range parts {
		if other := p.first(); j != i && other.Name == me.Name {
			root = root || other.Root != me.Root
			command = command || other.Command != me.Command
		}
	}
	if root {
		words = append(words, cmp.Or(me.Root, "."))
	}
	if command {
		words = append(words, me.Command)
	}
	return cmp.Or(strings.Join(words, ":"), "default")
}

// Split takes merged runs apart again, one run a part; others stay as they are.
// What the parts had in common, remarks and baseline, goes with the first.
func Split(runs []*Run) []*Run {
	var out []*Run
	for _, r := range runs {
		if len(r.Parts) == 0 {
			out = append(out, r)
			continue
		}
		for i, p := range r.Parts {
			run := r.part(p)
			if i == 0 {
				run.Warnings, run.Baseline = r.Warnings, r.Baseline
			}
			out = append(out, run)
		}
	}
	return out
}

func (r *Run) part(p Part) *Run {
	out := &Run{
		SchemaVersion: r.SchemaVersion, Tool: r.Tool, Command: p.Command, Name: p.Name, Manifest: p.Manifest,
		Root: p.Root, At: p.At, Commit: p.Commit, Bar: p.Bar, Summary: p.Summary, Exit: p.Exit, Selected: r.Selected,
	}
	for _, s := range r.Subjects {
		if len(r.Parts) == 1 || s.Run == p.Label {
			s.Run, s.Command = "", ""
			out.Subjects = append(out.Subjects, s.out(p.Root))
		}
	}
	return out
}
