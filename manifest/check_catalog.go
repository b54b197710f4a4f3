package manifest

func duplicateCapabilities(c *checkup) {
	for _, doc := range c.Capabilities {
		if first := c.byID[doc.ID]; first != doc {
			c.report(DuplicateCapability, about{doc.ID, "capability", doc.Pos},
				"capability '%s' is defined in more than one file (%s, %s)", doc.ID, first.File, doc.File)
		}
	}
}

func providers(c *checkup) {
	var listed map[string]bool
	if c.Catalog != nil {
		listed = set(c.Catalog.Providers)
	}
	for _, doc := range c.Capabilities {
		switch {
		case doc.Provider == "":
			c.report(MissingProvider, about{doc.ID, "provider", doc.Pos},
				"capability '%s' (%s) declares no provider", doc.ID, doc.File)
		case c.Catalog != nil && !listed[doc.Provider]:
			c.report(UnknownProvider, about{doc.ID, "provider", doc.places.Provider},
				"capability '%s' references provider '%s' not listed in capabilities.yaml", doc.ID, doc.Provider)
		}
	}
}

// catalogConsistency compares the catalog with the documents, both ways.
func catalogConsistency(c *checkup) {
	if c.Catalog == nil {
		return
	}
	for i, id := range c.Catalog.Capabilities {
		if c.byID[id] == nil {
			c.report(DeclaredWithoutFile, about{id, "capabilities[" + id + "]", c.Catalog.capabilityPos[i]},
				"capabilities.yaml declares '%s' but no *.capability.yaml defines it", id)
		}
	}
	listed, used := set(c.Catalog.Capabilities), map[string]bool{}
	for _, doc := range c.Capabilities {
		used[doc.Provider] = true
		if !listed[doc.ID] {
			c.report(FileNotDeclared, about{doc.ID, "capability", doc.Pos},
				"capability '%s' (%s) is not declared in capabilities.yaml", doc.ID, doc.File)
		}
	}
	for i, p := range c.Catalog.Providers {
		if !used[p] {
			c.report(UnusedProvider, about{"", "providers[" + p + "]", c.Catalog.providerPos[i]},
				"provider '%s' is declared but no capability uses it", p)
		}
	}
}

func bindingTargets(c *checkup) {
	for _, b := range c.Bindings {
		if c.byID[b.CapabilityID] == nil {
			c.report(BindingWithoutCapability, about{b.CapabilityID, "bindings[" + b.CapabilityID + "]", b.Pos},
				"binding %s references capability '%s' which is not defined", b.File, b.CapabilityID)
		}
	}
	for _, b := range c.Bindings {
		if first := c.bindingsOf[b.CapabilityID][0]; first != b {
			c.report(DuplicateBinding, about{b.CapabilityID, "binding", b.Pos},
				"capability '%s' is bound in more than one file (%s, %s); keep one binding", b.CapabilityID, first.File, b.File)
		}
	}
}

func unboundCapabilities(c *checkup) {
	for _, doc := range c.Capabilities {
		if len(c.bindingsOf[doc.ID]) == 0 {
			c.report(CapabilityWithoutBinding, about{doc.ID, "binding", doc.Pos},
				"capability '%s' has no binding — not invocable until one is added", doc.ID)
		}
	}
}
