package manifest

// schemas are the shapes of the five documents.
type schemas struct {
	catalog, capability, binding, resource, policy shape
}

// vocabulary holds what several documents share.
type vocabulary struct {
	ident, capabilityID, resourceName *pattern
	fields                            shape
}

func newSchemas() *schemas {
	v := &vocabulary{
		ident:        newPattern(`^[a-z][a-z0-9-]*$`),
		capabilityID: newPattern(`^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$`),
		resourceName: newPattern(`^([a-z][a-z0-9-]*\.)?[A-Z][A-Za-z0-9]*$`),
	}
	v.fields = mapOf{value: newDescriptor(v)}
	return &schemas{
		catalog:    catalogSchema(v),
		capability: capabilitySchema(v),
		binding:    bindingSchema(v),
		resource:   resourceSchema(v),
		policy:     policySchema(v),
	}
}

// document is an object with one root key.
func document(root string, s shape) shape {
	return object{members: []member{required(root, s)}}
}

func catalogSchema(v *vocabulary) shape {
	return object{members: []member{
		required("company", object{members: []member{
			required("id", text{pattern: v.ident}),
			optional("name", text{}),
			optional("description", text{}),
		}}),
		required("capabilities", list{least: 1, unique: true, item: text{pattern: v.capabilityID}}),
		required("providers", list{least: 1, unique: true, item: text{pattern: v.ident}}),
	}}
}

func capabilitySchema(v *vocabulary) shape {
	return document("capability", object{members: []member{
		required("id", text{pattern: v.capabilityID}),
		required("description", text{least: 1, most: 2048}),
		required("effect", text{oneOf: words(Read, Write, Irreversible)}),
		optional("input", v.fields),
		optional("output", v.fields),
		optional("failures", mapOf{least: 1, names: v.ident, value: text{least: 1}}),
		optional("lifecycle", text{oneOf: words(lifecycles()...)}),
		optional("policies", list{unique: true, item: text{oneOf: tokenNames()}}),
		optional("provider", text{least: 1}),
	}})
}

func resourceSchema(v *vocabulary) shape {
	return document("resource", object{members: []member{
		required("name", text{pattern: v.resourceName}),
		optional("description", text{}),
		required("fields", v.fields),
	}})
}

func policySchema(v *vocabulary) shape {
	names := list{item: text{}}
	return object{members: []member{
		required("apiVersion", text{constant: "archstone/v1"}),
		required("kind", text{constant: "Policy"}),
		required("metadata", object{members: []member{
			required("id", text{pattern: v.ident}),
			required("name", text{}),
			optional("description", text{}),
			optional("provider", text{}),
			optional("capabilityId", text{}),
			optional("scope", text{oneOf: []string{"provider", "capability"}}),
		}}),
		required("spec", object{members: []member{
			optional("allow", names),
			optional("deny", names),
			optional("rateLimit", object{open: true, members: []member{
				optional("maxInvocations", integer{least: 1}),
				optional("windowSeconds", integer{least: 1}),
			}}),
			optional("constraints", object{open: true}),
		}}),
	}}
}
