package doctor

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/replay"
)

func fixtureRequestInvalid() Check {
	return Check{
		Code: "fixture-request-invalid", Severity: Warning, Title: "recorded request that breaks the declared input",
		Because: "The declaration moved on, and the replay asks what no caller may ask any more. Record again with an input that fits.",
		capability: func(p *patient) []remark {
			var remarks []remark
			for n, in := range p.requests() {
				problems, more := replay.ValidateInput(p.IR, p.tool.Input, in)
				if len(problems) == 0 {
					continue
				}
				remarks = append(remarks, remark{
					message: fmt.Sprintf("%s does not match the declared input: %s", requestName(n), problemList(problems, more)),
					path:    fmt.Sprintf("contract.request[%d]", n+1), pos: p.tool.Contract.FixturePos,
				})
			}
			return remarks
		},
	}
}

// requests are the recorded requests, the golden's own first.
func (p *patient) requests() []replay.Input {
	g := p.fixture.golden
	if g == nil {
		return nil
	}
	list := []replay.Input{g.Request}
	for _, also := range g.Also {
		list = append(list, also.Request)
	}
	return list
}

func requestName(n int) string {
	if n == 0 {
		return "its recorded request"
	}
	return fmt.Sprintf("its recorded request %d", n+1)
}

func problemList(problems []replay.Problem, more bool) string {
	var texts []string
	for _, pr := range problems {
		texts = append(texts, fmt.Sprintf("%s (expected %s)", pr.Path, pr.Expected))
	}
	if more {
		texts = append(texts, "further problems omitted")
	}
	return strings.Join(texts, "; ")
}
