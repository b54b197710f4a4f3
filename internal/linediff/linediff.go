// Package linediff writes unified diffs of two texts, for people to read.
package linediff

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// context is how many equal lines surround a change.
const context = 3

// A comparison costs the square of the lines that differ: these are its bounds.
const (
	maxLines   = 500_000
	maxChanged = 20_000
)

// Unified returns the unified diff of two texts, "" when they are the same. It
// is for people: whether two texts are the same is decided by comparing them.
// Texts that are not UTF-8, or too long or too different to be read at
// all, come out as one line that says so.
func Unified(fromName, toName, from, to string) string {
	if from == to {
		return ""
	}
	head := fmt.Sprintf("--- %s\n+++ %s\n", fromName, toName)
	if !utf8.ValidString(from) || !utf8.ValidString(to) || tooDifferent(from, to) {
		return head + "(the texts differ and cannot be shown line by line)\n"
	}
	return head + hunks(compare(from, to))
}

// tooDifferent counts lines that one text has more often than the other.
func tooDifferent(from, to string) bool {
	if strings.Count(from, "\n")+strings.Count(to, "\n") > maxLines {
		return true
	}
	surplus := map[string]int{}
	for l := range strings.Lines(from) {
		surplus[l]++
	}
	for l := range strings.Lines(to) {
		surplus[l]--
	}
	changed := 0
	for _, n := range surplus {
		changed += max(n, -n)
	}
	return changed > maxChanged
}

// line is one line of the diff: ' ', '-' or '+', and the text without its break.
type line struct {
	mark byte
	text string
	// bare: the text ends without a line break.
	bare bool
}

func compare(from, to string) []line {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // otherwise the answer depends on the speed of the machine
	a, b, known := dmp.DiffLinesToRunes(from, to)
	diffs := dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), known)
	var out []line
	for _, d := range diffs {
		mark := byte(' ')
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			mark = '-'
		case diffmatchpatch.DiffInsert:
			mark = '+'
		}
		for text := range strings.Lines(d.Text) {
			trimmed, complete := strings.CutSuffix(text, "\n")
			out = append(out, line{mark: mark, text: trimmed, bare: !complete})
		}
	}
	return out
}

// hunks groups changes that stand close together.
func hunks(lines []line) string {
	var b strings.Builder
	from, to := 1, 1
	for i := 0; i < len(lines); {
		next := i
		for next < len(lines) && lines[next].mark == ' ' {
			next++
		}
		if next == len(lines) {
			break
		}
		start := max(i, next-context)
		from, to = from+start-i, to+start-i
		end := hunkEnd(lines, next)
		oldCount, newCount := counts(lines[start:end])
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(from, oldCount), span(to, newCount))
		for _, l := range lines[start:end] {
			b.WriteString(string(l.mark) + l.text + "\n")
			if l.bare {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
		from, to, i = from+oldCount, to+newCount, end
	}
	return b.String()
}

// hunkEnd is where the hunk that begins with the change at first ends: after
// the last change that no more than twice the context parts from the one before.
func hunkEnd(lines []line, first int) int {
	last := first
	for i := first; i < len(lines) && i-last <= 2*context; i++ {
		if lines[i].mark != ' ' {
			last = i
		}
	}
	return min(len(lines), last+1+context)
}

func counts(lines []line) (before, after int) {
	for _, l := range lines {
		if l.mark != '+' {
			before++
		}
		if l.mark != '-' {
			after++
		}
	}
	return before, after
}

// span is a range of lines; an empty one names the line before it.
func span(start, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	default:
		return fmt.Sprintf("%d,%d", start, count)
	}
}
