package diff

import (
	"slices"

	"github.com/archverify/archverify/manifest"
)

// reach answers which capabilities reach a resource, from their inputs and from
// their outputs, through collections and represented resources. A reference
// carries an id only and reaches nothing.
type reach struct {
	// holders are the resources with a field that holds the resource.
	holders map[string][]string
	// senders and readers are the capabilities that hold it at once.
	senders, readers map[string][]string
}

func newReach(ir *manifest.IR) *reach {
	r := &reach{holders: map[string][]string{}, senders: map[string][]string{}, readers: map[string][]string{}}
	for _, res := range ir.Resources {
		for _, f := range res.Fields {
			link(r.holders, f.Type, res.Name)
		}
	}
	for _, t := range ir.Tools {
		for _, f := range t.Input {
			link(r.senders, f.Type, t.ID)
		}
		for _, f := range t.Output {
			link(r.readers, f.Type, t.ID)
		}
		if t.Response != nil && t.Response.OnError != nil {
			name := t.Response.OnError.ErrorResource
			r.readers[name] = append(r.readers[name], t.ID)
		}
	}
	return r
}

func link(index map[string][]string, t manifest.Type, holder string) {
	if name := held(t); name != "" {
		index[name] = append(index[name], holder)
	}
}

// held is the resource whose representation a type holds, "" for none.
func held(t manifest.Type) string {
	switch {
	case t.Kind == manifest.KindCollection, t.Kind == manifest.KindResource && !t.Identity:
		return t.Resource
	default:
		return ""
	}
}

// of walks from a resource to everything that holds it.
func (r *reach) of(name string) (senders, readers []string) {
	seen := map[string]bool{name: true}
	for queue := []string{name}; len(queue) > 0; queue = queue[1:] {
		senders = append(senders, r.senders[queue[0]]...)
		readers = append(readers, r.readers[queue[0]]...)
		for _, holder := range r.holders[queue[0]] {
			if !seen[holder] {
				seen[holder] = true
				queue = append(queue, holder)
			}
		}
	}
	return senders, readers
}

// reached unites both sides: the capabilities that reach the resource on either
// one, and whether one of them sends it.
func (c *comparison) reached(name string) (affects []string, sent bool) {
	all := []string{}
	for _, side := range []*index{c.before, c.after} {
		senders, readers := side.reach.of(name)
		sent = sent || len(senders) > 0
		all = slices.Concat(all, senders, readers)
	}
	return set(all), sent
}
