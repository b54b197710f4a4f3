package doctor

import (
	"fmt"
	"strings"
	"time"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

func fixtureDatesPast() Check {
	return Check{
		Code: "fixture-dates-past", Severity: Warning, Title: "recorded request for days that have passed",
		Because: "A backend that only answers for days to come refuses it or answers with nothing, and the replay turns red although nothing changed. Record again with later days where that is so.",
		capability: func(p *patient) []remark {
			if p.o.Now.IsZero() {
				return nil
			}
			var remarks []remark
			for n, in := range p.requests() {
				d := dateWalk{ir: p.IR, today: p.o.Now.UTC().Format(time.DateOnly)}
				d.object("", p.tool.Input, in, 0)
				if len(d.past) > 0 {
					remarks = append(remarks, remark{
						message: fmt.Sprintf("%s asks for days that have passed: %s", requestName(n), d.names()),
						path:    fmt.Sprintf("contract.request[%d]", n+1), pos: p.tool.Contract.FixturePos,
					})
				}
			}
			return remarks
		},
	}
}

// dateWalk collects the declared names of inputs that hold a day before today.
type dateWalk struct {
	ir    *manifest.IR
	today string
	past  []string
}

// maxDepth ends the walk in resources that hold themselves, maxNamed what one
// remark names.
const (
	maxDepth = 32
	maxNamed = 16
)

func (d *dateWalk) names() string {
	if more := len(d.past) - maxNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(d.past[:maxNamed], ", "), more)
	}
	return strings.Join(d.past, ", ")
}

func (d *dateWalk) object(prefix string, fields []*manifest.Field, in replay.Input, depth int) {
	for _, f := range fields {
		if v, given := in.Lookup(f.Name); given && depth < maxDepth {
			d.value(prefix+f.Name, f.Type, v, depth)
		}
	}
}

func (d *dateWalk) value(path string, t manifest.Type, v replay.Value, depth int) {
	switch {
	case t.Kind == manifest.KindList:
		d.items(path, manifest.Type{Kind: manifest.KindScalar, Semantic: t.Semantic}, v, depth)
	case t.Kind == manifest.KindCollection:
		d.items(path, manifest.Type{Kind: manifest.KindResource, Resource: t.Resource}, v, depth)
	case t.Kind == manifest.KindResource && !t.Identity && v.Kind() == replay.ValueObject:
		if r := d.ir.Resource(t.Resource); r != nil {
			d.object(path+".", r.Fields, v.Object(), depth+1)
		}
	case t.Kind == manifest.KindScalar && t.Semantic == manifest.DateRange && v.Kind() == replay.ValueObject:
		for _, end := range []string{"from", "to"} {
			day, _ := v.Object().Lookup(end)
			d.day(path+"."+end, day)
		}
	case t.Kind == manifest.KindScalar && isDay(t.Semantic):
		d.day(path, v)
	}
}

func (d *dateWalk) items(path string, item manifest.Type, v replay.Value, depth int) {
	for i, element := range v.Elements() {
		d.value(fmt.Sprintf("%s[%d]", path, i), item, element, depth)
	}
}

func isDay(s manifest.Semantic) bool {
	return s == manifest.Date || s == manifest.DateTime || s == manifest.TimeSlot
}

// day compares days as text, which for ISO days is their order.
func (d *dateWalk) day(path string, v replay.Value) {
	if v.Kind() != replay.ValueString || len(v.Str()) < len(time.DateOnly) {
		return
	}
	day := v.Str()[:len(time.DateOnly)]
	if _, err := time.Parse(time.DateOnly, day); err == nil && day < d.today {
		d.past = append(d.past, path)
	}
}
