package replay

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// okView scans the answer once more without the rows that are no ok rows, so
// that shape is judged on ok rows only. It is nil when the collection's path is
// not plain; then all rows are looked at.
func okView(j *judge) *fingerprint.Result {
	v := viewer{keep: j.proj.rows.kept}
	steps := parsePath(j.Tool.Response.Collection)
	for _, s := range steps {
		if s.Kind != jsonpath.Name && s.Kind != jsonpath.Wildcard {
			return nil
		}
	}
	v.write(j.body, steps)
	r, err := fingerprint.ScanBytes(v.out, fingerprint.Options{Limits: j.Limits, Keep: true, Maps: j.base.maps})
	if err != nil {
		return nil
	}
	return r
}

// viewer copies an answer and leaves out rows. Rows come in the order in which
// the mapping met them.
type viewer struct {
	keep []bool
	next int
	out  []byte
}

func (v *viewer) row() bool {
	keep := v.next >= len(v.keep) || v.keep[v.next]
	v.next++
	return keep
}

func (v *viewer) write(value fingerprint.Value, steps []jsonpath.Step) {
	switch {
	case len(steps) == 0:
		v.out = append(v.out, value.JSON()...)
	case steps[0].Kind == jsonpath.Name && value.Word() == fingerprint.WordObject:
		v.object(value, steps)
	case steps[0].Kind == jsonpath.Wildcard && value.Word() == fingerprint.WordArray:
		v.array(value, steps[1:])
	case steps[0].Kind == jsonpath.Wildcard && value.Word() == fingerprint.WordObject:
		v.keyed(value, steps[1:])
	default:
		v.out = append(v.out, value.JSON()...)
	}
}

func (v *viewer) object(value fingerprint.Value, steps []jsonpath.Step) {
	v.out = append(v.out, '{')
	sep := ""
	for name, m := range value.Members() {
		v.key(sep, name)
		sep = ","
		if name == steps[0].Name {
			v.write(m, steps[1:])
		} else {
			v.out = append(v.out, m.JSON()...)
		}
	}
	v.out = append(v.out, '}')
}

func (v *viewer) key(sep, name string) {
	v.out = append(finding.AppendJSONString(append(v.out, sep...), name), ':')
}

func (v *viewer) array(value fingerprint.Value, rest []jsonpath.Step) {
	v.out = append(v.out, '[')
	sep := ""
	for _, e := range value.Elements() {
		if len(rest) == 0 && !v.row() {
			continue
		}
		v.out = append(v.out, sep...)
		sep = ","
		v.write(e, rest)
	}
	v.out = append(v.out, ']')
}

// keyed copies an object whose members are rows, in the mapping's order.
func (v *viewer) keyed(value fingerprint.Value, rest []jsonpath.Step) {
	v.out = append(v.out, '{')
	sep := ""
	for _, m := range membersInOrder(value) {
		if len(rest) == 0 && !v.row() {
			continue
		}
		v.key(sep, m.name)
		sep = ","
		v.write(m.value, rest)
	}
	v.out = append(v.out, '}')
}
