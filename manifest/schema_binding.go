package manifest

import "github.com/archverify/archverify/internal/yamlx"

func bindingSchema(v *vocabulary) shape {
	paths := mapOf{least: 1, value: pathSchema()}
	return document("binding", object{members: []member{
		required("capabilityId", text{pattern: v.capabilityID}),
		required("connector", connectorSchema()),
		optional("response", responseSchema(v, paths)),
		optional("extract", paths),
		optional("contract", contractSchema()),
		optional("origins", object{least: 1, members: []member{
			optional("pages", list{least: 1, item: text{}}),
			optional("images", list{least: 1, item: text{}}),
		}}),
	}})
}

// pathSchema is a mapping entry: a path, or a path that may come to nothing.
func pathSchema() shape {
	never := false
	return textOr{other: object{members: []member{
		required("path", text{}),
		optional("required", flag{only: &never}),
	}}}
}

func responseSchema(v *vocabulary, paths shape) shape {
	name := text{pattern: v.resourceName}
	return object{members: []member{
		required("resource", name),
		required("map", paths),
		optional("collection", text{}),
		optional("onError", object{members: []member{
			required("errorResource", name),
			required("when", object{members: []member{
				required("path", text{}),
				optional("equals", anything{}),
				optional("exists", flag{}),
			}}),
			optional("map", mapOf{value: pathSchema()}),
		}}),
	}}
}

func contractSchema() shape {
	return object{members: []member{
		required("source", text{constant: "recorded"}),
		required("fingerprint", text{pattern: newPattern(`^sha256:[0-9a-f]{64}$`)}),
		required("probe", object{members: []member{required("fixture", text{})}}),
		optional("shape", mapOf{names: newPattern(`^\$`), value: text{oneOf: shapeWords()}}),
		optional("verifiedAt", text{}),
	}}
}

// shapeWords are the type words that a recorded shape may hold.
func shapeWords() []string {
	return []string{"string", "number", "boolean", "null", "array", "object"}
}

func connectorSchema() shape {
	return object{
		members: []member{
			required("type", text{oneOf: words(ConnectorREST, ConnectorGraphQL, ConnectorGRPC, ConnectorSQL, ConnectorSOAP)}),
			optional("rest", restSchema()),
			optional("graphql", object{open: true, members: []member{
				optional("endpoint", text{}),
				optional("operation", text{}),
			}}),
			optional("sql", sqlSchema()),
		},
		refine: refineConnector,
	}
}

// refineConnector demands the block of the connector's type and refuses the
// block of the other.
func refineConnector(c *shapeCheck, n *yamlx.Node, at *spot) {
	kind := n.At("type")
	if kind == nil {
		return
	}
	pairs := map[string]string{string(ConnectorREST): "sql", string(ConnectorSQL): "rest"}
	other, ok := pairs[kind.Text]
	if !ok {
		return
	}
	if !n.Has(kind.Text) {
		c.add(at, n.Place, missing(kind.Text))
	}
	if e := n.Entry(other); e != nil {
		c.addHint(at, e.KeyPlace, noMore, "a connector of type "+kind.Text+" has no "+other+" block")
	}
}

func restSchema() shape {
	always := true
	return object{members: []member{
		required("method", text{oneOf: []string{"GET", "POST", "PUT", "PATCH", "DELETE"}}),
		required("path", text{}),
		optional("baseUrl", text{}),
		optional("headers", mapOf{value: text{}}),
		optional("body", text{}),
		optional("query", mapOf{value: textOr{other: object{members: []member{
			optional("name", text{}),
			optional("explode", flag{}),
			optional("onQuery", flag{only: &always}),
		}}}}),
	}}
}

func sqlSchema() shape {
	return object{members: []member{
		required("engine", text{oneOf: []string{"postgres"}}),
		required("dsn", text{pattern: newPattern(`^\$\{[A-Za-z_][A-Za-z0-9_]*\}$`)}),
		required("statementKind", text{oneOf: []string{"select"}}),
		required("query", text{}),
		required("params", list{item: text{}}),
	}}
}
