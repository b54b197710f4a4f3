package doctor

import (
	"fmt"

	"github.com/archverify/archverify/manifest"
)

func noContract() Check {
	return Check{
		Code: "no-contract", Severity: Warning, Title: "read capability without a recorded answer",
		Because: "`archverify verify` has nothing to replay, so that drift of the backend is found by whoever calls it. Record an answer with `archverify record`.",
		capability: func(p *patient) []remark {
			if !p.tool.Bound() || p.tool.Contract != nil || p.tool.Effect != manifest.Read {
				return nil
			}
			return []remark{{message: "bound, but records no contract fixture", path: "contract", pos: p.tool.BindingPos}}
		},
	}
}

func noContractNonRead() Check {
	return Check{
		Code: "no-contract-non-read", Severity: Advisory, Title: "capability with an effect and, rightly, no recorded answer",
		Because: "Replaying would repeat the effect, which is why `archverify verify` skips it. Cover it with a capability that only reads from the same backend where there is one; record it only against a real sandbox, for `--sandbox`.",
		capability: func(p *patient) []remark {
			if !p.tool.Bound() || p.tool.Contract != nil || p.tool.Effect == manifest.Read {
				return nil
			}
			message := fmt.Sprintf("bound and `%s`, so it records no contract fixture — and should not", p.tool.Effect)
			return []remark{{message: message, path: "contract", pos: p.tool.BindingPos}}
		},
	}
}
