package doctor

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/internal/jsonval"
)

// List is the table of checks for people, one line each.
func List() string {
	var b strings.Builder
	width := 0
	for _, c := range Checks() {
		width = max(width, len(c.Code))
	}
	for _, c := range Checks() {
		fmt.Fprintf(&b, "%-8s  %-*s  %s\n", c.Severity, width, c.Code, c.Title)
	}
	return b.String()
}

// ListJSON is the table of checks as a document.
func ListJSON() []byte {
	return jsonval.Indent(jsonval.ArrayOf(Checks(), func(c Check) jsonval.Value {
		return jsonval.Object(
			jsonval.Named("code", jsonval.Text(string(c.Code))), jsonval.Named("severity", jsonval.Text(string(c.Severity))),
			jsonval.Named("title", jsonval.Text(c.Title)), jsonval.Named("because", jsonval.Text(c.Because)),
		)
	}))
}
