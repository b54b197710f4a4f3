package replay

import (
	"errors"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/go-json-experiment/json/jsontext"
)

// keyNonconforming is the golden's list of declared places whose values did not
// fit their declaration when they were recorded, as unambiguous paths. Evidence
// keeps no values, so that nothing else could tell that they are no news.
const keyNonconforming = "nonconforming"

// nonconforming is what an answer shows of declared places that do not hold what
// they are declared to hold, while consumers can still do without.
func (j *judge) nonconforming() []string {
	var paths []string
	for _, s := range j.proj.slots {
		misfits := !s.mandatory() && s.tally.misfit.count > 0
		if (misfits || (s.isEnum() && s.tally.outside.count > 0)) && s.exact() {
			paths = append(paths, s.path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// knownOutside reports whether a place was recorded outside its declaration.
func (j *judge) knownOutside(s *slot) bool {
	return j.Golden != nil && slices.Contains(j.Golden.Nonconforming, s.path)
}

// addNonconforming takes over what a recorded answer showed.
func (g *Golden) addNonconforming(v Verdict) {
	all := slices.Concat(g.Nonconforming, v.Nonconforming)
	slices.Sort(all)
	g.Nonconforming = slices.Compact(all)
}

func readNonconforming(members rawObject) ([]string, error) {
	raw, ok := members.lookup(keyNonconforming)
	if !ok || string(raw) == "null" {
		return nil, nil
	}
	v, err := ParseValue(raw)
	if err != nil || v.Kind() != ValueArray {
		return nil, errors.New(`"nonconforming" must be a list of paths`)
	}
	var paths []string
	for _, e := range v.Elements() {
		if e.Kind() != ValueString {
			return nil, errors.New(`"nonconforming" must be a list of paths`)
		}
		paths = append(paths, e.Str())
	}
	return paths, nil
}

// setNonconforming stores the list, or removes the member when it is empty.
func (o *rawObject) setNonconforming(paths []string) {
	if len(paths) == 0 {
		o.remove(keyNonconforming)
		return
	}
	text := jsontext.Value("[")
	for i, path := range paths {
		if i > 0 {
			text = append(text, ',')
		}
		text = finding.AppendJSONString(text, path)
	}
	o.set(keyNonconforming, string(append(text, ']')))
}
