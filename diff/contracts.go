package diff

import (
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/internal/recordedpath"

	"github.com/archverify/archverify/manifest"
)

// CompareContracts says which drift of the backend a change accepts: the
// recorded shapes of capabilities that both sides declare are compared, path by
// path. The entries are notable and belong in Result.Contracts; a built
// artifact records nothing, so comparing with one shows only what was dropped
// or added. Entries come in canonical order.
func CompareContracts(before, after *manifest.IR) []*Entry {
	old, now := newIndex(before).tools, newIndex(after).tools
	entries := []*Entry{}
	for _, id := range names(old, now) {
		b, a := old[id], now[id]
		if a == nil || b == nil {
			continue
		}
		for _, e := range contractRowsOf(b, a) {
			e.Capability, e.Severity = id, usual(e.Kind)
			entries = append(entries, e)
		}
	}
	sortEntries(entries)
	return entries
}

// AddContracts compares the recorded answers of the two sides too.
func (r *Result) AddContracts() {
	r.Contracts = CompareContracts(r.before, r.after)
	r.WithContracts = true
}

func contractRowsOf(before, after *manifest.Tool) []*Entry {
	b, a := before.Contract, after.Contract
	switch {
	case b == nil && a == nil:
		return nil
	case b == nil:
		return []*Entry{{
			Kind: ContractAdded, Path: "contract", To: a.Fingerprint, AfterPos: a.Pos,
			Detail: fmt.Sprintf("this change accepts: answer recorded for the first time (%s)", pathCount(a)),
		}}
	case a == nil:
		return []*Entry{{
			Kind: ContractRemoved, Path: "contract", From: b.Fingerprint, BeforePos: b.Pos, AfterPos: after.BindingPos,
			Detail: "this change accepts: recorded answer dropped, nothing is left to verify",
		}}
	case b.Shape == nil || a.Shape == nil:
		return unexplained(b, a)
	}
	rows := shapeRows(b, a)
	if len(rows) == 0 {
		return unexplained(b, a)
	}
	return rows
}

func pathCount(c *manifest.Contract) string {
	if c.Shape == nil {
		return "fingerprint only"
	}
	return fmt.Sprintf("%d paths", len(c.Shape))
}

// unexplained tells a fingerprint that moved while no path did.
func unexplained(before, after *manifest.Contract) []*Entry {
	if before.Fingerprint == after.Fingerprint {
		return nil
	}
	return []*Entry{{
		Kind: ContractUnexplained, Path: "contract", Before: jsonval.Text(before.Fingerprint), After: jsonval.Text(after.Fingerprint),
		From: before.Fingerprint, To: after.Fingerprint, BeforePos: before.FingerprintPos, AfterPos: after.FingerprintPos,
		Detail: "this change accepts: another fingerprint, and no recorded shape names the difference",
	}}
}

// shapeRows tells every path that came, went or changed its type. Keys that look
// like personal data or secrets are masked, and told once.
func shapeRows(before, after *manifest.Contract) []*Entry {
	old, now := shapeMap(before), shapeMap(after)
	paths := recordedpath.Of(before.Shape, after.Shape)
	told := map[string]bool{}
	var rows []*Entry
	for _, path := range names(old, now) {
		b, a := old[path], now[path]
		if b.Type == a.Type {
			continue
		}
		e := shapeRow(paths.Mask(path), b, a)
		if a.Type == "" {
			e.AfterPos = after.Pos
		}
		if !told[e.Detail] {
			told[e.Detail] = true
			rows = append(rows, e)
		}
	}
	return rows
}

func shapeRow(path string, before, after manifest.ShapeEntry) *Entry {
	e := &Entry{Path: path, BeforePos: before.Pos, AfterPos: after.Pos, From: before.Type, To: after.Type}
	switch {
	case before.Type == "":
		e.Kind, e.After = ContractGained, jsonval.Text(after.Type)
		e.Detail = fmt.Sprintf("this change accepts: %s gained (%s)", path, after.Type)
	case after.Type == "":
		e.Kind, e.Before = ContractLost, jsonval.Text(before.Type)
		e.Detail = fmt.Sprintf("this change accepts: %s lost (%s)", path, before.Type)
	default:
		e.Kind, e.Before, e.After = ContractRetyped, jsonval.Text(before.Type), jsonval.Text(after.Type)
		e.Detail = fmt.Sprintf("this change accepts: %s retyped (%s → %s)", path, before.Type, after.Type)
	}
	return e
}

func shapeMap(c *manifest.Contract) map[string]manifest.ShapeEntry {
	index := make(map[string]manifest.ShapeEntry, len(c.Shape))
	for _, s := range c.Shape {
		index[s.Path] = s
	}
	return index
}
