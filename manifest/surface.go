package manifest

// Surface is how a tool is offered to agents.
type Surface string

// The closed set of surface states.
const (
	Exposed    Surface = "exposed"
	Unlisted   Surface = "unlisted"
	NotExposed Surface = "not_exposed"
)

// Surface returns the state of the tool and, unless it is exposed, the reason:
// retired, unevaluatable, unbound or experimental (DR5.19).
func (t *Tool) Surface() (state Surface, reason string) {
	switch t.Lifecycle {
	case Retired:
		return NotExposed, "retired"
	case Experimental, Beta, Stable, Deprecated:
	default:
		return NotExposed, "unevaluatable"
	}
	switch {
	case !t.Bound():
		return NotExposed, "unbound"
	case t.Lifecycle == Experimental:
		return Unlisted, "experimental"
	}
	return Exposed, ""
}
