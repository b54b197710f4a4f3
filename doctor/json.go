package doctor

import "github.com/archverify/archverify/internal/jsonval"

// JSON is the report as a document: the reference's members first in each
// finding, its place after them.
func (r *Report) JSON() []byte {
	return jsonval.Indent(jsonval.Object(
		jsonval.Named("findings", jsonval.ArrayOf(r.Findings, Finding.value)),
		jsonval.Named("checked", jsonval.Number(r.Checked)),
		jsonval.Named("ok", jsonval.Bool(r.OK())),
	))
}

func (f Finding) value() jsonval.Value {
	return jsonval.Object(
		jsonval.Named("severity", jsonval.Text(string(f.Severity))),
		jsonval.Named("code", jsonval.Text(string(f.Code))),
		jsonval.Named("capability", jsonval.TextOrNothing(f.Capability)),
		jsonval.Named("token", jsonval.TextOrNothing(f.Token)),
		jsonval.Named("message", jsonval.Text(f.Message)),
		jsonval.Named("because", jsonval.Text(f.Because)),
		jsonval.Named("path", jsonval.TextOrNothing(f.Path)),
		jsonval.Named("position", jsonval.Position(f.Pos)),
	)
}
