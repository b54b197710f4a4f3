package manifest

import "github.com/archverify/archverify/internal/yamlx"

func raiseConnector(n *yamlx.Node) *Connector {
	if n == nil {
		return nil
	}
	c := &Connector{Type: ConnectorType(str(n.At("type")))}
	if rest := n.At("rest"); rest != nil {
		c.REST = &REST{
			Method:  str(rest.At("method")),
			Path:    str(rest.At("path")),
			BaseURL: optionalStr(rest.At("baseUrl")),
			Headers: decoder{}.keyValues(rest.At("headers")),
			Body:    optionalStr(rest.At("body")),
			Query:   query(rest.At("query")),
		}
	}
	if sql := n.At("sql"); sql != nil {
		c.SQL = &SQL{
			Engine:        str(sql.At("engine")),
			DSN:           str(sql.At("dsn")),
			StatementKind: str(sql.At("statementKind")),
			Query:         str(sql.At("query")),
			Params:        texts(sql.At("params")),
		}
	}
	return c
}

func raiseMappings(n *yamlx.Node) []*FieldMapping {
	if n == nil {
		return nil
	}
	out := make([]*FieldMapping, len(n.Items))
	for i, item := range n.Items {
		override := item.At("requiredOverride")
		out[i] = &FieldMapping{
			Name: str(item.At("name")), Path: str(item.At("path")), Loosened: override != nil && !override.IsTrue(),
		}
	}
	return out
}

func raiseResponse(n *yamlx.Node) *Response {
	if n == nil {
		return nil
	}
	r := &Response{
		Resource:   str(n.At("resource")),
		Field:      str(n.At("field")),
		Fields:     raiseMappings(n.At("fields")),
		Collection: str(n.At("collection")),
	}
	if onError := n.At("onError"); onError != nil {
		when := onError.At("when")
		r.OnError = &OnError{
			ErrorResource: str(onError.At("errorResource")),
			When:          When{Path: str(when.At("path")), Exists: optionalBool(when.At("exists"))},
			Map:           raiseMappings(onError.At("map")),
		}
		if equals := when.At("equals"); equals != nil {
			r.OnError.When.Equals = string(appendJSON(nil, equals))
		}
	}
	return r
}

// raiseContract returns nil for a contract that has not the form of one.
func raiseContract(n *yamlx.Node) *Contract {
	if n == nil {
		return nil
	}
	c := &shapeCheck{}
	if loweredContractSchema().check(c, n, nil); len(c.violations) > 0 {
		return nil
	}
	return loweredContract(n)
}

func loweredContract(n *yamlx.Node) *Contract {
	c := &Contract{Fingerprint: str(n.At("fingerprint")), ProbeFixture: str(n.At("probeFixture"))}
	for _, kv := range (decoder{}).keyValues(n.At("shape")) {
		c.Shape = append(c.Shape, ShapeEntry{Path: kv.Key, Type: kv.Value})
	}
	return c
}
