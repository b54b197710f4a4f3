package conformance

import (
	"os"
	"strings"
	"testing"
)

// pointed makes the contract name another file as its golden.
func pointed(name string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		b.replace(t, "kiosk/"+papersFile, "fixture: "+papersGolden, "fixture: "+name)
	}
}

// outside writes a golden beside the manifest, which must not be read.
func outside(t *testing.T, b *bed) {
	b.write(t, "outside.golden.json", b.read(t, "kiosk/"+papersGolden))
}

// unreadable takes the rights to a file away; to root nothing is unreadable.
func unreadable(name string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		if os.Geteuid() <= 0 {
			t.Skip("rights do not bind this user, or are no bits here")
		}
		where := b.path("kiosk/" + name)
		info, err := os.Stat(where)
		if err == nil {
			err = os.Chmod(where, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(where, info.Mode()) })
	}
}

func huge(t *testing.T, b *bed) {
	if err := os.Truncate(b.path("kiosk/"+papersGolden), 300<<20); err != nil {
		t.Skipf("no files with holes here: %v", err)
	}
	t.Cleanup(func() { b.remove(t, "kiosk/"+papersGolden) })
}

func TestFaultsOfTheGolden(t *testing.T) {
	kiosk(t)
	broken := func(name string, prepare func(*testing.T, *bed), says ...string) fault {
		return fault{name: name, prepare: prepare, unasked: true, exit: 3, says: append(unverified("fixture-unreadable"), says...)}
	}
	content := func(name, text string) fault { return broken(name, file(papersGolden, text), papersGolden) }
	evidence := func(name, text string) fault {
		return content(name, `{"capabilityId":"kiosk.list-papers","request":{},"evidence":`+text+`}`)
	}
	tolerated := func(name, text string) fault {
		return fault{name: name, prepare: file(papersGolden, text), exit: 0, says: []string{"1 of 1 verified"}}
	}
	counts := func(member string) string {
		return `{"v":1,"samples":1,"fingerprints":[],"paths":{"$":{"object":1},"$.papers":{` + member + `}}}`
	}
	try(t, []fault{
		broken("missing", gone(papersGolden), papersGolden),
		broken("a folder", folder(papersGolden), papersGolden),
		broken("not readable", unreadable(papersGolden), papersGolden),
		broken("far too large", huge, papersGolden),
		broken("a link that leads out", both(outside, link(papersGolden, "../../outside.golden.json"))),
		broken("a folder that leads out", both(outside, pointed("away/outside.golden.json"), link("away", ".."))),
		broken("a link in a circle", link(papersGolden, "kiosk.list-papers.golden.json")),
		broken("a path that leads out", both(outside, pointed("../outside.golden.json")), "outside the manifest"),
		broken("a path that leads out and in again", pointed("../kiosk/"+papersGolden), "outside the manifest"),
		broken("a path from the root", pointed("/etc/hostname"), "outside the manifest"),
		broken("the manifest itself", pointed("."), ""),
		content("nothing", ""),
		content("not JSON", "request: {}\n"),
		content("cut", `{"request": {`),
		content("null", "null"),
		content("a list", `[{"request":{}}]`),
		content("a million levels", strings.Repeat("[", 1_000_000)),
		content("levels in the request", `{"request":{"rack":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`}}`),
		content("broken bytes", "{\"request\":\"\xff\"}"),
		content("UTF-16", utf16le(`{"request":{}}`)),
		content("two documents", `{"request":{}} {"request":{}}`),
		content("no request", `{"capabilityId":"kiosk.list-papers"}`),
		content("a request that is a list", `{"request":[]}`),
		content("a request that is null", `{"request":null}`),
		content("an expectation that is a text", `{"request":{},"expects":{"collectionNonEmpty":"`+valueCanary+`"}}`),
		content("further requests that are none", `{"request":{},"alsoRequests":[1]}`),
		evidence("evidence of the future", `{"v":2,"samples":1,"paths":{}}`),
		evidence("evidence of no version", `{"samples":1,"paths":{}}`),
		evidence("evidence that is a text", `"`+valueCanary+`"`),
		evidence("fewer than no samples", `{"v":1,"samples":-1,"fingerprints":[],"paths":{}}`),
		evidence("counts below zero", counts(`"array":-1`)),
		evidence("counts beyond every number", counts(`"array":99999999999999999999999`)),
		evidence("counts with a fraction", counts(`"array":1.5`)),
		evidence("counts that are texts", counts(`"array":"1"`)),
		evidence("a share above one", counts(`"array":1,"leastShare":7`)),
		evidence("a format nobody knows", counts(`"string":1,"format":"owned","formatCount":1`)),
		evidence("a path that is none", `{"v":1,"samples":1,"fingerprints":[],"paths":{"papers..":{"object":1}}}`),
		tolerated("a mark in front", "\ufeff"+`{"capabilityId":"kiosk.list-papers","request":{}}`),
		tolerated("nothing but a request", `{"request":{}}`),
		tolerated("members nobody knows", `{"capabilityId":"kiosk.list-papers","request":{},"owner":{"mail":"x"},"__proto__":1}`),
		{name: "of another capability", prepare: edit(papersGolden, "kiosk.list-papers", "kiosk.order-paper"), exit: 0, says: []string{"request-stale"}},
		{name: "of another capability, strictly", prepare: edit(papersGolden, "kiosk.list-papers", "kiosk.order-paper"), args: with("--strict"), exit: 1, says: []string{"request-stale"}},
		{name: "a request beyond the declaration", prepare: edit(papersGolden, `"request": {}`, `"request": {"rack": 7, "shelf": "x"}`), exit: 0, says: []string{"request-stale"}},
		{name: "a request with line breaks", prepare: edit(papersGolden, `"request": {}`, `"request": {"rack": "a\r\nX-Evil: 1 &x=y#z"}`), exit: 0, says: []string{"1 green"}},
		{name: "an expectation that holds", prepare: edit(papersGolden, `"request"`, `"expects": {"collectionNonEmpty": true}, "request"`), exit: 0, says: []string{"1 green"}},
		{name: "an expectation that fails", prepare: edit(papersGolden, `"request"`, `"expects": {"collectionNonEmpty": true}, "request"`), answer: answers(`{"papers":[],"total":0}`), exit: 1, says: []string{"collection-empty"}},
		{name: "colours in its name", prepare: pointed(`"fixtures/\e[31mx.json"`), unasked: true, exit: 3, says: unverified("fixture-unreadable")},
		{name: "doctor of a missing one", prepare: gone(papersGolden), args: []string{"doctor", "kiosk"}, exit: 1, says: []string{papersGolden}},
		{name: "doctor of a broken one", prepare: file(papersGolden, "null"), args: []string{"doctor", "kiosk", "--json"}, exit: 1, says: []string{papersGolden}, after: wellFormed},
		{name: "doctor of one that leads out", prepare: both(outside, pointed("../outside.golden.json")), args: []string{"doctor", "kiosk"}, exit: 1, says: []string{"../outside.golden.json"}},
		{name: "doctor of a million levels", prepare: file(papersGolden, strings.Repeat("[", 1_000_000)), args: []string{"doctor", "kiosk"}, exit: 1, says: []string{papersGolden}},
		{name: "record over a broken one", prepare: file(papersGolden, "null"), args: []string{"record", "kiosk", "kiosk.list-papers"}, exit: 1, says: []string{"record-golden-unreadable"}},
		{name: "record where it leads out", prepare: both(outside, pointed("../outside.golden.json")), args: []string{"record", "kiosk", "kiosk.list-papers", "--force"}, exit: 1, says: []string{"record-golden-place"}},
		{name: "record through a link that leads out", prepare: both(outside, link(papersGolden, "../../outside.golden.json")), args: []string{"record", "kiosk", "kiosk.list-papers", "--force"}, exit: 1, says: []string{"record-golden-place"}},
		{name: "record onto a folder", prepare: folder(papersGolden), args: []string{"record", "kiosk", "kiosk.list-papers", "--force"}, exit: 1, says: []string{"record-golden-place"}},
	})
}
