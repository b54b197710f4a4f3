package cli

import (
	"os"

	"golang.org/x/term"

	"github.com/archverify/archverify/internal/termtext"
)

// terminalOf returns the file behind a stream when it is a terminal.
func terminalOf(s *sink) (*os.File, bool) {
	f, ok := s.w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, false
	}
	return f, true
}

// style decides how text is written to a stream.
func (a *app) style(s *sink) termtext.Style {
	facts := termtext.Facts{NoColor: a.noColor, ASCII: a.ascii, Lookup: a.lookup}
	if f, ok := terminalOf(s); ok {
		facts.Terminal = true
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			facts.Columns = columns
		}
	}
	return termtext.StyleOf(facts)
}
