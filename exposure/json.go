package exposure

import "github.com/archverify/archverify/internal/jsonval"

// Members are the members of the JSON document: the list and its totals.
func (r *Report) Members() []jsonval.Member {
	t := r.Totals
	return []jsonval.Member{
		jsonval.Named("exposure", jsonval.ArrayOf(r.Capabilities, Capability.value)),
		jsonval.Named("totals", jsonval.Object(
			jsonval.Named("declared", jsonval.Number(t.Declared)),
			jsonval.Named("exposed", jsonval.Number(t.Exposed)),
			jsonval.Named("unlisted", jsonval.Number(t.Unlisted)),
			jsonval.Named("notExposed", jsonval.Number(t.NotExposed)),
		)),
	}
}

func (c Capability) value() jsonval.Value {
	withholds, observation, passthrough := jsonval.Text("unknown"), jsonval.Value(""), jsonval.Value("")
	if c.Observed != nil {
		withholds = jsonval.ArrayOf(c.Withholds, Withheld.value)
		observation = jsonval.Object(
			jsonval.Named("fixture", jsonval.Text(c.Observed.Fixture)),
			jsonval.Named("fingerprint", jsonval.Text(c.Observed.Fingerprint)),
		)
	}
	if c.Passthrough {
		passthrough = jsonval.Bool(true)
	}
	return jsonval.Object(
		jsonval.Named("capabilityId", jsonval.Text(c.ID)),
		jsonval.Named("effect", jsonval.Text(string(c.Effect))),
		jsonval.Named("state", jsonval.Text(string(c.State))),
		jsonval.Named("reason", jsonval.TextOrNothing(c.Reason)),
		jsonval.Named("receives", jsonval.ArrayOf(c.Receives, Received.value)),
		jsonval.Named("exposes", jsonval.ArrayOf(c.Exposes, Shown.value)),
		jsonval.Named("withholds", withholds),
		jsonval.Named("observation", observation),
		jsonval.Named("passthrough", passthrough),
	)
}

func (r Received) value() jsonval.Value {
	return jsonval.Object(
		jsonval.Named("name", jsonval.Text(r.Name)),
		jsonval.Named("type", jsonval.Type(r.Type)),
		jsonval.Named("required", jsonval.Bool(r.Required)),
	)
}

func (s Shown) value() jsonval.Value {
	kind := jsonval.Type(s.Type)
	if s.Via == ViaPassthrough {
		kind = "" // nothing declares what comes
	}
	return jsonval.Object(
		jsonval.Named("path", jsonval.Text(s.Path)),
		jsonval.Named("name", jsonval.Text(s.Name)),
		jsonval.Named("type", kind),
		jsonval.Named("required", jsonval.Bool(s.Required)),
		jsonval.Named("via", jsonval.Text(string(s.Via))),
	)
}

func (w Withheld) value() jsonval.Value {
	return jsonval.Object(jsonval.Named("path", jsonval.Text(w.Path)), jsonval.Named("observed", jsonval.Text(w.Observed)))
}
