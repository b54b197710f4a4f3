package diff

import (
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"

	"github.com/archverify/archverify/manifest"
)

func bindingRows(before, after *manifest.Tool) []*Entry {
	var rows []*Entry
	add := func(e *Entry) {
		if e != nil {
			e.Kind = BindingChanged
			if e.Severity == "" {
				e.Severity = usual(BindingChanged)
			}
			rows = append(rows, e)
		}
	}
	add(connectorRow(before, after))
	if !sameResponse(before.Response, after.Response) {
		e := &Entry{Path: "response", Detail: "binding response mapping changed"}
		if before.Response != nil {
			e.BeforePos = before.Response.Pos
		}
		if after.Response != nil {
			e.AfterPos = after.Response.Pos
		}
		add(e)
	}
	if !sameMappings(before.Extract, after.Extract) {
		add(&Entry{Path: "extract", Detail: "binding extract mapping changed", BeforePos: firstPos(before.Extract), AfterPos: firstPos(after.Extract)})
	}
	if !sameOrigins(before.Origins, after.Origins) {
		e := &Entry{Path: "origins", Detail: "binding origins changed"}
		if before.Origins != nil {
			e.BeforePos = before.Origins.Pos
		}
		if after.Origins != nil {
			e.AfterPos = after.Origins.Pos
		}
		add(e)
	}
	if before.Provider != after.Provider {
		add(moved(BindingChanged, "provider", before.Provider, after.Provider, "provider changed: %s → %s"))
	}
	return rows
}

// connectorRow compares how the backend is reached. Losing the connector is the
// one breaking change of a binding: the capability stays advertised.
func connectorRow(before, after *manifest.Tool) *Entry {
	b, a := before.Connector, after.Connector
	switch {
	case b == nil && a == nil:
		return nil
	case a == nil:
		return &Entry{
			Severity: Breaking, Path: "connector", Before: jsonval.Text(string(b.Type)), From: string(b.Type), BeforePos: b.Pos,
			Detail: "binding removed — still advertised, no longer invocable",
		}
	case b == nil:
		return &Entry{
			Path: "connector", After: jsonval.Text(string(a.Type)), To: string(a.Type), AfterPos: a.Pos,
			Detail: fmt.Sprintf("binding added (%s) — now invocable", a.Type),
		}
	case sameConnector(b, a):
		return nil
	default:
		return &Entry{
			Path: "connector", BeforePos: b.Pos, AfterPos: a.Pos, Texts: connectorTexts(b, a), Detail: "binding connector changed",
		}
	}
}
