package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// Options is what a format may need beside the run. Its zero value works.
type Options struct {
	// Entries explain codes: titles and help of SARIF rules, the hints of Markdown
	// and HTML. A name that several commands know stands under command/name as
	// well (doctor/evidence-stale), and that one counts for findings of the
	// command. A code without an entry is explained by its name.
	Entries map[string]finding.Entry
	// Full says where the full report is, shown where a budget left something
	// out; empty means in no known place, and the text says how to get one.
	Full string
	// Style is for text only.
	Style termtext.Style
	// Bytes limits Markdown; 0 means CommentBytes.
	Bytes int
}

// entry explains a code of a command's.
func (o Options) entry(command, code string) finding.Entry {
	if e, own := o.Entries[command+"/"+code]; own {
		return e
	}
	return o.Entries[code]
}

// format is one way to show a run.
type format struct {
	name   string
	render func(*finding.Run, Options) ([]byte, error)
}

// formats is the table: adding a format is one file and one line here.
func formats() []format {
	return []format{
		{"text", renderText},
		{"json", renderJSON},
		{"junit", renderJUnit},
		{"sarif", renderSARIF},
		{"markdown", renderMarkdown},
		{"html", renderHTML},
		{"github", renderCommands},
		{"codequality", renderCodeQuality},
	}
}

// Formats lists the names that Render takes.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Render shows a sealed run in a format of Formats. The same run gives the same
// bytes. An unknown format is an error that lists the known ones.
func Render(name string, run *finding.Run, o Options) ([]byte, error) {
	for _, f := range formats() {
		if f.name != name {
			continue
		}
		out, err := f.render(run, o)
		if err != nil {
			return nil, fmt.Errorf("render %s report: %w", name, err)
		}
		return out, nil
	}
	return nil, fmt.Errorf("unknown report format %q: one of %s", name, strings.Join(Formats(), ", "))
}

func renderText(run *finding.Run, o Options) ([]byte, error) {
	var out bytes.Buffer
	err := Text(&out, run, o.Style)
	return out.Bytes(), err
}
