package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// class says what a change is, and so what is expected of the verdict.
type class string

const (
	breaking class = "breaking" // must be red
	drifting class = "drift"    // must be yellow or red
	harmless class = "harmless" // must be green
)

// change is one changed answer.
type change struct {
	class    class
	operator string
	text     []byte
}

// where names which rows a change touches.
type where struct {
	name string
	pick func(rows []map[string]any) []map[string]any
}

var places = []where{
	{"first row", func(r []map[string]any) []map[string]any { return r[:1] }},
	{"last row", func(r []map[string]any) []map[string]any { return r[len(r)-1:] }},
	{"all rows", func(r []map[string]any) []map[string]any { return r }},
}

// edit changes one key of a row.
type edit struct {
	name  string
	apply func(row map[string]any, key string)
}

var (
	drop   = edit{"drop", func(r map[string]any, k string) { delete(r, k) }}
	null   = edit{"null", func(r map[string]any, k string) { r[k] = nil }}
	retype = edit{"retype", func(r map[string]any, k string) { r[k] = retyped(r[k]) }}
	wrap   = edit{"wrap in an object", func(r map[string]any, k string) { r[k] = map[string]any{"value": r[k]} }}
	rename = edit{"rename", func(r map[string]any, k string) { r[k+"Renamed"] = r[k]; delete(r, k) }}
)

