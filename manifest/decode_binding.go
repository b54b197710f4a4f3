package manifest

import (
	"github.com/archverify/archverify/internal/yamlx"
)

func (d decoder) binding(n *yamlx.Node) *BindingDoc {
	doc := &BindingDoc{
		File:         d.file,
		CapabilityID: str(n.At("capabilityId")),
		Connector:    d.connector(n),
		Response:     d.response(n),
		Extract:      d.mappings(n.At("extract")),
		Contract:     d.contract(n),
		Pos:          d.pos(n.At("capabilityId")),
	}
	if origins := n.At("origins"); origins != nil {
		doc.Origins = &Origins{Pos: d.keyPos(n, "origins")}
		doc.Origins.Pages, doc.pagePos = d.strs(origins.At("pages"))
		doc.Origins.Images, doc.imagePos = d.strs(origins.At("images"))
	}
	return doc
}

func (d decoder) connector(binding *yamlx.Node) *Connector {
	n := binding.At("connector")
	c := &Connector{Type: ConnectorType(str(n.At("type"))), Pos: d.keyPos(binding, "connector"), TypePos: d.pos(n.At("type"))}
	switch c.Type {
	case ConnectorREST:
		c.REST = d.rest(n.At("rest"))
	case ConnectorSQL:
		c.SQL = d.sql(n.At("sql"))
	}
	return c
}

func (d decoder) rest(n *yamlx.Node) *REST {
	return &REST{
		Method:     str(n.At("method")),
		Path:       str(n.At("path")),
		BaseURL:    optionalStr(n.At("baseUrl")),
		Headers:    d.keyValues(n.At("headers")),
		Body:       optionalStr(n.At("body")),
		Query:      query(n.At("query")),
		BaseURLPos: d.pos(n.At("baseUrl")),
		PathPos:    d.pos(n.At("path")),
		BodyPos:    d.pos(n.At("body")),
	}
}

func (d decoder) keyValues(n *yamlx.Node) []KeyValue {
	if n == nil {
		return nil
	}
	out := make([]KeyValue, len(n.Entries))
	for i, e := range n.Entries {
		out[i] = KeyValue{Key: e.Key, Value: e.Value.Text, Pos: position(d.file, e.KeyPlace)}
	}
	return out
}

func query(n *yamlx.Node) []QueryParam {
	if n == nil {
		return nil
	}
	out := make([]QueryParam, len(n.Entries))
	for i, e := range n.Entries {
		out[i] = QueryParam{Field: e.Key, Name: e.Value.Text}
		if e.Value.Kind == yamlx.Mapping {
			out[i] = QueryParam{
				Field:   e.Key,
				Object:  true,
				Name:    str(e.Value.At("name")),
				Explode: optionalBool(e.Value.At("explode")),
				OnQuery: isTrue(e.Value.At("onQuery")),
			}
		}
	}
	return out
}

func (d decoder) sql(n *yamlx.Node) *SQL {
	params, places := d.strs(n.At("params"))
	return &SQL{
		Engine:        str(n.At("engine")),
		DSN:           str(n.At("dsn")),
		StatementKind: str(n.At("statementKind")),
		Query:         str(n.At("query")),
		Params:        params,
		DSNPos:        d.pos(n.At("dsn")),
		QueryPos:      d.pos(n.At("query")),
		ParamPos:      places,
	}
}

func (d decoder) response(binding *yamlx.Node) *Response {
	n := binding.At("response")
	if n == nil {
		return nil
	}
	return &Response{
		Resource:      str(n.At("resource")),
		Fields:        d.mappings(n.At("map")),
		Collection:    str(n.At("collection")),
		OnError:       d.onError(n),
		Pos:           d.keyPos(binding, "response"),
		ResourcePos:   d.pos(n.At("resource")),
		CollectionPos: d.pos(n.At("collection")),
	}
}

func (d decoder) onError(response *yamlx.Node) *OnError {
	n := response.At("onError")
	if n == nil {
		return nil
	}
	when := n.At("when")
	o := &OnError{
		ErrorResource: str(n.At("errorResource")),
		When: When{
			Path: str(when.At("path")), Exists: optionalBool(when.At("exists")), Pos: d.keyPos(n, "when"), PathPos: d.pos(when.At("path")),
		},
		Map:         d.mappings(n.At("map")),
		Pos:         d.keyPos(response, "onError"),
		ResourcePos: d.pos(n.At("errorResource")),
	}
	if equals := when.At("equals"); equals != nil {
		o.When.Equals = string(appendJSON(nil, equals))
	}
	if len(o.Map) == 0 {
		o.Map = nil
	}
	return o
}

func (d decoder) mappings(n *yamlx.Node) []*FieldMapping {
	if n == nil {
		return nil
	}
	out := make([]*FieldMapping, len(n.Entries))
	for i, e := range n.Entries {
		out[i] = &FieldMapping{Name: e.Key, Path: e.Value.Text, Pos: position(d.file, e.KeyPlace)}
		if e.Value.Kind == yamlx.Mapping {
			out[i].Path, out[i].Loosened = str(e.Value.At("path")), e.Value.Has("required")
		}
	}
	return out
}

func (d decoder) contract(binding *yamlx.Node) *Contract {
	n := binding.At("contract")
	if n == nil {
		return nil
	}
	c := &Contract{
		Fingerprint:    str(n.At("fingerprint")),
		ProbeFixture:   str(n.At("probe").At("fixture")),
		VerifiedAt:     str(n.At("verifiedAt")),
		Pos:            d.keyPos(binding, "contract"),
		FingerprintPos: d.pos(n.At("fingerprint")),
		FixturePos:     d.pos(n.At("probe").At("fixture")),
	}
	for _, kv := range d.keyValues(n.At("shape")) {
		c.Shape = append(c.Shape, ShapeEntry{Path: kv.Key, Type: kv.Value, Pos: kv.Pos})
	}
	return c
}

func (d decoder) policy(n *yamlx.Node) *PolicyDoc {
	metadata, spec := n.At("metadata"), n.At("spec")
	doc := &PolicyDoc{
		File:           d.file,
		ID:             str(metadata.At("id")),
		Scope:          str(metadata.At("scope")),
		Provider:       str(metadata.At("provider")),
		CapabilityID:   str(metadata.At("capabilityId")),
		Pos:            d.pos(metadata.At("id")),
		hasRateLimit:   spec.Has("rateLimit"),
		hasConstraints: spec.Has("constraints") && len(spec.At("constraints").Entries) > 0,
		rateLimitPos:   d.keyPos(spec, "rateLimit"),
		constraintsPos: d.keyPos(spec, "constraints"),
		scopePos:       d.pos(metadata.At("scope")),
		providerPos:    d.pos(metadata.At("provider")),
		capabilityPos:  d.pos(metadata.At("capabilityId")),
	}
	rule := &PolicyRule{ID: doc.ID, Pos: doc.Pos}
	rule.Allow, doc.allowPos = d.strs(spec.At("allow"))
	rule.Deny, doc.denyPos = d.strs(spec.At("deny"))
	limit := spec.At("rateLimit")
	if limit.Has("maxInvocations") && limit.Has("windowSeconds") {
		most, _ := limit.At("maxInvocations").Integer()
		window, _ := limit.At("windowSeconds").Integer()
		rule.RateLimit = &RateLimit{MaxInvocations: most, WindowSeconds: window}
	}
	doc.Rule = rule
	return doc
}
