package fingerprint

// rank orders the kinds of steps as their spelling orders bytewise: `.name`
// before `['name']` before `[]` before `{}`.
type rank uint8

const (
	rankShorthand rank = iota
	rankQuoted
	rankElement
	rankAnyKey
)

func rankOf(s Step) rank {
	if s == StepAnyKey {
		return rankAnyKey
	}
	return rankElement
}

func (r rank) step() Step {
	switch r {
	case rankElement:
		return StepElement
	case rankAnyKey:
		return StepAnyKey
	}
	return StepKey
}
