package diff

import (
	"cmp"
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"
	"slices"
	"strings"

	"github.com/archverify/archverify/manifest"
)

func (c *comparison) capabilities() {
	for _, id := range names(c.before.tools, c.after.tools) {
		before, after := c.before.tools[id], c.after.tools[id]
		var rows []*Entry
		switch {
		case after == nil:
			rows = []*Entry{removed(before)}
		case before == nil:
			rows = []*Entry{added(after)}
		default:
			rows = toolRows(before, after)
		}
		for _, e := range rows {
			e.Capability = id
		}
		c.add(rows...)
	}
}

func removed(before *manifest.Tool) *Entry {
	return &Entry{
		Kind: CapabilityRemoved, Severity: softened(CapabilityRemoved, before), Detail: "capability removed", BeforePos: before.Pos,
	}
}

func added(after *manifest.Tool) *Entry {
	return &Entry{
		Kind: CapabilityAdded, Severity: usual(CapabilityAdded), After: jsonval.Object(jsonval.Named("effect", jsonval.Text(string(after.Effect)))),
		Detail: fmt.Sprintf("capability added (%s)", after.Effect), AfterPos: after.Pos,
	}
}

// softened is the severity of taking a capability away: nobody was promised an
// experimental one. The side before decides, so that a change cannot soften
// itself.
func softened(kind Kind, before *manifest.Tool) Severity {
	if before.Lifecycle == manifest.Experimental {
		return Notable
	}
	return usual(kind)
}

func toolRows(before, after *manifest.Tool) []*Entry {
	rows := slices.Concat(
		effectRow(before, after),
		lifecycleRow(before, after),
		fieldRows(inputRole, before.Input, after.Input),
		fieldRows(outputRole, before.Output, after.Output),
		policyRows(before.PolicyRules, after.PolicyRules),
		tokenRow(before, after),
		descriptionRow(before, after),
		bindingRows(before, after),
	)
	for _, e := range rows {
		gone, came := e.Before != "" && e.After == "", e.Before == "" && e.After != ""
		if !e.BeforePos.Known() && !came {
			e.BeforePos = before.At(e.Path)
		}
		if !e.AfterPos.Known() && !gone {
			e.AfterPos = after.At(e.Path)
		}
	}
	return rows
}

func effectRow(before, after *manifest.Tool) []*Entry {
	if before.Effect == after.Effect {
		return nil
	}
	return []*Entry{moved(EffectChanged, "effect", string(before.Effect), string(after.Effect), "effect changed: %s → %s")}
}

// moved is an entry that shows one word before and another after.
func moved(kind Kind, path, before, after, format string) *Entry {
	return &Entry{
		Kind: kind, Severity: usual(kind), Path: path, Before: jsonval.Text(before), After: jsonval.Text(after),
		Detail: fmt.Sprintf(format, before, after), From: before, To: after,
	}
}

func lifecycleRow(before, after *manifest.Tool) []*Entry {
	from, to := maturity(before), maturity(after)
	if from == to {
		return nil
	}
	kind, tail := lifecycleKind(from, to)
	e := moved(kind, "lifecycle", string(from), string(to), "lifecycle changed: %s → %s"+tail)
	if kind == LifecycleRetired {
		e.Severity = softened(kind, before)
	}
	return []*Entry{e}
}

// maturity is the lifecycle; absent means stable.
func maturity(t *manifest.Tool) manifest.Lifecycle { return cmp.Or(t.Lifecycle, manifest.Stable) }

func lifecycleKind(from, to manifest.Lifecycle) (kind Kind, tail string) {
	forward := []manifest.Lifecycle{manifest.Experimental, manifest.Beta, manifest.Stable}
	a, b := slices.Index(forward, from), slices.Index(forward, to)
	switch {
	case to == manifest.Retired:
		return LifecycleRetired, " — no longer invocable"
	case to == manifest.Deprecated:
		return LifecycleDeprecated, " — still invocable"
	case a >= 0 && b > a:
		return LifecycleForward, ""
	default:
		return LifecycleReversed, " — a move the classification table does not list"
	}
}

func tokenRow(before, after *manifest.Tool) []*Entry {
	from, to := set(before.Policies), set(after.Policies)
	if slices.Equal(from, to) {
		return nil
	}
	var parts []string
	if gained := minus(to, from); len(gained) > 0 {
		parts = append(parts, "gained "+quoted(gained))
	}
	if lost := minus(from, to); len(lost) > 0 {
		parts = append(parts, "lost "+quoted(lost))
	}
	return []*Entry{{
		Kind: PolicyTokensChanged, Severity: usual(PolicyTokensChanged), Path: "policies", Before: jsonval.Texts(from), After: jsonval.Texts(to),
		Detail: "policy tokens " + strings.Join(parts, " and "), From: union(from), To: union(to),
	}}
}

func descriptionRow(before, after *manifest.Tool) []*Entry {
	if before.Description == after.Description {
		return nil
	}
	return []*Entry{{
		Kind: DescriptionChanged, Severity: usual(DescriptionChanged), Path: "description",
		Before: jsonval.Text(before.Description), After: jsonval.Text(after.Description), Detail: "description changed",
		Texts: []TextChange{{Before: before.Description, After: after.Description}},
	}}
}
