package conformance

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// blank is the kiosk before anything was recorded.
func blank(t *testing.T, b *bed) {
	b.write(t, "kiosk/"+papersFile, papersBinding)
	b.remove(t, "kiosk/"+papersGolden)
}

func TestFaultsOfRecording(t *testing.T) {
	kiosk(t)
	record := func(more ...string) []string { return append([]string{"record", "kiosk", "--retries", "0"}, more...) }
	landed := []string{"kiosk/" + papersFile, "kiosk/" + papersGolden}
	refused := func(name string, answer string, says ...string) fault {
		return fault{name: name, prepare: blank, answer: answers(answer), args: record(), exit: 1, says: says}
	}
	whole := papers("")
	try(t, []fault{
		{name: "what is recorded is green", prepare: blank, args: record(), exit: 0, says: []string{"1 of 1 recorded"}, writes: landed, after: greenAgain},
		{name: "as JSON", prepare: blank, args: record("--json"), exit: 0, says: []string{`"kiosk.list-papers"`}, writes: landed, after: wellFormed},
		{name: "backend down", prepare: both(blank, closed), args: record(), exit: 3, says: []string{"refused", "0 of 1 recorded"}},
		{name: "backend hangs", prepare: blank, answer: hangs, args: record("--request-timeout", "150ms"), exit: 3, says: []string{"timeout"}},
		{name: "backend hangs for the whole run", prepare: blank, answer: hangs, args: record("--timeout", "150ms"), exit: 3, says: []string{"interrupted"}},
		{name: "backend breaks off", prepare: blank, answer: breaksLater, args: record(), exit: 3, says: []string{"reset"}},
		{name: "not authenticated", prepare: blank, answer: status(401), args: record(), exit: 3, says: []string{"unauthorized"}},
		{name: "not found", prepare: blank, answer: status(404), args: record(), exit: 1, says: []string{"record-status"}},
		{name: "no content", prepare: blank, answer: status(204), args: record(), exit: 1, says: []string{"record-empty-body"}},
		refused("a login page", "<html><title>Sign in</title>", "record-not-json"),
		refused("nothing", "", "record-empty-body"),
		refused("an error with success", `{"error":"`+valueCanary+`"}`, "record-error-envelope"),
		refused("a required field is missing", strings.ReplaceAll(whole, `"title"`, `"name"`), "record-violation"),
		refused("rows that disagree", strings.Replace(whole, `"price":4`, `"price":"4"`, 1), "mixed-types"),
		refused("keys that are data", papers(`,"by":{"2026-01-01":1,"2026-01-02":1,"2026-01-03":1}`), "record-dynamic-keys", "--map"),
		refused("keys that are secrets", papers(`,"by":{"ann@kiosk.example":1,"bob@kiosk.example":1}`), "record-secret-keys"),
		refused("deeper than allowed", papers(nested(10_001)), "record-limit"),
		{name: "larger than allowed", prepare: blank, args: record("--max-body", "20B"), exit: 3, says: []string{"body-too-large"}},
		{name: "nothing has changed", args: record("kiosk.list-papers"), exit: 0, says: []string{"unchanged"}},
		{name: "something has changed", answer: answers(papers(`,"new":1`)), args: record("kiosk.list-papers"), exit: 1, says: []string{"record-exists", "$.new"}},
		{name: "a map that is none", prepare: blank, args: record("--map", "$.papers"), exit: 1, says: []string{"record-map-missing"}},
		{name: "a map nobody can find", prepare: blank, args: record("--map", "$['no\x1b[31m']"), exit: 1, says: []string{"record-map-missing"}},
		{name: "a map that is no path", prepare: blank, args: record("--map", "$.no\x1b[31m"), unasked: true, exit: 2, says: []string{"--map", "byte 4"}},
		{name: "an input that is unknown", prepare: blank, args: record("kiosk.list-papers", "--input", "shelf=1"), unasked: true, exit: 2, says: []string{"kiosk.list-papers", "undeclared"}},
		{name: "an input that is no setting", prepare: blank, args: record("kiosk.list-papers", "--input", "rack"), unasked: true, exit: 2, says: []string{"rack"}},
		{name: "an input that is no JSON", prepare: blank, args: record("kiosk.list-papers", "--input", "rack:={"), unasked: true, exit: 2, says: []string{"rack"}},
		{name: "an input of another type", prepare: blank, args: record("kiosk.list-papers", "--input", "rack:=[1]"), unasked: true, exit: 2, says: []string{"rack"}},
		{name: "an input for everybody", prepare: blank, args: record("--input", "rack=1"), unasked: true, exit: 2, says: []string{"--input"}},
		{name: "a request that is missing", prepare: blank, args: record("kiosk.list-papers", "--request", "nothing.json"), unasked: true, exit: 2, says: []string{"nothing.json"}},
		{name: "a request that is a folder", prepare: blank, args: record("kiosk.list-papers", "--request", "kiosk"), unasked: true, exit: 2, says: []string{"kiosk"}},
		{name: "a request that is no object", prepare: func(t *testing.T, b *bed) { blank(t, b); b.stdin = "[]" }, args: record("kiosk.list-papers", "--request", "-"), unasked: true, exit: 2, says: []string{"object"}},
		{name: "a request that is no JSON", prepare: func(t *testing.T, b *bed) { blank(t, b); b.stdin = strings.Repeat("[", 1_000_000) }, args: record("kiosk.list-papers", "--request", "-"), unasked: true, exit: 2},
		{name: "a request from standard input", prepare: func(t *testing.T, b *bed) { blank(t, b); b.stdin = `{"rack":"7"}` }, args: record("kiosk.list-papers", "--request", "-"), exit: 0, writes: landed, after: greenAgain},
		{name: "a layout that cannot be edited", prepare: func(t *testing.T, b *bed) {
			blank(t, b)
			b.write(t, "kiosk/"+papersFile, `{binding: {capabilityId: kiosk.list-papers, connector: {type: rest, rest: {baseUrl: "${KIOSK_URL}", method: GET, path: /papers}}, response: {resource: Paper, collection: "$.papers[*]", map: {code: $.code, title: $.title, price: $.price}}}}`)
		}, args: record(), exit: 1, says: []string{"record-yaml-layout", papersFile}},
		{name: "comments and line breaks stay", prepare: func(t *testing.T, b *bed) {
			blank(t, b)
			b.write(t, "kiosk/"+papersFile, "# ours\r\n"+strings.ReplaceAll(papersBinding, "\n", " # each\r\n"))
		}, args: record(), exit: 0, writes: landed, after: func(t *testing.T, b *bed, o output) {
			text := b.read(t, "kiosk/"+papersFile)
			if !strings.HasPrefix(text, "# ours\r\nbinding: # each\r\n") || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
				t.Errorf("comments or line breaks were lost:\n%q", text)
			}
			greenAgain(t, b, o)
		}},
		{name: "no end to the last line", prepare: func(t *testing.T, b *bed) {
			blank(t, b)
			b.write(t, "kiosk/"+papersFile, strings.TrimSuffix(papersBinding, "\n"))
		}, args: record(), exit: 0, writes: landed, after: greenAgain},
		{name: "one of two cannot be recorded", prepare: both(blank, second), answer: func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/magazines") {
				status(500)(w, r)
				return
			}
			recordedAnswer(w, r)
		}, args: record(), exit: 3, says: []string{"1 of 2 recorded", "server-error"}, writes: landed},
		{name: "many at once", prepare: blank, args: record(), exit: 0, writes: landed, after: manyAtOnce},
	})
}

