package apply

import (
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

// JSON is the report as a document: with an exposure, the reference's members
// first.
func (r *Report) JSON() []byte {
	var members []jsonval.Member
	if r.Exposure != nil {
		members = r.Exposure.Members()
	}
	members = append(members,
		jsonval.Named("ok", jsonval.Bool(r.OK())),
		jsonval.Named("company", r.company()),
		jsonval.Named("counts", r.counts()),
		jsonval.Named("issues", jsonval.ArrayOf(r.Manifest.Issues, issueValue)),
		jsonval.Named("diagnostics", jsonval.ArrayOf(append(append([]manifest.Diagnostic{}, r.Errors...), r.Warnings...), diagnosticValue)),
		jsonval.Named("lints", jsonval.ArrayOf(r.Lints, lintValue)),
		jsonval.Named("collisions", jsonval.ArrayOf(r.Collisions, collisionValue)),
	)
	return jsonval.Indent(jsonval.Object(members...))
}

func (r *Report) company() jsonval.Value {
	c := r.Manifest.Catalog
	if c == nil {
		return ""
	}
	return jsonval.Object(jsonval.Named("id", jsonval.Text(c.Company.ID)), jsonval.Named("name", jsonval.TextOrNothing(c.Company.Name)))
}

func (r *Report) counts() jsonval.Value {
	m := r.Manifest
	declared := 0
	if m.Catalog != nil {
		declared = len(m.Catalog.Capabilities)
	}
	return jsonval.Object(
		jsonval.Named("declared", jsonval.Number(declared)),
		jsonval.Named("capabilities", jsonval.Number(len(m.Capabilities))),
		jsonval.Named("bindings", jsonval.Number(len(m.Bindings))),
		jsonval.Named("resources", jsonval.Number(len(m.Resources))),
		jsonval.Named("policies", jsonval.Number(len(m.Policies))),
		jsonval.Named("invocable", jsonval.Number(r.Invocable())),
		jsonval.Named("issues", jsonval.Number(len(m.Issues))),
		jsonval.Named("errors", jsonval.Number(len(r.Errors))),
		jsonval.Named("warnings", jsonval.Number(len(r.Warnings)+len(r.Lints))),
	)
}

func issueValue(i manifest.Issue) jsonval.Value {
	return jsonval.Object(
		jsonval.Named("file", jsonval.Text(i.File)), jsonval.Named("message", jsonval.Text(i.Message)),
		jsonval.Named("position", jsonval.Position(i.Pos)), jsonval.Named("violations", jsonval.ArrayOf(i.Violations, violationValue)),
	)
}

func violationValue(v manifest.Violation) jsonval.Value {
	return jsonval.Object(
		jsonval.Named("pointer", jsonval.Text(v.Pointer)), jsonval.Named("message", jsonval.Text(v.Text)),
		jsonval.Named("hint", jsonval.TextOrNothing(v.Hint)), jsonval.Named("position", jsonval.Position(v.Pos)),
	)
}

func diagnosticValue(d manifest.Diagnostic) jsonval.Value {
	return jsonval.Object(
		jsonval.Named("severity", jsonval.Text(string(d.Severity))), jsonval.Named("code", jsonval.Text(string(d.Code))),
		jsonval.Named("capability", jsonval.TextOrNothing(d.Capability)), jsonval.Named("token", jsonval.TextOrNothing(d.Token)),
		jsonval.Named("message", jsonval.Text(d.Message)), jsonval.Named("path", jsonval.TextOrNothing(d.Path)),
		jsonval.Named("position", jsonval.Position(d.Pos)),
	)
}

func lintValue(l manifest.Lint) jsonval.Value {
	return jsonval.Object(
		jsonval.Named("severity", jsonval.Text("warning")), jsonval.Named("code", jsonval.Text(string(l.Code))),
		jsonval.Named("capability", jsonval.Text(l.Capability)), jsonval.Named("token", jsonval.TextOrNothing(l.Token)),
		jsonval.Named("message", jsonval.Text(l.Message)), jsonval.Named("because", jsonval.Text(l.Because)),
		jsonval.Named("path", jsonval.TextOrNothing(l.Path)), jsonval.Named("position", jsonval.Position(l.Pos)),
	)
}

func collisionValue(c manifest.Collision) jsonval.Value {
	return jsonval.Object(jsonval.Named("name", jsonval.Text(c.Name)), jsonval.Named("ids", jsonval.Texts(c.IDs)))
}
