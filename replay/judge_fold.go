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
// another type. A red is only dropped below a red.
func (j *judge) fold() {
	declared, whole, misfits := map[string]bool{}, map[string]finding.Severity{}, map[string]bool{}
	for _, s := range j.sightings {
		if declaredCode(s.Code) {
			declared[s.Path] = true
		}
		if s.whole && (whole[s.Path] == "" || s.Severity.Worse(whole[s.Path])) {
			whole[s.Path] = s.Severity
		}
		if s.Code == finding.RequiredWrongType || s.Code == finding.OptionalWrongType {
			misfits[s.Path] = true
		}
	}
	j.sightings = slices.DeleteFunc(j.sightings, func(s sighting) bool {
		if declared[s.Path] && shapeCode(s.Code) {
			return true
		}
		for above := range prefixes(s.Path) {
			if by := whole[above]; by == finding.Red || (by != "" && s.Severity != finding.Red) {
				return true
			}
			if misfits[above] && shapeCode(s.Code) && s.Code != finding.Gained && s.Severity != finding.Red {
				return true
			}
		}
		return false
	})
}

// prefixes yields the paths above a path.
func prefixes(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := 1; i < len(path); i++ {
			if strings.IndexByte(".[{", path[i]) >= 0 && !yield(path[:i]) {
				return
			}
		}
	}
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
