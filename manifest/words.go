package manifest

import "strings"

func words[T ~string](values ...T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func lifecycles() []Lifecycle {
	return []Lifecycle{Experimental, Beta, Stable, Deprecated, Retired}
}

func semantics() []Semantic {
	return []Semantic{
		Location, DateRange, Party, PreferenceSet, Money, Identifier, String, Text, TimeSlot,
		Quantity, Enum, Date, DateTime, WebPage, Image,
	}
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

// quoteAll writes 'a', 'b'.
func quoteAll(words []string) string { return "'" + strings.Join(words, "', '") + "'" }
