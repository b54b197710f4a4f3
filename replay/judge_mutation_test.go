package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
)

// The answer that gets mutated: everything that a declaration can reach, and a
// good deal that it does not.
func pierAnswer() string {
	var berths []string
	for i := range 8 {
		berths = append(berths, fmt.Sprintf(`{"name":"berth %d","fee":%d.5,"since":"2031-01-0%d","keeper":{"call":"k%d","shift":"early","badge":{"no":%d}},
			"mooring":"bow","tags":["dry","lit"],"log":[{"at":"2031-05-0%dT08:00:00Z","ok":true,"who":{"id":"7f3c2a10-5b6d-4e8f-9a0b-1c2d3e4f5a6%d"}}],"geo":{"lat":%d.25,"lon":2}}`, i, i, i+1, i, i, i+1, i, i))
	}
	return `{"page":{"next":"c2","size":8},"rows":[` + strings.Join(berths, ",") + `],"at":"2031-05-06T07:08:09Z","open":true}`
}

// reachOf says what the declaration says about a path.
func declaredReach(path string) string {
	switch path {
	case "$.rows[].name", "$.rows[].fee":
		return "required"
	case "$.rows[].since", "$.rows[].keeper", "$.rows[].keeper.shift":
		return "optional"
	case "$.rows[].keeper.call":
		return "absorbed"
	case "$.rows":
		return "collection"
	}
	return "undeclared"
}

// site is one member of one object of a decoded answer.
type site struct {
	object map[string]any
	key    string
}

// sites collects the members of a decoded answer by path.
func sites(v any, path string, into map[string][]site) {
	switch v := v.(type) {
	case map[string]any:
		for key, m := range v {
			at := path + "." + key
			into[at] = append(into[at], site{v, key})
			sites(m, at, into)
		}
	case []any:
		for _, e := range v {
			sites(e, path+"[]", into)
		}
	}
}

func decoded(text string) any {
	GinkgoHelper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	Expect(dec.Decode(&v)).To(Succeed())
	return v
}

func encoded(v any) string {
	GinkgoHelper()
	out, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(out)
}

// mutation changes one member.
type mutation struct {
	name  string
	apply func(s site) bool // false: does not apply here
}

func mutations() []mutation {
	return []mutation{
		{"drop", func(s site) bool { delete(s.object, s.key); return true }},
		{"null", func(s site) bool { s.object[s.key] = nil; return true }},
		{"rename", func(s site) bool {
			s.object["the"+s.key] = s.object[s.key]
			delete(s.object, s.key)
			return true
		}},
		{"retype", retype},
		{"gain", func(s site) bool { s.object["gained"] = json.Number("1"); return true }},
		{"reformat", func(s site) bool {
			text, ok := s.object[s.key].(string)
			if !ok || !strings.HasPrefix(text, "2031-") {
				return false
			}
			s.object[s.key] = text[8:10] + "." + text[5:7] + "." + text[:4]
			return true
		}},
	}
}

func retype(s site) bool {
	switch v := s.object[s.key].(type) {
	case string:
		s.object[s.key] = json.Number("7")
	case json.Number:
		s.object[s.key] = v.String()
	case bool:
		s.object[s.key] = "yes"
	case []any:
		s.object[s.key] = map[string]any{"items": v}
	case map[string]any:
		s.object[s.key] = []any{v}
	}
	return true
}

// expected is the mildest outcome that is right for a mutation with evidence,
// and whether red would be a false one.
func expected(m, reach, scope string) (mildest finding.Outcome, mayBeRed bool) {
	everywhere := scope == "all"
	switch {
	case m == "gain", m == "reformat":
		return finding.OutcomeYellow, false
	case m == "retype" && reach == "collection":
		return finding.OutcomeYellow, true // the object's members are rows then
	case reach == "collection", reach == "required":
		return finding.OutcomeRed, true
	case m == "retype", m == "rename", everywhere, reach == "absorbed":
		return finding.OutcomeYellow, false
	}
	return finding.OutcomeGreen, false // the table of absence decides
}

func rank(o finding.Outcome) int {
	return slices.Index([]finding.Outcome{finding.OutcomeRed, finding.OutcomeYellow, finding.OutcomeGreen}, o)
}

