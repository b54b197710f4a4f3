package manifest

// artifactSchema is what a built artifact must look like. Objects are open, for
// later versions add members, and almost everything may be absent.
func artifactSchema() shape {
	return object{open: true, members: []member{
		required("version", text{}),
		optional("company", object{open: true, members: []member{optional("id", text{}), optional("name", text{})}}),
		required("tools", list{item: toolSchema()}),
		optional("resources", mapOf{value: list{item: loweredFieldSchema()}}),
	}}
}

func toolSchema() shape {
	fields := list{item: loweredFieldSchema()}
	return object{open: true, members: []member{
		required("id", text{}),
		optional("description", text{}),
		optional("effect", text{}),
		optional("provider", text{}),
		optional("policies", list{item: text{}}),
		optional("lifecycle", text{}),
		optional("input", fields),
		optional("output", fields),
		optional("policyRules", list{item: loweredPolicySchema()}),
		optional("connector", loweredConnectorSchema()),
		optional("response", loweredResponseSchema()),
		optional("extract", list{item: loweredMappingSchema()}),
		// contract is left out: comparing never reads it, so that none can be wrong.
		optional("origins", object{open: true, members: []member{
			optional("pages", list{item: text{}}), optional("images", list{item: text{}}),
		}}),
	}}
}

func loweredFieldSchema() shape {
	return object{open: true, members: []member{
		required("name", text{}),
		optional("required", flag{}),
		required("type", object{open: true, members: []member{
			required("kind", text{oneOf: words(KindScalar, KindResource, KindCollection, KindList)}),
			optional("semantic", text{}),
			optional("items", text{}),
			optional("values", list{item: text{}}),
			optional("name", text{}),
			optional("of", text{}),
			optional("identity", flag{}),
		}}),
		optional("description", text{}),
	}}
}

func loweredPolicySchema() shape {
	return object{open: true, members: []member{
		required("id", text{}),
		optional("allow", list{item: text{}}),
		optional("deny", list{item: text{}}),
		optional("rateLimit", object{open: true, members: []member{
			required("maxInvocations", integer{}), required("windowSeconds", integer{}),
		}}),
	}}
}

func loweredConnectorSchema() shape {
	return object{open: true, members: []member{
		required("type", text{}),
		optional("rest", object{open: true, members: []member{
			required("method", text{}),
			required("path", text{}),
			optional("baseUrl", text{}),
			optional("headers", mapOf{value: text{}}),
			optional("body", text{}),
			optional("query", mapOf{value: textOr{other: object{open: true, members: []member{
				optional("name", text{}), optional("explode", flag{}), optional("onQuery", flag{}),
			}}}}),
		}}),
		optional("sql", object{open: true, members: []member{
			optional("engine", text{}),
			optional("dsn", text{}),
			optional("statementKind", text{}),
			optional("query", text{}),
			optional("params", list{item: text{}}),
		}}),
	}}
}

func loweredMappingSchema() shape {
	return object{open: true, members: []member{
		required("name", text{}), required("path", text{}), optional("requiredOverride", flag{}),
	}}
}

func loweredResponseSchema() shape {
	mappings := list{item: loweredMappingSchema()}
	return object{open: true, members: []member{
		required("resource", text{}),
		required("field", text{}),
		required("fields", mappings),
		optional("collection", text{}),
		optional("onError", object{open: true, members: []member{
			required("errorResource", text{}),
			required("when", object{open: true, members: []member{
				required("path", text{}), optional("equals", anything{}), optional("exists", flag{}),
			}}),
			optional("map", mappings),
		}}),
	}}
}

func loweredContractSchema() shape {
	return object{open: true, members: []member{
		required("fingerprint", text{}),
		required("probeFixture", text{}),
		optional("shape", mapOf{value: text{}}),
	}}
}
