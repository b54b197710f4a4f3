package cli

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// planned is one capability of a plan, as JSON has it.
type planned struct {
	CapabilityID string            `json:"capabilityId"`
	Effect       manifest.Effect   `json:"effect"`
	Requests     []finding.Request `json:"requests"`
	Skipped      bool              `json:"skipped,omitempty"`
	Reason       finding.Reason    `json:"reason,omitempty"`
	Detail       string            `json:"detail,omitempty"`
	PolicyDenied bool              `json:"policyDenied,omitempty"`
}

// showPlan prints what would be asked. It is exit 0 whatever the plan says: the
// question was what would happen.
func (v *verification) showPlan(m *manifest.Manifest, o replay.Options) (int, error) {
	items, err := replay.Plan(m, o)
	if err != nil {
		return 0, err
	}
	plan := make([]planned, len(items))
	for i, item := range items {
		plan[i] = plannedOf(item)
	}
	if !v.json {
		v.app.out.printf("%s", planText(m.Dir, plan, v.style(v.app.out)))
		return finding.ExitOK, nil
	}
	return finding.ExitOK, v.printJSON(struct {
		Plan          []planned    `json:"plan"`
		Sandbox       bool         `json:"sandbox"`
		SchemaVersion int          `json:"schemaVersion"`
		Tool          finding.Tool `json:"tool"`
	}{plan, v.sandbox, finding.SchemaVersion, tool()})
}

func plannedOf(item replay.Item) planned {
	p := planned{CapabilityID: item.Tool.ID, Effect: item.Tool.Effect, Requests: []finding.Request{}, Skipped: item.Skipped, Detail: item.Detail(), PolicyDenied: item.PolicyDenied}
	if item.Refusal != nil {
		p.Reason = item.Refusal.Reason
	}
	for _, q := range item.Questions {
		p.Requests = append(p.Requests, q.Prepared.Show())
	}
	return p
}

func planText(dir string, plan []planned, style termtext.Style) string {
	var b strings.Builder
	line := func(first, rest, text string) { b.WriteString(style.Wrap(first, rest, style.Text(text))) }
	b.WriteByte('\n')
	line("", "  ", "archverify verify "+dir+" --plan")
	requests, asked := 0, 0
	for _, p := range plan {
		b.WriteByte('\n')
		switch {
		case p.Skipped:
			line("  ", "    ", p.CapabilityID+": "+p.Detail)
			continue
		case p.Reason != "":
			line("  ", "    ", p.CapabilityID+": cannot be asked: "+string(p.Reason)+": "+p.Detail)
			continue
		}
		asked++
		line("  ", "    ", p.CapabilityID)
		for _, r := range p.Requests {
			requests++
			requestLines(line, r)
		}
	}
	b.WriteByte('\n')
	line("", "  ", fmt.Sprintf("%s would be sent, for %d of %s; nothing was sent", count(requests, "request", "requests"), asked, count(len(plan), "capability", "capabilities")))
	return b.String()
}

func requestLines(line func(first, rest, text string), r finding.Request) {
	line("    ", "        ", r.Method+" "+r.URL)
	for _, h := range r.Headers {
		line("      ", "        ", h.Name+": "+h.Value)
	}
	if r.Body != "" {
		line("      ", "        ", "body: "+r.Body)
	}
	for _, variable := range r.Variables {
		if variable.Host == "${"+variable.Name+"}" {
			continue // it is the host
		}
		line("      ", "        ", "${"+variable.Name+"} goes to "+variable.Host)
	}
}
