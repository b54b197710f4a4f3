package diff

import (
	"slices"
	"strings"
)

// set returns the distinct members of a list, sorted; never nil.
func set(members []string) []string {
	sorted := slices.Sorted(slices.Values(members))
	return slices.Compact(append([]string{}, sorted...))
}

// minus returns the members of a that b does not hold; both are sets.
func minus(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(m string) bool {
		_, in := slices.BinarySearch(b, m)
		return in
	})
}

// quoted lists members as 'a', 'b'.
func quoted(members []string) string {
	return "'" + strings.Join(members, "', '") + "'"
}

// union is the short form of a set.
func union(members []string) string { return strings.Join(members, "|") }
