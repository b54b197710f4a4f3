package diff

import (
	"cmp"
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

func bindingRows(before, after *manifest.Tool) []*Entry {
	rows := connectorRow(before, after)
	if !sameResponse(before.Response, after.Response) {
		rows = append(rows, &Entry{
			Path: "response", Detail: "binding response mapping changed", BeforePos: responsePos(before), AfterPos: responsePos(after),
		})
	}
	if !sameMappings(before.Extract, after.Extract) {
		rows = append(rows, &Entry{
			Path: "extract", Detail: "binding extract mapping changed", BeforePos: firstPos(before.Extract), AfterPos: firstPos(after.Extract),
		})
	}
	if !sameOrigins(before.Origins, after.Origins) {
		rows = append(rows, &Entry{Path: "origins", Detail: "binding origins changed", BeforePos: originsPos(before), AfterPos: originsPos(after)})
	}
	if before.Provider != after.Provider {
		rows = append(rows, moved(BindingChanged, "provider", before.Provider, after.Provider, "provider changed: %s → %s"))
	}
	for _, e := range rows {
		e.Kind = BindingChanged
		e.Severity = cmp.Or(e.Severity, usual(BindingChanged))
	}
	return rows
}

func responsePos(t *manifest.Tool) finding.Position {
	if t.Response == nil {
		return finding.Position{}
	}
	return t.Response.Pos
}

func originsPos(t *manifest.Tool) finding.Position {
	if t.Origins == nil {
		return finding.Position{}
	}
	return t.Origins.Pos
}

// connectorRow compares how the backend is reached. Losing the connector is the
// one breaking change of a binding: the capability stays advertised.
func connectorRow(before, after *manifest.Tool) []*Entry {
	b, a := before.Connector, after.Connector
	switch {
	case b == nil && a == nil:
		return nil
	case a == nil:
		return []*Entry{{
			Severity: Breaking, Path: "connector", Before: jsonval.Text(string(b.Type)), From: string(b.Type), BeforePos: b.Pos,
			Detail: "binding removed — still advertised, no longer invocable",
		}}
	case b == nil:
		return []*Entry{{
			Path: "connector", After: jsonval.Text(string(a.Type)), To: string(a.Type), AfterPos: a.Pos,
			Detail: fmt.Sprintf("binding added (%s) — now invocable", a.Type),
		}}
	case sameConnector(b, a):
		return nil
	default:
		return []*Entry{{
			Path: "connector", BeforePos: b.Pos, AfterPos: a.Pos, Texts: connectorTexts(b, a), Detail: "binding connector changed",
		}}
	}
}
