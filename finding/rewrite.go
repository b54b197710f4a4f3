package finding

import "cmp"

// Rewrite passes every text of a sealed run that a backend, an environment or a
// caller may have had a part in through a function: messages, paths, key names,
// requests, warnings. Ids, codes, type words, positions and fingerprints stay.
// The run is sealed again, since identities follow from paths; findings that
// name each other still do.
func (r *Run) Rewrite(text func(string) string) {
	rewriteAll(r.Warnings, text)
	for i := range r.Subjects {
		s := &r.Subjects[i]
		s.rewrite(text)
		s.pairAgain(cmp.Or(s.Command, r.Command))
	}
	r.Seal(r.Bar)
}

// pairAgain lets findings name each other by the identities they will have.
func (s *Subject) pairAgain(family string) {
	now := map[string]string{}
	for _, f := range s.Findings {
		now[f.Identity] = Identify(family, s.ID, f)
	}
	for i, f := range s.Findings {
		if id, known := now[f.PairedWith]; known {
			s.Findings[i].PairedWith = id
		}
	}
}

func (s *Subject) rewrite(text func(string) string) {
	s.Detail = text(s.Detail)
	rewriteAll(s.UndeclaredNested, text)
	for i := range s.Findings {
		f := &s.Findings[i]
		f.Path, f.Field, f.Message, f.Hint = text(f.Path), text(f.Field), text(f.Message), text(f.Hint)
		rewriteAll(f.Affects, text)
	}
	for i := range s.Requests {
		s.Requests[i].rewrite(text)
	}
	for i := range s.Shape {
		s.Shape[i].Path, s.Shape[i].Field = text(s.Shape[i].Path), text(s.Shape[i].Field)
	}
	if s.Drift != nil {
		s.Drift.rewrite(text)
	}
}

func (r *Request) rewrite(text func(string) string) {
	r.URL, r.Body = text(r.URL), text(r.Body)
	for i := range r.Headers {
		r.Headers[i].Name, r.Headers[i].Value = text(r.Headers[i].Name), text(r.Headers[i].Value)
	}
	for i := range r.Variables {
		r.Variables[i].Host = text(r.Variables[i].Host)
	}
}

func (d *Drift) rewrite(text func(string) string) {
	for _, entries := range [][]DriftEntry{d.Added, d.Removed} {
		for i := range entries {
			entries[i].Path = text(entries[i].Path)
		}
	}
	for i := range d.Retyped {
		d.Retyped[i].Path = text(d.Retyped[i].Path)
	}
}

func rewriteAll(texts []string, text func(string) string) {
	for i := range texts {
		texts[i] = text(texts[i])
	}
}
