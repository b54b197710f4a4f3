package manifest

func (w *artifactWriter) connector(c *Connector) {
	if c == nil {
		return
	}
	w.key("connector")
	w.object(func() {
		w.member("type", string(c.Type))
		if c.REST != nil {
			w.key("rest")
			w.rest(c.REST)
		}
		if c.SQL != nil {
			w.key("sql")
			w.sql(c.SQL)
		}
	})
}

func (w *artifactWriter) rest(r *REST) {
	w.object(func() {
		w.member("method", r.Method)
		w.member("path", r.Path)
		w.optionalText("baseUrl", r.BaseURL)
		if r.Headers != nil {
			w.key("headers")
			w.object(func() {
				for _, h := range r.Headers {
					w.member(h.Key, h.Value)
				}
			})
		}
		w.optionalText("body", r.Body)
		if r.Query != nil {
			w.key("query")
			w.object(func() { w.query(r.Query) })
		}
	})
}

// optionalText writes a string unless it is absent; an empty one is written.
func (w *artifactWriter) optionalText(name string, value *string) {
	if value != nil {
		w.member(name, *value)
	}
}

func (w *artifactWriter) query(params []QueryParam) {
	for _, p := range params {
		if !p.Object {
			w.member(p.Field, p.Name)
			continue
		}
		w.key(p.Field)
		w.object(func() {
			w.optional("name", p.Name)
			if p.Explode != nil {
				w.flag("explode", *p.Explode)
			}
			if p.OnQuery {
				w.flag("onQuery", true)
			}
		})
	}
}

func (w *artifactWriter) sql(s *SQL) {
	w.object(func() {
		w.member("engine", s.Engine)
		w.member("dsn", s.DSN)
		w.member("statementKind", s.StatementKind)
		w.member("query", s.Query)
		w.texts("params", s.Params)
	})
}

func (w *artifactWriter) response(r *Response) {
	if r == nil {
		return
	}
	w.key("response")
	w.object(func() {
		w.member("resource", r.Resource)
		w.member("field", r.Field)
		w.mappings("fields", r.Fields)
		w.optional("collection", r.Collection)
		if r.OnError != nil {
			w.key("onError")
			w.onError(r.OnError)
		}
	})
}

func (w *artifactWriter) mappings(name string, mappings []*FieldMapping) {
	w.key(name)
	w.array(len(mappings), func(i int) {
		m := mappings[i]
		w.object(func() {
			w.member("name", m.Name)
			w.member("path", m.Path)
			if m.Loosened {
				w.flag("requiredOverride", false)
			}
		})
	})
}

func (w *artifactWriter) onError(o *OnError) {
	w.object(func() {
		w.member("errorResource", o.ErrorResource)
		w.key("when")
		w.object(func() {
			w.member("path", o.When.Path)
			if o.When.Equals != "" {
				w.key("equals")
				w.json(o.When.Equals)
			}
			if o.When.Exists != nil {
				w.flag("exists", *o.When.Exists)
			}
		})
		if o.Map != nil {
			w.mappings("map", o.Map)
		}
	})
}