var _ = Describe("mutations of an answer", func() {
	scopes := map[string]func([]site) []site{
		"first": func(s []site) []site { return s[:1] },
		"later": func(s []site) []site { return s[len(s)-1:] },
		"all":   func(s []site) []site { return s },
	}
	each := func(visit func(what, reach, op, scope, live string)) int {
		byPath := map[string][]site{}
		sites(decoded(pierAnswer()), "$", byPath)
		var paths []string
		for path := range byPath {
			paths = append(paths, path)
		}
		sort.Strings(paths)
		count := 0
		for _, path := range paths {
			for _, m := range mutations() {
				for scope, choose := range scopes {
					v := decoded(pierAnswer())
					fresh := map[string][]site{}
					sites(v, "$", fresh)
					applied := false
					for _, s := range choose(inOrder(v, path, fresh[path])) {
						applied = m.apply(s) || applied
					}
					if !applied {
						continue
					}
					count++
					visit(fmt.Sprintf("%s %s (%s)", m.name, path, scope), declaredReach(path), m.name, scope, encoded(v))
				}
			}
		}
		return count
	}

	It("are noticed with evidence, and red exactly where a consumer breaks", func() {
		f := berths("$.rows[*]").recorded(pierAnswer())
		count := each(func(what, reach, op, scope, live string) {
			mildest, mayBeRed := expected(op, reach, scope)
			v := f.judge(live)
			got := finding.OutcomeOf(v.Findings)
			Expect(rank(got)).To(BeNumerically("<=", rank(mildest)), "%s: %s", what, reading(v))
			if !mayBeRed {
				Expect(got).NotTo(Equal(finding.OutcomeRed), "%s: %s", what, reading(v))
			}
		})
		Expect(count).To(BeNumerically(">", 300))
	})

	It("are noticed by a bare shape where it can", func() {
		f := berths("$.rows[*]").bare(pierAnswer())
		each(func(what, reach, op, scope, live string) {
			mildest, mayBeRed := expected(op, reach, scope)
			if reach == "undeclared" && scope != "all" && !(scope == "first" && op == "gain") || op == "reformat" || (op == "rename" || op == "gain") && scope == "later" {
				mildest = min2(mildest, reach)
			}
			v := f.judge(live)
			got := finding.OutcomeOf(v.Findings)
			Expect(rank(got)).To(BeNumerically("<=", rank(mildest)), "%s: %s", what, reading(v))
			if !mayBeRed {
				Expect(got).NotTo(Equal(finding.OutcomeRed), "%s: %s", what, reading(v))
			}
		})
	})
})

// min2 is the outcome that a bare shape must at least give in a part of the
// rows: red for required fields, nothing for the rest.
func min2(mildest finding.Outcome, reach string) finding.Outcome {
	if mildest == finding.OutcomeRed && reach == "required" {
		return finding.OutcomeRed
	}
	return finding.OutcomeGreen
}

// inOrder sorts sites by where they stand in the answer (maps lose the order,
// arrays keep it).
func inOrder(root any, path string, found []site) []site {
	var ordered []site
	var visit func(v any, at string)
	visit = func(v any, at string) {
		switch v := v.(type) {
		case map[string]any:
			for _, s := range found {
				if fmt.Sprintf("%p", s.object) == fmt.Sprintf("%p", v) {
					ordered = append(ordered, s)
				}
			}
			for key, m := range v {
				visit(m, at+"."+key)
			}
		case []any:
			for _, e := range v {
				visit(e, at+"[]")
			}
		}
	}
	visit(root, "$")
	return ordered
}

var _ = Describe("harmless variations of an answer", func() {
	check := func(f fixture, what, live string) {
		GinkgoHelper()
		v := f.judge(live)
		Expect(reading(v)).To(Equal("green"), what)
	}
	variations := func() map[string]string {
		GinkgoHelper()
		base := pierAnswer()
		rows := func(change func([]any) []any) string {
			v := decoded(base).(map[string]any)
			v["rows"] = change(v["rows"].([]any))
			return encoded(v)
		}
		var indented bytes.Buffer
		Expect(json.Indent(&indented, []byte(base), " \t", "   ")).To(Succeed())
		return map[string]string{
			"key order":       encoded(decoded(base)),
			"white space":     indented.String(),
			"one row":         rows(func(r []any) []any { return r[:1] }),
			"the last row":    rows(func(r []any) []any { return r[7:] }),
			"many rows":       rows(func(r []any) []any { return slices.Repeat(r, 40) }),
			"row order":       rows(func(r []any) []any { slices.Reverse(r); return r }),
			"number spelling": strings.NewReplacer(":2}", ":2.0}", ".5,", ".50e0,", `"size":8`, `"size":80E-1`).Replace(base),
			"escapes":         strings.NewReplacer("berth", `\u0062\u0065rth`, "bow", `\"bo\/w\t`, `"name"`, `"\u006eame"`).Replace(base),
			"values":          strings.NewReplacer("berth", "quay of", "early", "", "2031-01-0", "1999-12-1", "bow", "stern and bow", ".25", ".75", "true", "false", "c2", "c3", ":2}", ":-17.5}").Replace(base),
		}
	}
	It("are green with evidence", func() {
		f := berths("$.rows[*]").recorded(pierAnswer())
		for what, live := range variations() {
			check(f, what, live)
		}
	})
	It("are green with a bare shape", func() {
		f := berths("$.rows[*]").bare(pierAnswer())
		for what, live := range variations() {
			check(f, what, live)
		}
	})
	It("are green for any rows drawn from what was recorded, nulls and absences included", func() {
		base := decoded(pierAnswer()).(map[string]any)
		all := base["rows"].([]any)
		for i, r := range all {
			row := r.(map[string]any)
			switch i % 3 {
			case 1:
				row["since"], row["mooring"] = nil, nil
				row["log"] = []any{}
			case 2:
				delete(row, "keeper")
				delete(row, "geo")
				row["tags"] = []any{"dry", nil}
			}
		}
		f := berths("$.rows[*]").recorded(encoded(base))
		random := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			n := 1 + random.IntN(12)
			var drawn []any
			for range n {
				drawn = append(drawn, all[random.IntN(len(all))])
			}
			base["rows"] = drawn
			check(f, fmt.Sprintf("%d rows", n), encoded(base))
		}
	})
})
