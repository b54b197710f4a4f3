package manifest

// Artifact returns the canonical text of the IR, contracts included (DR5.20).
func (ir *IR) Artifact() []byte { return ir.write(true) }

// Build returns the canonical text of the IR without contracts: what is
// committed and served (DR5.21).
func (ir *IR) Build() []byte { return ir.write(false) }

func (ir *IR) write(contracts bool) []byte {
	w := &artifactWriter{contracts: contracts}
	w.object(func() {
		w.member("version", ir.Version)
		w.key("company")
		w.object(func() {
			w.member("id", ir.Company.ID)
			w.optional("name", ir.Company.Name)
		})
		w.key("tools")
		w.array(len(ir.Tools), func(i int) { w.tool(ir.Tools[i]) })
		w.key("resources")
		w.object(func() {
			for _, r := range ir.Resources {
				w.fields(r.Name, r.Fields)
			}
		})
	})
	return append(w.out, '\n')
}

type artifactWriter struct {
	jsonWriter
	contracts bool
}

func (w *artifactWriter) tool(t *Tool) {
	w.object(func() {
		w.member("id", t.ID)
		w.member("description", t.Description)
		w.member("effect", string(t.Effect))
		w.member("provider", t.Provider)
		w.texts("policies", t.Policies)
		w.member("lifecycle", string(t.Lifecycle))
		w.fields("input", t.Input)
		w.fields("output", t.Output)
		w.policyRules(t.PolicyRules)
		w.connector(t.Connector)
		w.response(t.Response)
		if t.Extract != nil {
			w.mappings("extract", t.Extract)
		}
		if w.contracts {
			w.contract(t.Contract)
		}
		w.origins(t.Origins)
	})
}

func (w *artifactWriter) fields(name string, fields []*Field) {
	w.key(name)
	w.array(len(fields), func(i int) {
		f := fields[i]
		w.object(func() {
			w.member("name", f.Name)
			w.flag("required", f.Required)
			w.key("type")
			w.fieldType(f.Type)
			w.optional("description", f.Description)
		})
	})
}

func (w *artifactWriter) fieldType(t Type) {
	w.object(func() {
		w.member("kind", string(t.Kind))
		switch t.Kind {
		case KindScalar:
			w.member("semantic", string(t.Semantic))
			w.optionalTexts("values", t.Values)
		case KindList:
			w.member("items", string(t.Semantic))
			w.optionalTexts("values", t.Values)
		case KindCollection:
			w.member("of", t.Resource)
		case KindResource:
			w.member("name", t.Resource)
			if t.Identity {
				w.flag("identity", true)
			}
		}
	})
}

func (w *artifactWriter) policyRules(rules []*PolicyRule) {
	if len(rules) == 0 {
		return
	}
	w.key("policyRules")
	w.array(len(rules), func(i int) {
		r := rules[i]
		w.object(func() {
			w.member("id", r.ID)
			w.optionalTexts("allow", r.Allow)
			w.optionalTexts("deny", r.Deny)
			if r.RateLimit != nil {
				w.key("rateLimit")
				w.object(func() {
					w.number("maxInvocations", r.RateLimit.MaxInvocations)
					w.number("windowSeconds", r.RateLimit.WindowSeconds)
				})
			}
		})
	})
}

func (w *artifactWriter) contract(c *Contract) {
	if c == nil {
		return
	}
	w.key("contract")
	w.object(func() {
		w.member("fingerprint", c.Fingerprint)
		w.member("probeFixture", c.ProbeFixture)
		if len(c.Shape) == 0 {
			return
		}
		w.key("shape")
		w.object(func() {
			for _, entry := range c.Shape {
				w.member(entry.Path, entry.Type)
			}
		})
	})
}

func (w *artifactWriter) origins(o *Origins) {
	if o == nil || (len(o.Pages) == 0 && len(o.Images) == 0) {
		return
	}
	w.key("origins")
	w.object(func() {
		w.optionalTexts("pages", o.Pages)
		w.optionalTexts("images", o.Images)
	})
}
