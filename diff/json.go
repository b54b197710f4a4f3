package diff

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonval"
)

// JSON is the result as one compact line without a line break at its end: the
// reference's members first, ours after them.
func (r *Result) JSON() []byte {
	summary := r.Summary()
	members := []jsonval.Member{
		jsonval.Named("before", sideValue(r.Before)),
		jsonval.Named("after", sideValue(r.After)),
		jsonval.Named("entries", entryList(r.Entries, r.Anchor)),
		jsonval.Named("summary", jsonval.Object(
			jsonval.Named("breaking", jsonval.Number(summary.Breaking)),
			jsonval.Named("notable", jsonval.Number(summary.Notable)),
			jsonval.Named("compatible", jsonval.Number(summary.Compatible)),
		)),
	}
	if r.WithContracts {
		members = append(members, jsonval.Named("contracts", entryList(r.Contracts, r.Anchor)))
	}
	if r.Base != nil {
		members = append(members, jsonval.Named("base", r.Base.value()))
	}
	return []byte(jsonval.Object(members...))
}

func sideValue(s Side) jsonval.Value {
	return jsonval.Object(jsonval.Named("company", jsonval.Text(s.Company)), jsonval.Named("version", jsonval.Text(s.Version)))
}

func entryList(entries []*Entry, anchor finding.Position) jsonval.Value {
	items := make([]jsonval.Value, 0, len(entries))
	for _, e := range entries {
		items = append(items, e.value(anchor))
	}
	return jsonval.Array(items)
}

func (e *Entry) value(anchor finding.Position) jsonval.Value {
	var affects, pairedWith jsonval.Value
	if e.Resource != "" {
		affects = jsonval.Texts(e.Affects)
	}
	if e.Pair != nil {
		pairedWith = jsonval.Text(e.Pair.Identity())
	}
	return jsonval.Object(
		jsonval.Named("severity", jsonval.Text(string(e.Severity))),
		jsonval.Named("kind", jsonval.Text(string(e.Kind))),
		jsonval.Named("capabilityId", jsonval.TextOrNothing(e.Capability)),
		jsonval.Named("resource", jsonval.TextOrNothing(e.Resource)),
		jsonval.Named("affects", affects),
		jsonval.Named("path", jsonval.TextOrNothing(e.Path)),
		jsonval.Named("before", e.Before),
		jsonval.Named("after", e.After),
		jsonval.Named("detail", jsonval.Text(e.Detail)),
		jsonval.Named("identity", jsonval.Text(e.Identity())),
		jsonval.Named("declaredSeverity", jsonval.TextOrNothing(string(e.Declared))),
		jsonval.Named("position", jsonval.Position(e.place(anchor))),
		jsonval.Named("beforePosition", jsonval.Position(e.BeforePos)),
		jsonval.Named("pairedWith", pairedWith),
	)
}

// place is where the after side shows the entry; what is gone shows at the
// anchor.
func (e *Entry) place(anchor finding.Position) finding.Position {
	if e.AfterPos.Known() {
		return e.AfterPos
	}
	return anchor
}
