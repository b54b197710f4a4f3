package finding

import "math"

// verifyOrder is the registry order of verify findings.
var verifyOrder = []Code{
	RequiredMissing, RequiredWrongType, CollectionMissing, CollectionEmpty, NoUsableRow, OffOrigin, NotJSON,
	RequestRefused, IsolationFailed, IsolationUnproven, OptionalMissing, OptionalWrongType, RowViolation, Gained,
	Lost, Retyped, Nulled, FormatChanged, Rarer, KeysAsData, ValueOutsideEnum, ValueNotOfType, Unproven, ShapeUnnamed,
	RequestStale, EvidenceStale, Thin, UndeclaredNestedOf, RetriedRequest, Unsteady,
}

// verifyRank is the place of a code in the verify registry; codes of other
// registries come after all of them.
func verifyRank(c Code) int {
	for i, known := range verifyOrder {
		if c == known {
			return i
		}
	}
	return math.MaxInt
}
