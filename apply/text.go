package apply

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

// page collects lines; every text on it is safe for a terminal.
type page struct{ strings.Builder }

// line writes one line. Arguments are made safe, the format is ours.
func (p *page) line(format string, args ...any) {
	for i, a := range args {
		if s, is := a.(string); is {
			args[i] = termtext.Safe(s)
		}
	}
	fmt.Fprintf(p, format+"\n", args...)
}

// Text is the human report; its lines have a fixed form.
func (r *Report) Text() string {
	p := &page{}
	p.line("\narchverify apply %s\n", r.Manifest.Dir)
	r.writeLoaded(p)
	p.line("")
	r.writeProblems(p)
	r.writeCollisions(p)
	if r.OK() {
		p.line("  registry   IR v%s — %d capabilities, %d invocable (bound)", r.Manifest.IR.Version, r.capabilities(), r.Invocable())
		if r.Exposure != nil {
			p.WriteString(r.Exposure.Text())
		}
		p.line("\n  → run 'archstone serve %s' to expose %d tool(s) to an AI agent over MCP", r.Manifest.Dir, r.Invocable())
	}
	p.line("")
	return p.String()
}

func (r *Report) writeLoaded(p *page) {
	m := r.Manifest
	if c := m.Catalog; c != nil {
		p.line("  company    %s (%s)", cmp.Or(c.Company.Name, c.Company.ID), c.Company.ID)
		p.line("  providers  %s", strings.Join(c.Providers, ", "))
		p.line("  declared   %d capabilities", len(c.Capabilities))
	}
	p.line("  loaded     %d capability docs, %d bindings", len(m.Capabilities), len(m.Bindings))
	for _, c := range m.Capabilities {
		p.line("    ✓ %s  [%s] → %s", c.ID, string(c.Effect), cmp.Or(c.Provider, "?"))
	}
	if len(m.Policies) > 0 {
		p.line("  policies   %d policy document(s)", len(m.Policies))
	}
	for _, d := range m.Policies {
		p.line("    ✓ %s  → %s", d.ID, target(d))
	}
}

func target(d *manifest.PolicyDoc) string {
	switch d.Scope {
	case "capability":
		return "capability " + cmp.Or(d.CapabilityID, "?")
	case "provider":
		return "provider " + cmp.Or(d.Provider, "?")
	default:
		return "(no scope)"
	}
}

func (r *Report) writeProblems(p *page) {
	if issues := r.Manifest.Issues; len(issues) == 0 {
		p.line("  ✓ shapes valid")
	} else {
		p.line("  ✗ %d shape issue(s):", len(issues))
		for _, i := range issues {
			p.line("    - %s: %s", i.File, i.Message)
		}
	}
	p.line("  semantic   %d error(s), %d warning(s)", len(r.Errors), len(r.Warnings)+len(r.Lints))
	for _, d := range r.Errors {
		p.line("    ✗ %s", d.Message)
	}
	for _, d := range r.Warnings {
		p.line("    ⚠ %s", d.Message)
	}
	for _, l := range r.Lints {
		p.line("    ⚠ capability '%s' %s %s", l.Capability, l.Message, l.Because)
	}
}

func (r *Report) writeCollisions(p *page) {
	if len(r.Collisions) == 0 {
		return
	}
	p.line("\n  ✗ %d tool-name collision(s):", len(r.Collisions))
	for _, c := range r.Collisions {
		p.line("    - %s", collisionText(c))
	}
}

func collisionText(c manifest.Collision) string {
	return fmt.Sprintf("tool name '%s' is ambiguous — capabilities %s all sanitize to it", c.Name, strings.Join(c.IDs, ", "))
}
