package doctor

import "github.com/archverify/archverify/manifest"

func unboundCapability() Check {
	return Check{
		Code: "unbound-capability", Severity: Warning, Title: "capability without a binding",
		Because: "Without a binding it compiles and then does nothing: fine while it is drafted, a defect when it goes live. Bind it before that.",
		capability: func(p *patient) []remark {
			if p.tool.Bound() || p.tool.Lifecycle == manifest.Retired {
				return nil
			}
			return []remark{{message: "declared but has no binding, so it is not invocable", path: "connector"}}
		},
	}
}
