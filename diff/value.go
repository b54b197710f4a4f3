package diff

import (
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

func fieldValue(f *manifest.Field) jsonval.Value {
	return jsonval.Object(jsonval.Named("required", jsonval.Bool(f.Required)), jsonval.Named("type", jsonval.Type(f.Type)))
}

func rateValue(r *manifest.RateLimit) jsonval.Value {
	if r == nil {
		return ""
	}
	return jsonval.Object(
		jsonval.Named("maxInvocations", jsonval.Number(r.MaxInvocations)),
		jsonval.Named("windowSeconds", jsonval.Number(r.WindowSeconds)),
	)
}
