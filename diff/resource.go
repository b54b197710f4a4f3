package diff

import (
	"strings"

	"github.com/archverify/archverify/manifest"
)

// resourceRole words a field of a resource; what it is to a consumer depends on
// how capabilities reach the resource.
var resourceRole = role{word: "field"}

func (c *comparison) resources() {
	for _, name := range names(c.before.resources, c.after.resources) {
		rows := resourceRows(fieldsOf(c.before.resources[name]), fieldsOf(c.after.resources[name]), func() (affects []string, sent bool) {
			return c.reached(name)
		})
		for _, e := range rows {
			e.Resource = name
		}
		c.add(rows...)
	}
}

func fieldsOf(r *manifest.Resource) []*manifest.Field {
	if r == nil {
		return nil
	}
	return r.Fields
}

// resourceRows compares the fields of one resource. Who reaches it is asked for
// only when something changed.
func resourceRows(before, after []*manifest.Field, reached func() ([]string, bool)) []*Entry {
	old, now := byName(before), byName(after)
	var rows []*Entry
	var affects []string
	var sent, known bool
	for _, name := range names(old, now) {
		b, a := old[name], now[name]
		changes, description := fieldChanges(b, a), fieldDescription(resourceRole, b, a)
		if len(changes) == 0 && description == nil {
			continue
		}
		if !known {
			affects, sent = reached()
			known = true
		}
		for _, ch := range changes {
			e := fieldEntry(resourceRole, ch, b, a)
			e.Kind, e.Severity = ResourceFieldChanged, resourceSeverity(ch, b, a, sent)
			rows = append(rows, e)
		}
		if description != nil {
			rows = append(rows, description)
		}
	}
	for _, e := range rows {
		e.Affects = affects
		e.Detail += reachText(affects)
	}
	return rows
}

// resourceSeverity is that of the output row, or of the input row where the
// resource is sent and that is worse.
func resourceSeverity(c change, before, after *manifest.Field, sent bool) Severity {
	severity := outputRole.severity(c, before, after)
	if sent {
		severity = worse(severity, inputRole.severity(c, before, after))
	}
	return severity
}

func reachText(affects []string) string {
	if len(affects) == 0 {
		return " (reached by no capability)"
	}
	return " (reaches " + strings.Join(affects, ", ") + ")"
}
