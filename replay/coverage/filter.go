package coverage

import (
	"slices"
	"strconv"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// want asks that rows be drawn the way a filter selects them, as far as it
// compares members with constants.
func (d *declared) want(row fingerprint.NodeID, e *jsonpath.Expr) {
	switch e.Op {
	case jsonpath.And:
		d.want(row, e.Args[0])
		d.want(row, e.Args[1])
	case jsonpath.Or:
		d.want(row, e.Args[0])
	case jsonpath.Not:
		d.wantAt(row, e.Args[0], "false")
	case jsonpath.Equal, jsonpath.StrictEqual, jsonpath.LessEqual, jsonpath.GreaterEqual:
		d.wantAt(row, e.Args[0], constant(e.Args[1], 0))
		d.wantAt(row, e.Args[1], constant(e.Args[0], 0))
	case jsonpath.Less:
		d.wantAt(row, e.Args[0], constant(e.Args[1], -1))
		d.wantAt(row, e.Args[1], constant(e.Args[0], 1))
	case jsonpath.Greater:
		d.wantAt(row, e.Args[0], constant(e.Args[1], 1))
		d.wantAt(row, e.Args[1], constant(e.Args[0], -1))
	}
}

// wantAt asks for a scalar where an operand looks, if it is one that looks.
func (d *declared) wantAt(n fingerprint.NodeID, operand *jsonpath.Expr, text string) {
	if operand.Op != jsonpath.Current || len(operand.Steps) == 0 || text == "" {
		return
	}
	for _, s := range operand.Steps {
		next := d.step(n, s)
		if len(next) == 0 {
			return
		}
		n = next[0]
	}
	p := d.places[n]
	p.wanted = text
	d.places[n] = p
}

// constant is the JSON text of an operand that is one, a number moved by so
// much; "" for others.
func constant(e *jsonpath.Expr, by float64) string {
	if e.Op != jsonpath.Literal {
		return ""
	}
	switch e.Value.Kind {
	case jsonpath.Bool:
		return strconv.FormatBool(e.Value.Bool)
	case jsonpath.Number:
		return strconv.FormatFloat(e.Value.Number+by, 'g', -1, 64)
	case jsonpath.String:
		return string(finding.AppendJSONString(nil, e.Value.Text))
	}
	return ""
}

// wordOf is the type of a scalar's JSON text, "" for none.
func wordOf(scalar string) fingerprint.Word {
	switch {
	case scalar == "":
		return ""
	case scalar[0] == '"':
		return fingerprint.WordString
	case scalar == "true", scalar == "false":
		return fingerprint.WordBoolean
	}
	return fingerprint.WordNumber
}

// unread reports whether the mapping passes over all drawn rows: it selects rows
// by what they hold, and no break of a required field was noticed as one.
func unread(tool *manifest.Tool, tree *fingerprint.Tree, ir *manifest.IR, trials []trial) bool {
	if tool.Response == nil || tool.Response.Collection == "" {
		return false
	}
	path, err := jsonpath.Parse(tool.Response.Collection)
	if err != nil || path.Plain() {
		return false
	}
	anchors := declare(ir, tool, tree).anchors
	broken := func(t trial) bool { return t.outcome == red && slices.Contains(anchors, t.node) }
	return len(anchors) > 0 && !slices.ContainsFunc(trials, broken)
}
