package diff

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// The functions of this file compare parts of a binding as the artifact's JSON
// would: the order of lists counts, the order of keys and the place in a file
// do not, and absent is something else than empty.

func sameConnector(a, b *manifest.Connector) bool {
	return a.Type == b.Type && sameREST(a.REST, b.REST) && sameSQL(a.SQL, b.SQL)
}

func sameREST(a, b *manifest.REST) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Method == b.Method && a.Path == b.Path && sameText(a.BaseURL, b.BaseURL) && sameText(a.Body, b.Body) &&
		sameHeaders(a.Headers, b.Headers) && sameQuery(a.Query, b.Query)
}

func sameSQL(a, b *manifest.SQL) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Engine == b.Engine && a.DSN == b.DSN && a.StatementKind == b.StatementKind && a.Query == b.Query && slices.Equal(a.Params, b.Params)
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func sameHeaders(a, b []manifest.KeyValue) bool {
	return (a == nil) == (b == nil) && maps.Equal(headerMap(a), headerMap(b))
}

func headerMap(headers []manifest.KeyValue) map[string]string {
	index := make(map[string]string, len(headers))
	for _, h := range headers {
		index[h.Key] = h.Value
	}
	return index
}

func sameQuery(a, b []manifest.QueryParam) bool {
	return (a == nil) == (b == nil) && maps.EqualFunc(queryMap(a), queryMap(b), sameParam)
}

func queryMap(params []manifest.QueryParam) map[string]manifest.QueryParam {
	index := make(map[string]manifest.QueryParam, len(params))
	for _, p := range params {
		index[p.Field] = p
	}
	return index
}

func sameParam(a, b manifest.QueryParam) bool {
	explode := (a.Explode == nil) == (b.Explode == nil) && (a.Explode == nil || *a.Explode == *b.Explode)
	return explode && a.Name == b.Name && a.Object == b.Object && a.OnQuery == b.OnQuery
}

func sameMappings(a, b []*manifest.FieldMapping) bool {
	return slices.EqualFunc(a, b, func(x, y *manifest.FieldMapping) bool {
		return x.Name == y.Name && x.Path == y.Path && x.Loosened == y.Loosened
	})
}

func sameResponse(a, b *manifest.Response) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Resource == b.Resource && a.Field == b.Field && a.Collection == b.Collection && sameMappings(a.Fields, b.Fields) &&
		sameOnError(a.OnError, b.OnError)
}

func sameOnError(a, b *manifest.OnError) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ErrorResource == b.ErrorResource && sameMappings(a.Map, b.Map) && sameWhen(a.When, b.When)
}

func sameWhen(a, b manifest.When) bool {
	exists := (a.Exists == nil) == (b.Exists == nil) && (a.Exists == nil || *a.Exists == *b.Exists)
	return exists && a.Path == b.Path && sameJSON(a.Equals, b.Equals)
}

// sameJSON compares JSON texts without regard to the order of keys.
func sameJSON(a, b string) bool {
	if a == b || a == "" || b == "" {
		return a == b
	}
	x, okX := canonical(a)
	y, okY := canonical(b)
	return okX && okY && bytes.Equal(x, y)
}

func canonical(raw string) ([]byte, bool) {
	dec := json.NewDecoder(bytes.NewReader([]byte(raw)))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	out, err := json.Marshal(v)
	return out, err == nil
}

func sameOrigins(a, b *manifest.Origins) bool {
	if a == nil || b == nil {
		return a == b
	}
	return sameList(a.Pages, b.Pages) && sameList(a.Images, b.Images)
}

func sameList(a, b []string) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

func firstPos(mappings []*manifest.FieldMapping) finding.Position {
	if len(mappings) == 0 {
		return finding.Position{}
	}
	return mappings[0].Pos
}

// connectorTexts lists the texts of a connector that moved and may be shown:
// headers and data source names are left out, they are where secrets end up.
func connectorTexts(a, b *manifest.Connector) []TextChange {
	var texts []TextChange
	add := func(label, before, after string) {
		if before != after {
			texts = append(texts, TextChange{Label: label, Before: before, After: after})
		}
	}
	add("type", string(a.Type), string(b.Type))
	if a.REST != nil && b.REST != nil {
		add("method", a.REST.Method, b.REST.Method)
		add("path", a.REST.Path, b.REST.Path)
		add("baseUrl", deref(a.REST.BaseURL), deref(b.REST.BaseURL))
		add("body", deref(a.REST.Body), deref(b.REST.Body))
	}
	if a.SQL != nil && b.SQL != nil {
		add("query", a.SQL.Query, b.SQL.Query)
	}
	return texts
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
