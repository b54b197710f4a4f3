package replay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// projection is what the declaration makes of an answer: the reference's
// reading of it, and a count of every declared place over every row.
type projection struct {
	// reading of the reference (3.1).
	status                      mappingStatus
	missing, degraded, withheld []string
	invalid                     []invalidField
	undeclared                  []string

	slots []*slot
	rows  rowCount
	// lists are the mapped collection and the extract lists.
	lists []*mappedList
}

// mappingStatus is the reference's word for a mapped answer.
type mappingStatus string

const (
	mappingOK        mappingStatus = "ok"
	mappingDegraded  mappingStatus = "degraded"
	mappingViolation mappingStatus = "violation"
)

// invalidField is a field that came in the wrong shape.
type invalidField struct {
	field, expected string
}

// rowCount counts the rows of the mapped collection. Without onError every row
// is an ok row.
type rowCount struct {
	all, ok, failed, bad int
	firstBad             int
	badNames             []string
	// kept tells the ok rows, in the order of the rows (with onError only).
	kept []bool
}

// mappedList is a list that the mapping reads rows or items from.
type mappedList struct {
	field    string
	steps    []jsonpath.Step
	slot     *slot // of an extract list
	reach    reach
	items    int
	position *manifest.FieldMapping
}

// project maps a body onto a tool's declaration.
func project(ir *manifest.IR, tool *manifest.Tool, body fingerprint.Value, base *baseline) *projection {
	p := &projector{
		ir: ir, tool: tool, base: base, origins: newOrigins(tool.Origins), carriers: newCarriers(ir),
		counting: true, checking: true, seen: map[listed]bool{}, projection: &projection{},
	}
	if r := tool.Response; r != nil {
		p.response(r, body)
	}
	for _, m := range tool.Extract {
		p.extract(m, body)
	}
	p.settle()
	return p.projection
}

type projector struct {
	*projection
	ir       *manifest.IR
	tool     *manifest.Tool
	base     *baseline
	origins  origins
	carriers carriers

	// counting tallies slots, checking tallies values off their origins.
	counting, checking bool
	at                 []int // indexes of the arrays on the way here
	depth              int   // nested resource levels
	seen               map[listed]bool
	violated           bool
}

// parsePath parses an authored path; a path that cannot be evaluated has been
// refused at load, so nothing is left to match.
func parsePath(text string) []jsonpath.Step {
	path, err := jsonpath.Parse(text)
	if err != nil {
		return []jsonpath.Step{{Kind: jsonpath.Union}}
	}
	return path.Steps
}

// collectionSteps are the steps to the rows of a response; none without a
// collection, because the body is the one row then.
func collectionSteps(r *manifest.Response) []jsonpath.Step {
	if r.Collection == "" {
		return nil
	}
	return parsePath(r.Collection)
}

func (p *projector) response(r *manifest.Response, body fingerprint.Value) {
	collection := collectionSteps(r)
	m := newRowMapper(p, r, collection)
	if r.Collection == "" {
		m.row(body)
		m.finish()
		return
	}
	list := &mappedList{field: r.Field, steps: collection}
	list.reach = reachOf(body, list.steps)
	p.lists = append(p.lists, list)
	p.at = []int{0}
	for item := range selectAll(body, list.steps) {
		m.row(item)
		p.at[0]++
	}
	p.at = nil
	list.items = p.rows.all
	m.finish()
}

// extract maps one extract entry; its declared type is the output field's.
func (p *projector) extract(m *manifest.FieldMapping, body fingerprint.Value) {
	required, typ := true, manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Text}
	if f := p.tool.OutputField(m.Name); f != nil {
		required, typ = f.Required, f.Type
	}
	steps := parsePath(m.Path)
	s := &slot{name: m.Name, label: m.Name, key: m.Name, typ: typ, required: required && !m.Loosened, pos: m.Pos, path: m.Path}
	s.gathers = typ.Kind == manifest.KindList
	t, found := newTrail(steps)
	s.trail = t
	if !s.gathers {
		s.trail = t.first()
	}
	p.adopt(s, found, 0)
	if s.gathers {
		p.extractList(s, m, steps, body)
		return
	}
	p.take(s, p.field(s, selectFirst(body, steps)))
}

// extractList projects every match of the path as one list.
func (p *projector) extractList(s *slot, m *manifest.FieldMapping, steps []jsonpath.Step, body fingerprint.Value) {
	list := &mappedList{field: m.Name, steps: steps, slot: s, reach: reachOf(body, steps), position: m}
	p.lists = append(p.lists, list)
	s.tally.places++
	items := slices.Collect(selectAll(body, steps))
	list.items = len(items)
	if list.reach == reachMissing {
		p.count(&s.tally.absent, s)
		return // the reference takes this for an empty list
	}
	p.take(s, p.list(s, slices.All(items)))
}

// spell is the path of a slot with the indexes of this place filled in.
func (p *projector) spell(s *slot) string {
	path := s.path
	for _, i := range p.at {
		path = strings.Replace(path, "[]", "["+strconv.Itoa(i)+"]", 1)
	}
	return path
}

// count tallies this place of a slot.
func (p *projector) count(t *tallied, s *slot) {
	if t.count == 0 {
		t.first, t.at = p.spell(s), s.tally.places
	}
	t.count++
}
