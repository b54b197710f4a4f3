package doctor

import (
	"slices"

	"github.com/archverify/archverify/manifest"
)

func rateLimitNeedsCounter() Check {
	return Check{
		Code: "ratelimit-needs-counter", Severity: Advisory, Title: "rate limit that needs a counter",
		Because: "Whatever serves it has to count: without a counter every call is denied, and with one an instance the limit counts for each of them. Provide one that all instances share.",
		capability: func(p *patient) []remark {
			i := slices.IndexFunc(p.tool.PolicyRules, func(r *manifest.PolicyRule) bool { return r.RateLimit != nil })
			if i < 0 {
				return nil
			}
			return []remark{{message: "declares a rate limit, which needs a counter supplied at runtime", path: "policyRules", pos: p.tool.PolicyRules[i].Pos}}
		},
	}
}

func authenticatedNeedsPrincipal() Check {
	return Check{
		Code: "authenticated-needs-principal", Severity: Advisory, Title: "capability that needs a caller",
		Because: "Whatever serves it has to know who calls, request by request; served over standard input there is one caller for all. Make sure that it does.",
		capability: func(p *patient) []remark {
			if !slices.Contains(p.tool.Policies, "authenticated") {
				return nil
			}
			return []remark{{message: "requires an authenticated caller", path: "policies"}}
		},
	}
}

func experimentalCapability() Check {
	return Check{
		Code: "experimental-capability", Severity: Advisory, Title: "experimental capability",
		Because: "It is left out of listings, and whoever knows its id can call it all the same. Make sure that this is wanted.",
		capability: func(p *patient) []remark {
			if p.tool.Lifecycle != manifest.Experimental {
				return nil
			}
			return []remark{{message: "is `experimental`: hidden from tool listings but still invocable by id", path: "lifecycle"}}
		},
	}
}
