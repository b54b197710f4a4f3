package fingerprint_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/fingerprint"
)

var seeds = []string{
	`{}`, `[]`, `null`, ` 7 `, `"x"`, `-0.0e+1`, `01`, `1.`, `-`, `{"a":1,}`, `[1,]`, `{"a"}`, `"\u12"`, `"\ud800"`, "\"\x01\"",
	`{"a":[{"b":1,"b":"x"},{"b":null}]}`, `{"a":{"b":[1]},"a":{"c":2},"a":3}`, `[{"k":{"k":1,"k":2},"k":{"k":"2030-01-02"}}]`,
	`[{"d":"2030-01-02"},{"d":"x","d":"2030-01-03"}]`, `{"é":1,"\u00e9":2}`, "{\"\xff\":1}", `[[],[[]],{"":[]}]`, `{"a.b":1,"a":{"b":"x"}}`,
	"[{\"\\ud800\":1},{\"\xed\xa0\x80\":1}]", "[{\"a\\\"b\":1},{\"a\"b\":1}]", `[{"ab":1},{"ab" :1},{"ab:1}]`,
	`tru`, `nulll`, `{} {}`, `[1e5,1.0,10e-1,1e-1,0e-9,1e999999999999]`,
}

// check compares one input with the oracle, in memory and streamed.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	r, err := inMemory(data)
	s, streamErr := fingerprint.ScanWindow(iotest.HalfReader(bytes.NewReader(data)), 1)
	var limit *fingerprint.LimitError
	if errors.As(err, &limit) || len(data) == 0 {
		return
	}
	if want := accepts(data); (err == nil) != want || (streamErr == nil) != want {
		t.Fatalf("%q: jsontext accepts: %v; scan: %v; stream: %v", data, want, err, streamErr)
	}
	if err != nil || !strictly(data) {
		return
	}
	doc := parseNaive(data)
	var shape fingerprint.Shape
	doc.shape("$", &shape)
	slow := tallies{}
	doc.tally("$", "", false, slow)
	want := slow.finish()
	for _, got := range []*fingerprint.Result{r, s} {
		if have := got.Shape(); !reflect.DeepEqual(have, shape) {
			t.Fatalf("%q: shape %v, want %v", data, have, shape)
		}
		if have, want := got.Fingerprint(), printed(shape); have != want {
			t.Fatalf("%q: fingerprint %s, want %s", data, have, want)
		}
		if have := treeCounts(got.Tree()); !reflect.DeepEqual(have, want) {
			t.Fatalf("%q: counts\n%+v, want\n%+v", data, have, want)
		}
	}
}

// strictly tells whether jsontext reads the document without lone surrogates.
func strictly(data []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	_, err := d.ReadValue()
	return err == nil
}

func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}

func TestScanAgreesWithOracle(t *testing.T) {
	for _, s := range seeds {
		check(t, []byte(s))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, []byte(documents().Draw(t, "document"))) })
}

func FuzzParseEvidence(f *testing.F) {
	f.Add([]byte(`{"v":1,"samples":3,"firstAt":"a","lastAt":"b","fingerprints":[],"maps":["$.rates"],"paths":{"$.stays":{"array":3,"emptyArray":1},"$.stays[].p":{"string":9,"absent":1,"leastShare":0.5,"format":"date","formatCount":9}}}`))
	f.Add([]byte(`{"v":2}`))
	f.Add([]byte(`{"v":1,"samples":1,"paths":{"$['a']":{},"$.a":{}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := fingerprint.ParseEvidence(data)
		if err != nil {
			return
		}
		out, err := e.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := fingerprint.ParseEvidence(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if back, _ := again.MarshalJSON(); !bytes.Equal(back, out) {
			t.Fatalf("written\n%s\nread and written\n%s", out, back)
		}
	})
}

func FuzzSplitPath(f *testing.F) {
	f.Add(`$.a['b.c'][]{}`)
	f.Add(`$['\'\\\u0001\ud800']`)
	f.Fuzz(func(t *testing.T, path string) {
		steps, err := fingerprint.SplitPath(path)
		if err != nil || !utf8.ValidString(path) {
			return
		}
		spelled := "$"
		for _, s := range steps {
			switch s.Step {
			case fingerprint.StepKey:
				spelled = fingerprint.AppendName(spelled, s.Name)
			case fingerprint.StepElement:
				spelled += "[]"
			case fingerprint.StepAnyKey:
				spelled += "{}"
			}
		}
		again, err := fingerprint.SplitPath(spelled)
		if err != nil || !reflect.DeepEqual(again, steps) {
			t.Fatalf("%q is spelled %q, read as %v (%v), want %v", path, spelled, again, err, steps)
		}
	})
}

// documents draws JSON texts with colliding and duplicate keys, strings of every
// format, and blanks.
func documents() *rapid.Generator[string] {
	scalar := rapid.OneOf(rapid.SampledFrom([]string{
		`null`, `true`, `false`, `0`, `-1`, `1.0`, `1e1`, `1.5`, `12e-1`, `1e400`, `""`, `"x"`, `"2030-02-29"`, `"2032-02-29"`,
		`"2030-01-02T03:04:05Z"`, `"2030-01-02 03:04:60+01:00"`, `"2030-01-02T03:04:05.5"`, `"http:\/\/a.test\/x"`, `"a@b.test"`,
		`"true"`, `"007"`, `"-1.5e3"`, `"12345678"`, `"deadbeef"`, `"YWJjZGVmZ2hpamtsbQ=="`, `"deadbeefdeadbeef"`, `"12:30"`, `"é\n"`,
		`"0e37dfc6-3c3f-4e3f-8a39-1f6a3f1c9b11"`, `"😀"`, `"\ud83d\ude00"`,
	}))
	key := rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`, `"a.b"`, `""`, `"é"`, `"c[]"`, `"😀"`, `"\uff5e"`, `"it's"`})
	blank := rapid.SampledFrom([]string{"", "", "", " ", "\n          ", "\t"})
	var build func(depth int) *rapid.Generator[string]
	build = func(depth int) *rapid.Generator[string] {
		if depth == 0 {
			return scalar
		}
		return rapid.Custom(func(t *rapid.T) string {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				return scalar.Draw(t, "scalar")
			case 1:
				items := rapid.SliceOfN(build(depth-1), 0, 4).Draw(t, "items")
				return "[" + strings.Join(items, blank.Draw(t, "blank")+",") + "]"
			}
			var members []string
			for range rapid.IntRange(0, 5).Draw(t, "members") {
				members = append(members, key.Draw(t, "key")+":"+blank.Draw(t, "blank")+build(depth-1).Draw(t, "value"))
			}
			return "{" + strings.Join(members, ","+blank.Draw(t, "blank")) + "}"
		})
	}
	return build(4)
}
