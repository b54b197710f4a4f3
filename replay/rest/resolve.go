package rest

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/replay"
)

// resolver puts values in place of ${…} and keeps book of what was missing.
type resolver struct {
	env    func(string) (string, bool)
	allow  []string
	caller replay.Caller

	unset, unreadable, absent      []string // placeholders, first seen first
	unsetPos, unreadPos, absentPos finding.Position
	secrets                        []redact.Secret
	callerInBase, resolvingBase    bool
}

// text resolves a template that holds no input fields.
func (r *resolver) text(template string, pos finding.Position) string {
	var b strings.Builder
	for _, p := range split(template, variable, callers) {
		b.WriteString(r.value(p, pos))
	}
	return b.String()
}

// value resolves one piece; literals stand for themselves.
func (r *resolver) value(p piece, pos finding.Position) string {
	switch p.kind {
	case variable:
		return r.variable(p, pos)
	case callers:
		return r.callerValue(p, pos)
	}
	return p.text
}

// variable resolves ${NAME}. Caller placeholders inside its value are resolved
// as well, other variables are not (VR1.3).
func (r *resolver) variable(p piece, pos finding.Position) string {
	if !Readable(p.text, r.allow) {
		note(&r.unreadable, &r.unreadPos, p, pos)
		return ""
	}
	v, set := r.env(p.text)
	if !set {
		note(&r.unset, &r.unsetPos, p, pos)
		return ""
	}
	r.secrets = append(r.secrets, redact.Secret{Placeholder: p.placeholder(), Value: v})
	var b strings.Builder
	for _, inner := range split(v, callers) {
		b.WriteString(r.value(inner, pos))
	}
	return b.String()
}

func (r *resolver) callerValue(p piece, pos finding.Position) string {
	r.callerInBase = r.callerInBase || r.resolvingBase
	v, given := r.caller.Values[p.text]
	if !given && p.text == "principal" && r.caller.Principal != nil {
		v, given = *r.caller.Principal, true
	}
	if !given {
		note(&r.absent, &r.absentPos, p, pos)
		return ""
	}
	r.secrets = append(r.secrets, redact.Secret{Placeholder: p.placeholder(), Value: v})
	return v
}

func note(list *[]string, first *finding.Position, p piece, pos finding.Position) {
	if len(*list) == 0 {
		*first = pos
	}
	if !slices.Contains(*list, p.placeholder()) {
		*list = append(*list, p.placeholder())
	}
}

// refusal says what was missing, variables before caller values (VR1.6).
func (r *resolver) refusal() *replay.Refusal {
	var parts []string
	pos := r.unreadPos
	if len(r.unset) > 0 {
		parts = append(parts, "not set: "+strings.Join(r.unset, ", "))
		pos = r.unsetPos
	}
	if len(r.unreadable) > 0 {
		parts = append(parts, "not handed to a manifest unless --env names it: "+strings.Join(r.unreadable, ", "))
	}
	if len(parts) > 0 {
		return &replay.Refusal{Reason: finding.EnvMissing, Detail: "environment variables " + strings.Join(parts, "; "), Pos: pos}
	}
	if len(r.absent) > 0 {
		return &replay.Refusal{Reason: finding.CredentialMissing, Detail: "no caller value for " + strings.Join(r.absent, ", "), Pos: r.absentPos}
	}
	return nil
}
