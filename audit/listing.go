package audit

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/archverify/archverify/internal/termtext"
)

// listing shows records one by one, in order of time.
type listing struct {
	sorter *sorter
	row    func(r *record, line []byte) []byte
	// head comes first; empty stands for no record at all.
	head, empty string
}

func newJSONL(dir string) *listing {
	return &listing{sorter: newSorter(dir), row: func(_ *record, line []byte) []byte { return termtext.JSON(compact(line)) }, empty: "\n"}
}

func newCSV(dir string) *listing {
	return &listing{sorter: newSorter(dir), row: csvRow, head: csvHead + "\n"}
}

func (l *listing) take(r *record, line []byte) error {
	return l.sorter.add(r.Metadata.StartedAt.text, l.row(r, line))
}

func (l *listing) finish(out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	_, _ = w.WriteString(l.head) // errors show in Flush
	some := false
	err := l.sorter.each(func(text []byte) error {
		some = true
		_, _ = w.Write(text)
		return w.WriteByte('\n')
	})
	if err != nil {
		return err
	}
	if !some {
		_, _ = w.WriteString(l.empty)
	}
	return w.Flush()
}

func (l *listing) close() { l.sorter.close() }

const csvHead = "startedAt,completedAt,capabilityId,provider,phase,denialReason,principal,consumer,policyRuleIds,sessionId,id"

// csvRow never shows what was asked for: inputs stay out.
func csvRow(r *record, _ []byte) []byte {
	m, s := r.Metadata, r.Spec
	cells := []string{
		m.StartedAt.text, m.CompletedAt.text, m.CapabilityID.text, m.Provider.text, r.Status.Phase.text, r.Status.DenialReason.text,
		s.Principal.text, s.Consumer.text, strings.Join(s.PolicyRuleIDs, " "), m.SessionID.text, m.ID.text,
	}
	var b bytes.Buffer
	for i, c := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(cell(c))
	}
	return b.Bytes()
}

// cell makes a text safe for terminals and spreadsheets, which run what begins
// like a formula, and quotes it where the format asks for it.
func cell(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = noCommand(termtext.Safe(lines[i]))
	}
	text = strings.Join(lines, "\n")
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		text = "'" + text
	}
	if strings.ContainsAny(text, "\",\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// noCommand parts what a build runner reads as a command at the beginning of a
// line, which a text with line breaks may make of any place.
func noCommand(line string) string {
	if strings.HasPrefix(strings.TrimLeft(line, " "), "::") {
		return strings.Replace(line, "::", ": :", 1)
	}
	return line
}