// retyped gives a value of another JSON type.
func retyped(v any) any {
	switch v := v.(type) {
	case string:
		return float64(len(v))
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return "text"
}

// changes lists every change of an answer.
func (d *declaration) changes(body any) []change {
	var all []change
	add := func(c class, operator string, edit func(any) any) {
		copied := clone(body)
		all = append(all, change{c, operator, encode(edit(copied))})
	}
	d.breakRequired(add)
	d.driftElsewhere(body, add)
	d.harmless(body, add)
	return append(all, respellings(body)...)
}

func (d *declaration) breakRequired(add func(class, string, func(any) any)) {
	for _, key := range d.required {
		for _, e := range []edit{drop, null, retype, wrap, rename} {
			for _, p := range places {
				if d.single && p.name != "all rows" {
					continue
				}
				add(breaking, "required: "+e.name+", "+p.name, func(b any) any { return touch(d, b, p, e, key) })
			}
		}
	}
	if !d.single && d.member != "" {
		add(breaking, "collection renamed", func(b any) any {
			root := b.(map[string]any)
			root[d.member+"Renamed"] = root[d.member]
			delete(root, d.member)
			return root
		})
		add(breaking, "collection null", func(b any) any { b.(map[string]any)[d.member] = nil; return b })
	}
	add(breaking, "error envelope", func(any) any {
		return map[string]any{"error": map[string]any{"code": "QUOTA", "message": "try later"}}
	})
}

func touch(d *declaration, body any, p where, e edit, key string) any {
	for _, row := range p.pick(d.rows(body)) {
		e.apply(row, key)
	}
	return body
}

func (d *declaration) driftElsewhere(body any, add func(class, string, func(any) any)) {
	all := places[2]
	rows := d.rows(body)
	for _, key := range slices.Concat(d.free, d.optional) {
		if present(rows, key) == 0 {
			continue
		}
		if present(rows, key) == len(rows) { // what was sometimes lacking may lack again
			add(drifting, "other: gone everywhere", func(b any) any { return touch(d, b, all, drop, key) })
		}
		add(drifting, "other: renamed everywhere", func(b any) any { return touch(d, b, all, rename, key) })
		for _, p := range places {
			if leavesTypes(rows, p.pick(rows), key) {
				add(drifting, "other: retyped, "+p.name, func(b any) any { return touch(d, b, p, onlyPresent(retype), key) })
			}
		}
	}
	for _, p := range places {
		gain := edit{"gain", func(r map[string]any, k string) { r[k] = "x" }}
		add(drifting, "gained, "+p.name, func(b any) any { return touch(d, b, p, gain, "neverSeenBefore") })
	}
	for _, key := range slices.Concat(d.required, d.optional, d.free) {
		if formatted(rows, key) {
			reformat := edit{"reformat", func(r map[string]any, k string) { r[k] = "now in words" }}
			add(drifting, "format changed everywhere", func(b any) any { return touch(d, b, all, onlyPresent(reformat), key) })
		}
	}
}

// leavesTypes reports whether retyping the picked rows shows a JSON type that no
// recorded row of the key holds: what was mixed when recorded may be mixed again.
func leavesTypes(rows, picked []map[string]any, key string) bool {
	recorded := map[string]bool{}
	for _, r := range rows {
		recorded[word(r[key])] = true
	}
	return slices.ContainsFunc(picked, func(r map[string]any) bool {
		return r[key] != nil && !recorded[word(retyped(r[key]))]
	})
}

func onlyPresent(e edit) edit {
	return edit{e.name, func(r map[string]any, k string) {
		if r[k] != nil {
			e.apply(r, k)
		}
	}}
}

func present(rows []map[string]any, key string) int {
	n := 0
	for _, r := range rows {
		if r[key] != nil {
			n++
		}
	}
	return n
}

// formatted: every row that has the key holds a string that can only be a date
// or a date-time with zone.
func formatted(rows []map[string]any, key string) bool {
	n := 0
	for _, r := range rows {
		s, ok := r[key].(string)
		if r[key] != nil && (!ok || !dated(s)) {
			return false
		}
		if ok {
			n++
		}
	}
	return n > 0
}

func dated(s string) bool {
	date, clock, timed := strings.Cut(s, "T")
	parts := strings.Split(date, "-")
	return len(date) == 10 && len(parts) == 3 && (!timed || strings.HasSuffix(clock, "Z"))
}

func (d *declaration) harmless(body any, add func(class, string, func(any) any)) {
	add(harmless, "unchanged", func(b any) any { return b })
	add(harmless, "rows reversed", func(b any) any { return d.withRows(b, reversed) })
	if !d.single {
		add(harmless, "rows twice", func(b any) any { return d.withRows(b, func(r []any) []any { return append(r, clone(r).([]any)...) }) })
		if steady(d.rows(body)) {
			add(harmless, "one row", func(b any) any { return d.withRows(b, func(r []any) []any { return r[:1] }) })
		}
	}
	add(harmless, "other values of the same kind", func(b any) any { return otherValues(b) })
}

// respellings are the same answer in other bytes.
func respellings(body any) []change {
	plain := encode(body)
	indented, err := json.MarshalIndent(body, "\r\n", "\t ")
	if err != nil {
		return nil // the body came out of a decoder
	}
	return []change{
		{harmless, "indented", indented},
		{harmless, "escaped", escaped(plain)},
		{harmless, "numbers spelled otherwise", respelled(plain)},
	}
}

// escaped writes every letter of every string, keys included, as \uXXXX.
func escaped(text []byte) []byte {
	var out []byte
	eachToken(text, func(token []byte, isString bool) {
		if !isString {
			out = append(out, token...)
			return
		}
		var s string
		if json.Unmarshal(token, &s) != nil {
			out = append(out, token...)
			return
		}
		out = append(out, '"')
		for _, u := range utf16.Encode([]rune(s)) {
			out = fmt.Appendf(out, `\u%04x`, u)
		}
		out = append(out, '"')
	})
	return out
}

// respelled writes whole numbers as 1.0e0 and leaves the rest.
func respelled(text []byte) []byte {
	var out []byte
	eachToken(text, func(token []byte, isString bool) {
		out = append(out, token...)
		if _, err := strconv.ParseInt(string(token), 10, 64); err == nil && !isString {
			out = append(out, ".0e0"...)
		}
	})
	return out
}

// eachToken cuts compact JSON text into strings, words or numbers, and marks.
func eachToken(text []byte, f func(token []byte, isString bool)) {
	for i := 0; i < len(text); {
		from := i
		switch {
		case text[i] == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
			f(text[from:i], true)
			continue
		case strings.IndexByte("{}[],:", text[i]) >= 0:
			i++
		default:
			for i < len(text) && strings.IndexByte("{}[],:\"", text[i]) < 0 {
				i++
			}
		}
		f(text[from:i], false)
	}
}

func reversed(r []any) []any {
	slices.Reverse(r)
	return r
}

// withRows replaces the list of rows.
func (d *declaration) withRows(body any, edit func([]any) []any) any {
	switch b := body.(type) {
	case []any:
		return edit(b)
	case map[string]any:
		if !d.single {
			b[d.member] = edit(b[d.member].([]any))
		}
	}
	return body
}

// steady: every row has the same shape, so that one row shows what all show.
func steady(rows []map[string]any) bool {
	for _, r := range rows {
		if shapeText(r) != shapeText(rows[0]) {
			return false
		}
	}
	return true
}

func shapeText(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		for _, k := range sortedKeys(v) {
			b.WriteString(k + ":" + shapeText(v[k]) + ",")
		}
		return "{" + b.String() + "}"
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		parts := map[string]any{}
		for _, e := range v {
			parts[shapeText(e)] = nil
		}
		return "[" + strings.Join(sortedKeys(parts), "|") + "]"
	}
	return word(v)
}

// otherValues changes every value within its kind: integers stay integers,
// formats stay formats, empty stays empty.
func otherValues(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = otherValues(v[k])
		}
	case []any:
		for i := range v {
			v[i] = otherValues(v[i])
		}
	case float64:
		return v + 1
	case bool:
		return !v
	case string:
		if v == "true" || v == "false" {
			return v
		}
		return strings.Map(turn, v)
	}
	return v
}

// turn changes letters that no format hangs on.
func turn(r rune) rune {
	switch {
	case r >= 'g' && r <= 'r' && r != 'h' && r != 'p': // keeps hex, T, Z and http as they are
		return r + 1
	}
	return r
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for k := range out {
			out[k] = clone(out[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = clone(v[i])
		}
		return out
	}
	return v
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return nil // every value came out of a decoder
	}
	return text
}
