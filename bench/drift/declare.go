package main

import (
	"slices"

	"github.com/archverify/archverify/manifest"
)

// declaration is what a team would write for an answer: the rows (or the one
// object), some fields as required, some as optional, the rest undeclared.
type declaration struct {
	ir   *manifest.IR
	tool *manifest.Tool
	// member holds the rows below the root, "" when the root is the array, and
	// single is set when there is one object and no rows.
	member string
	single bool
	// required and optional are declared scalars; free are undeclared keys.
	required, optional, free []string
}

const declaredMost = 6

// declare derives a declaration, or reports that the answer offers no scalar
// that every row has.
func declare(body any) (*declaration, bool) {
	d := &declaration{}
	rows := d.find(body)
	for _, key := range keysOf(rows) {
		switch {
		case scalarInAll(rows, key) && plainName(key) && len(d.required) < declaredMost:
			d.required = append(d.required, key)
		case scalarInSome(rows, key) && plainName(key) && len(d.optional) < declaredMost:
			d.optional = append(d.optional, key)
		default:
			d.free = append(d.free, key)
		}
	}
	if len(d.required) == 0 {
		return nil, false
	}
	d.compile()
	return d, true
}

// find locates the rows: the root array, else the largest array of objects of
// the root object, else the root object as the one row.
func (d *declaration) find(body any) []map[string]any {
	if list, ok := body.([]any); ok {
		rows, _ := objects(list)
		return rows
	}
	root := body.(map[string]any)
	var best []map[string]any
	for _, key := range sortedKeys(root) {
		list, _ := root[key].([]any)
		if rows, ok := objects(list); ok && len(rows) > len(best) && plainName(key) {
			best, d.member = rows, key
		}
	}
	if len(best) >= 2 {
		return best
	}
	d.member, d.single = "", true
	return []map[string]any{root}
}

// rows finds the rows of a changed answer again.
func (d *declaration) rows(body any) []map[string]any {
	switch b := body.(type) {
	case []any:
		rows, _ := objects(b)
		return rows
	case map[string]any:
		if d.single {
			return []map[string]any{b}
		}
		list, _ := b[d.member].([]any)
		rows, _ := objects(list)
		return rows
	}
	return nil
}

func (d *declaration) compile() {
	row := &manifest.Resource{Name: "bench.Row"}
	response := &manifest.Response{Resource: row.Name, Field: "rows"}
	for i, key := range slices.Concat(d.required, d.optional) {
		row.Fields = append(row.Fields, &manifest.Field{Name: key, Required: i < len(d.required), Type: manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Text}})
		response.Fields = append(response.Fields, &manifest.FieldMapping{Name: key, Path: "$." + key})
	}
	kind := manifest.KindCollection
	switch {
	case d.single:
		kind = manifest.KindResource
	case d.member == "":
		response.Collection = "$[*]"
	default:
		response.Collection = "$." + d.member + "[*]"
	}
	d.tool = &manifest.Tool{
		ID: "bench.read", Description: "a real answer", Effect: manifest.Read, Provider: "bench", Lifecycle: manifest.Stable,
		Output:    []*manifest.Field{{Name: "rows", Required: true, Type: manifest.Type{Kind: kind, Resource: row.Name}}},
		Connector: &manifest.Connector{Type: manifest.ConnectorREST, REST: &manifest.REST{Method: "GET", Path: "/"}},
		Response:  response,
	}
	d.ir = &manifest.IR{Version: "0", Company: manifest.Company{ID: "bench"}, Tools: []*manifest.Tool{d.tool}, Resources: []*manifest.Resource{row}}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func keysOf(rows []map[string]any) []string {
	seen := map[string]any{}
	for _, r := range rows {
		for k := range r {
			seen[k] = nil
		}
	}
	return sortedKeys(seen)
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, float64, bool:
		return true
	}
	return false
}

// scalarInAll: every row holds a scalar there, all of one JSON type.
func scalarInAll(rows []map[string]any, key string) bool {
	for _, r := range rows {
		if !isScalar(r[key]) || word(r[key]) != word(rows[0][key]) {
			return false
		}
	}
	return true
}

// scalarInSome: wherever a row holds something there, it is a scalar of one type.
func scalarInSome(rows []map[string]any, key string) bool {
	first := ""
	for _, r := range rows {
		v := r[key]
		if v == nil {
			continue
		}
		if !isScalar(v) || (first != "" && word(v) != first) {
			return false
		}
		first = word(v)
	}
	return first != ""
}

func word(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func plainName(key string) bool {
	for i, c := range key {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return key != ""
}
