package replay

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

// settle leaves one finding for each change and pairs renames.
func (j *judge) settle() {
	j.fold()
	j.pair()
}

// fold drops what another finding already says: a shape code beside a declared
// one on the same path, and whatever lies below something that is gone or of
// another type. A red is only dropped below a red. The walk folds its own
// findings; what is left to compare are declared findings with the others.
func (j *judge) fold() {
	var declared []sighting
	places, gone := map[string]bool{}, map[string]bool{}
	for _, s := range j.sightings {
		if declaredCode(s.Code) {
			declared = append(declared, s)
			places[s.Path] = true
		} else if s.whole {
			gone[s.Path] = true
		}
	}
	j.sightings = slices.DeleteFunc(j.sightings, func(s sighting) bool {
		if declaredCode(s.Code) && s.Severity != finding.Red && underAny(s.Path, gone) {
			return true
		}
		return (shapeCode(s.Code) && places[s.Path]) || slices.ContainsFunc(declared, func(above sighting) bool { return explains(above, s) })
	})
}

// explains reports whether a declared finding makes another one below it idle.
func explains(above, s sighting) bool {
	if !under(s.Path, above.Path) {
		return false
	}
	if above.whole {
		return above.Severity == finding.Red || s.Severity != finding.Red
	}
	misfit := above.Code == finding.RequiredWrongType || above.Code == finding.OptionalWrongType
	return misfit && shapeCode(s.Code) && s.Code != finding.Gained
}

// under reports whether a path lies strictly below another.
func under(path, above string) bool {
	return len(path) > len(above) && strings.HasPrefix(path, above) && strings.IndexByte(".[{", path[len(above)]) >= 0
}

func underAny(path string, above map[string]bool) bool {
	for i := 1; i < len(path); i++ {
		if strings.IndexByte(".[{", path[i]) >= 0 && above[path[:i]] {
			return true
		}
	}
	return false
}

// declaredCode are the codes that say what a declaration lost.
func declaredCode(c finding.Code) bool {
	switch c {
	case finding.RequiredMissing, finding.RequiredWrongType, finding.CollectionMissing, finding.CollectionEmpty,
		finding.OffOrigin, finding.OptionalMissing, finding.OptionalWrongType, finding.ValueOutsideEnum, finding.ValueNotOfType:
		return true
	}
	return false
}

// shapeCode are the codes of undeclared paths.
func shapeCode(c finding.Code) bool {
	switch c {
	case finding.Gained, finding.Lost, finding.Retyped, finding.Nulled, finding.FormatChanged, finding.Unproven, finding.KeysAsData:
		return true
	}
	return false
}
