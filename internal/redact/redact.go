// Package redact replaces secret values in text by the placeholders that they
// came from. It is the second line of defence: texts are made of placeholders
// in the first place.
package redact

import (
	"cmp"
	"slices"
	"strings"
)

// MinLength is the number of bytes from which on a value is looked for: shorter
// ones stand in too many innocent words.
const MinLength = 6

// Secret is a value and what stands for it, such as ${SHOP_KEY}.
type Secret struct {
	Placeholder, Value string
}

// Redactor knows secrets in their plain and encoded spellings. The zero value
// knows none. It is safe for concurrent use.
type Redactor struct {
	// needles by first byte, longest first.
	needles [256][]needle
}

type needle struct{ text, placeholder string }

// New makes a redactor. Values below MinLength are left out; of equal values
// the first placeholder by name stands.
func New(secrets []Secret) *Redactor {
	sorted := slices.SortedFunc(slices.Values(secrets), func(a, b Secret) int {
		return cmp.Or(cmp.Compare(a.Placeholder, b.Placeholder), cmp.Compare(a.Value, b.Value))
	})
	r := &Redactor{}
	seen := map[string]bool{}
	for _, s := range sorted {
		for _, text := range spellings(s.Value) {
			if len(text) >= MinLength && !seen[text] {
				seen[text] = true
				r.needles[text[0]] = append(r.needles[text[0]], needle{text, s.Placeholder})
			}
		}
	}
	for i := range r.needles {
		slices.SortStableFunc(r.needles[i], func(a, b needle) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return r
}

// String returns s with every secret replaced; at one place the longest wins.
func (r *Redactor) String(s string) string {
	if !r.Contains(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if n, ok := r.match(s[i:]); ok {
			b.WriteString(n.placeholder)
			i += len(n.text)
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// Contains reports whether a secret stands in s, plain or encoded.
func (r *Redactor) Contains(s string) bool {
	for i := range len(s) {
		if _, ok := r.match(s[i:]); ok {
			return true
		}
	}
	return false
}

func (r *Redactor) match(s string) (needle, bool) {
	for _, n := range r.needles[s[0]] {
		if strings.HasPrefix(s, n.text) {
			return n, true
		}
	}
	for _, n := range r.needles[s[0]] {
		if end := cutOff(s, n.text); end > 0 {
			return needle{s[:end], n.placeholder}, true
		}
	}
	return needle{}, false
}

// cutOff is how many bytes of a secret s begins with before an ellipsis: names
// are cut before they come here. It is 0 where that says nothing.
func cutOff(s, secret string) int {
	if len(s) < MinLength || s[:MinLength] != secret[:MinLength] {
		return 0
	}
	end := strings.Index(s[:min(len(s), len(secret)+len("…"))], "…")
	if end < MinLength || !strings.HasPrefix(secret, s[:end]) {
		return 0
	}
	return end
}
