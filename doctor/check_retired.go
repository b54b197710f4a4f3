package doctor

import "github.com/archverify/archverify/manifest"

func retiredWithContract() Check {
	return Check{
		Code: "retired-with-contract", Severity: Advisory, Title: "retired capability with a recorded answer",
		Because: "Nothing invokes or verifies it any more: the contract and its file are dead weight that makes it look alive. Remove both.",
		capability: func(p *patient) []remark {
			if p.tool.Lifecycle != manifest.Retired || p.tool.Contract == nil {
				return nil
			}
			return []remark{{message: "is retired but still carries a contract fixture", path: "contract", pos: p.tool.Contract.Pos}}
		},
	}
}