// second is another capability of the kiosk, of the same kind.
func second(t *testing.T, b *bed) {
	other := strings.NewReplacer("list-papers", "list-magazines", "/papers", "/magazines")
	b.write(t, "kiosk/bindings/magazines.binding.yaml", other.Replace(papersBinding))
	b.write(t, "kiosk/kiosk.list-magazines.capability.yaml", other.Replace(kioskFiles()[capabilityFile]))
	b.replace(t, "kiosk/capabilities.yaml", "kiosk.list-papers,", "kiosk.list-papers, kiosk.list-magazines,")
}

// manyAtOnce records the same golden from several processes: whoever is last,
// what is there is whole, and nothing is left over.
func manyAtOnce(t *testing.T, b *bed, _ output) {
	t.Helper()
	before := b.tree(t)
	b.args = []string{"record", "kiosk", "kiosk.list-papers", "--force"}
	done := make(chan output, 6)
	for range cap(done) {
		go func() { done <- b.run(t) }()
	}
	for range cap(done) {
		o := <-done
		if !slices.Contains([]int{0, 1, 2}, o.exit) {
			t.Errorf("exit %d\n%s%s", o.exit, o.stdout, o.stderr)
		}
		wellBehaved(t, o.stdout+o.stderr)
	}
	after := b.tree(t)
	for _, name := range sortedKeys(after) {
		if _, ok := before[name]; !ok {
			t.Errorf("%q is left over", name)
		}
	}
	greenAgain(t, b, output{})
}
