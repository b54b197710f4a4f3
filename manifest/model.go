package manifest

// model is a loaded manifest with the indexes that its rules look things up in.
// Of several documents with one id the first counts, of several resources with
// one name the last (at the place of the first).
type model struct {
	*Manifest
	byID       map[string]*CapabilityDoc
	bindingsOf map[string][]*BindingDoc
	// resources holds one document a name, in document order of the names.
	resources []*ResourceDoc
	byName    map[string]*ResourceDoc

	policiesOfCapability map[string][]int
	policiesOfProvider   map[string][]int
}

func newModel(m *Manifest) *model {
	x := &model{
		Manifest:             m,
		byID:                 make(map[string]*CapabilityDoc, len(m.Capabilities)),
		bindingsOf:           make(map[string][]*BindingDoc, len(m.Bindings)),
		byName:               make(map[string]*ResourceDoc, len(m.Resources)),
		policiesOfCapability: map[string][]int{},
		policiesOfProvider:   map[string][]int{},
	}
	for _, doc := range m.Capabilities {
		if x.byID[doc.ID] == nil {
			x.byID[doc.ID] = doc
		}
	}
	for _, doc := range m.Bindings {
		x.bindingsOf[doc.CapabilityID] = append(x.bindingsOf[doc.CapabilityID], doc)
	}
	x.indexResources()
	x.indexPolicies()
	return x
}

func (x *model) indexResources() {
	at := make(map[string]int, len(x.Resources))
	for _, doc := range x.Resources {
		if i, again := at[doc.Name]; again {
			x.resources[i] = doc
		} else {
			at[doc.Name] = len(x.resources)
			x.resources = append(x.resources, doc)
		}
		x.byName[doc.Name] = doc
	}
}

func (x *model) indexPolicies() {
	for i, doc := range x.Policies {
		switch doc.Scope {
		case "capability":
			x.policiesOfCapability[doc.CapabilityID] = append(x.policiesOfCapability[doc.CapabilityID], i)
		case "provider":
			x.policiesOfProvider[doc.Provider] = append(x.policiesOfProvider[doc.Provider], i)
		}
	}
}

// attached are the policies of a capability in document order (DR3.13).
func (x *model) attached(doc *CapabilityDoc) []*PolicyDoc {
	own, shared := x.policiesOfCapability[doc.ID], x.policiesOfProvider[doc.Provider]
	var out []*PolicyDoc
	for len(own) > 0 || len(shared) > 0 {
		if len(shared) == 0 || (len(own) > 0 && own[0] < shared[0]) {
			out, own = append(out, x.Policies[own[0]]), own[1:]
		} else {
			out, shared = append(out, x.Policies[shared[0]]), shared[1:]
		}
	}
	return out
}

// resolve resolves a resource name used in the document of that id or name.
func (x *model) resolve(ref, from string) Resolution {
	return ResolveResource(ref, DomainOf(from), func(name string) bool { return x.byName[name] != nil })
}
