package exposure

import (
	"strings"

	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// target is a place in an answer that is shown, and the type that it is shown as.
type target struct {
	steps []jsonpath.Step
	slot  slot
	// unplaceable: where it points cannot be told, so that it shows everything.
	unplaceable bool
}

// targets lists everything that the mappings of a tool show.
func targets(rs resources, t *manifest.Tool) []target {
	switch {
	case !t.Bound():
		return nil
	case t.Passthrough():
		return []target{{slot: whole{}}}
	}
	var list []target
	if t.Response != nil {
		list = append(list, responseTargets(rs, t.Response)...)
	}
	for _, m := range t.Extract {
		list = append(list, newTarget("", m.Path, rs.extractSlot(t.OutputField(m.Name))))
	}
	return list
}

func responseTargets(rs resources, r *manifest.Response) []target {
	var list []target
	add := func(path string, f *manifest.Field) {
		list = append(list, newTarget(r.Collection, path, rs.fieldSlot(f)))
	}
	for _, m := range r.Fields {
		add(m.Path, fieldOf(rs.fields(r.Resource), m.Name))
	}
	if r.OnError != nil {
		for _, f := range rs.fields(r.OnError.ErrorResource) {
			path := "$['" + strings.ReplaceAll(f.Name, "'", `\'`) + "']"
			if m := mappingOf(r.OnError.Map, f.Name); m != nil {
				path = m.Path
			}
			add(path, f)
		}
	}
	return list
}

func fieldOf(fields []*manifest.Field, name string) *manifest.Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// newTarget joins a mapping to the collection that it is read from.
func newTarget(collection, path string, s slot) target {
	t := target{slot: s}
	for _, expr := range []string{collection, path} {
		if expr == "" {
			continue
		}
		p, err := jsonpath.Parse(expr)
		if err != nil || !placeable(p.Steps) {
			return target{unplaceable: true}
		}
		t.steps = append(t.steps, spread(p.Steps)...)
	}
	return t
}

// placeable reports whether recorded paths can be compared with the steps. A
// recorded path joins names with dots, so that a name with a dot in a union
// cannot be told from two names.
func placeable(steps []jsonpath.Step) bool {
	for _, s := range steps {
		for _, member := range s.Union {
			if member.Kind == jsonpath.Name && strings.Contains(member.Name, ".") {
				return false
			}
		}
	}
	return true
}

// spread splits names at dots, as recorded paths do.
func spread(steps []jsonpath.Step) []jsonpath.Step {
	var out []jsonpath.Step
	for _, s := range steps {
		if s.Kind != jsonpath.Name {
			out = append(out, s)
			continue
		}
		for name := range strings.SplitSeq(s.Name, ".") {
			out = append(out, jsonpath.Step{Kind: jsonpath.Name, Name: name})
		}
	}
	return out
}
