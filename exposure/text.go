package exposure

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

// Text is the human block; names are safe for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	b.WriteString("\n  exposure   what a model sends, is shown, and never sees — names and types only\n")
	t := r.Totals
	fmt.Fprintf(&b, "  totals     %d declared — %d exposed, %d unlisted, %d not exposed\n", t.Declared, t.Exposed, t.Unlisted, t.NotExposed)
	for _, c := range r.Capabilities {
		c.write(&b)
	}
	return b.String()
}

func (c *Capability) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n  %s  [%s]  %s\n", termtext.Safe(c.ID), termtext.Safe(string(c.Effect)), c.label())
	line := func(label, text string) { fmt.Fprintf(b, "    %-10s %s\n", label, termtext.Safe(text)) }
	line("receives", listed(c.Receives, Received.text, "nothing"))
	if c.Passthrough {
		line("exposes", "the provider's whole response body — the binding declares no response: or extract:")
	} else {
		line("exposes", listed(c.Exposes, Shown.text, "nothing"))
	}
	if c.Observed == nil {
		line("withholds", "unknown — no recorded contract")
		return
	}
	line("withholds", listed(c.Withholds, Withheld.text, "nothing observed"))
	line("", fmt.Sprintf("as observed in %s (%s)", c.Observed.Fixture, short(c.Observed.Fingerprint)))
}

func (c *Capability) label() string {
	switch c.State {
	case manifest.Exposed:
		return "exposed"
	case manifest.Unlisted:
		return fmt.Sprintf("unlisted (%s) — callable by id, not advertised", c.Reason)
	default:
		return fmt.Sprintf("not exposed (%s)", c.Reason)
	}
}

func listed[T any](items []T, text func(T) string, none string) string {
	if len(items) == 0 {
		return none
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, ", ")
}

func (r Received) text() string {
	return fmt.Sprintf("%s (%s%s)", r.Name, typeText(r.Type), optional(r.Required))
}

func (s Shown) text() string {
	via := ""
	switch s.Via {
	case ViaExtract:
		via = ", extract"
	case ViaUnmapped:
		via = ", declared, never filled"
	}
	return fmt.Sprintf("%s (%s%s%s)", s.Path, typeText(s.Type), optional(s.Required), via)
}

func (w Withheld) text() string { return fmt.Sprintf("%s (%s)", w.Path, w.Observed) }

func optional(required bool) string {
	if required {
		return ""
	}
	return ", optional"
}

func typeText(t manifest.Type) string {
	switch t.Kind {
	case manifest.KindList:
		return string(t.Semantic) + "[]"
	case manifest.KindCollection:
		return t.Resource + "[]"
	case manifest.KindResource:
		if t.Identity {
			return "ref " + t.Resource
		}
		return t.Resource
	default:
		return string(t.Semantic)
	}
}

// short keeps six characters of a fingerprint behind its algorithm.
func short(fingerprint string) string {
	head, digest, found := strings.Cut(fingerprint, ":")
	if !found {
		return cut(fingerprint)
	}
	return head + ":" + cut(digest)
}

func cut(s string) string {
	if utf8.RuneCountInString(s) > 6 {
		s = string([]rune(s)[:6])
	}
	return s + "…"
}
