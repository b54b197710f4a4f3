package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// bodyless reports whether a method sends no body (VR1.19).
func bodyless(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// queryOf is the query string of a request (VR1.13 to VR1.18): every field that
// the path did not consume, or, where a body is sent, those marked onQuery.
func queryOf(tool *manifest.Tool, input replay.Input, method string, consumed []string) string {
	var pairs []string
	for _, m := range input.Members {
		rule := ruleFor(tool.Connector.REST, m.Name)
		if slices.Contains(consumed, m.Name) || m.Value.Kind() == replay.ValueNull || !bodyless(method) && !rule.OnQuery {
			continue
		}
		name := m.Name
		if rule.Name != "" {
			name = rule.Name
		}
		for _, value := range queryValues(tool.InputField(m.Name), rule, m.Value) {
			pairs = append(pairs, encodeForm(name)+"="+encodeForm(value))
		}
	}
	return strings.Join(pairs, "&")
}

func ruleFor(rest *manifest.REST, field string) manifest.QueryParam {
	for _, q := range rest.Query {
		if q.Field == field {
			return q
		}
	}
	return manifest.QueryParam{Field: field}
}

// queryValues are the values of one parameter. A declared list repeats it or
// joins its items; a value that is no array is left out then.
func queryValues(declared *manifest.Field, rule manifest.QueryParam, v replay.Value) []string {
	if declared == nil || declared.Type.Kind != manifest.KindList {
		return []string{inText(v)}
	}
	var values []string
	for _, item := range v.Elements() {
		values = append(values, inText(item))
	}
	if len(values) > 0 && rule.Explode != nil && !*rule.Explode {
		return []string{strings.Join(values, ",")}
	}
	return values
}

// inText renders a value inside other text: structures as JSON, the rest as
// String() does.
func inText(v replay.Value) string {
	if k := v.Kind(); k == replay.ValueObject || k == replay.ValueArray {
		return v.JSON
	}
	return v.Text()
}

// onQuery lists the fields that travel in the query instead of the body.
func onQuery(rest *manifest.REST) []string {
	var names []string
	for _, q := range rest.Query {
		if q.OnQuery {
			names = append(names, q.Field)
		}
	}
	return names
}
