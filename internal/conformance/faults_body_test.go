package conformance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func typed(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

// utf16le is what some backends on Windows send.
func utf16le(text string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(unit))
		b.WriteByte(byte(unit >> 8))
	}
	return b.String()
}

// nested is a member that opens n arrays.
func nested(n int) string {
	return `,"deep":` + strings.Repeat("[", n) + strings.Repeat("]", n)
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString(`,"many":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"k%x":1`, i)
	}
	b.WriteByte('}')
	return b.String()
}

func TestBodiesOfTheBackend(t *testing.T) {
	kiosk(t)
	whole := papers("")
	red := func(name, body string, says ...string) fault {
		return fault{name: name, answer: answers(body), exit: 1, says: append(says, "1 red")}
	}
	green := func(name, body string) fault {
		return fault{name: name, answer: answers(body), exit: 0, says: []string{"1 green"}}
	}
	faults := []fault{
		red("nothing", "", "not-json"),
		red("blanks", " \n\t ", "not-json"),
		{name: "a login page", answer: typed("text/html", "<!doctype html><title>Sign in</title><p>"+valueCanary), exit: 1, says: []string{"not-json"}, hides: []string{"Sign in"}},
		{name: "JSON called text", answer: typed("text/plain", whole), exit: 0, says: []string{"1 green"}},
		{name: "JSON called a picture", answer: typed("image/png", whole), exit: 0, says: []string{"1 green"}},
		{name: "JSON called nothing", answer: typed("", whole), exit: 0, says: []string{"1 green"}},
		red("cut in a complete message", whole[:50], "not-json"),
		red("NaN", papers(`,"rate":NaN`), "not-json"),
		red("a comma too many", strings.TrimSuffix(whole, "}")+",}", "not-json"),
		red("single quotes", strings.ReplaceAll(whole, `"`, `'`), "not-json"),
		red("garbage behind", whole+" garbage", "not-json"),
		red("two documents", whole+"\n"+whole, "not-json"),
		red("a guard in front", ")]}',\n"+whole, "not-json"),
		red("UTF-16", utf16le(whole), "not-json"),
		red("a NUL behind", whole+"\x00", "not-json"),
		red("null", "null", "collection-missing"),
		red("false", "false", "collection-missing"),
		red("a number", "7", "collection-missing"),
		red("a text", `"`+valueCanary+`"`, "collection-missing"),
		red("another list", `[1,2]`, "collection-missing"),
		red("an error with success", `{"error":{"message":"`+valueCanary+`"}}`, "collection-missing"),
		red("list renamed", strings.Replace(whole, `"papers"`, `"items"`, 1), "collection-missing", "$.items"),
		red("list is null", `{"papers":null,"total":0}`, "collection-missing"),
		red("field gone", strings.ReplaceAll(whole, `"title"`, `"name"`), "required-missing", "title"),
		red("field gone once", strings.Replace(whole, `"price":4`, `"prize":4`, 1), "required-missing", "1 of 2"),
		red("field null", strings.Replace(whole, `"price":4`, `"price":null`, 1), "required-missing"),
		red("number as text", strings.Replace(whole, `"price":4`, `"price":"4"`, 1), "required-wrong-type"),
		red("rows that are none", `{"papers":[1,null,"x",[]],"total":4}`, "required-missing"),
		green("a mark in front", "\ufeff"+whole),
		green("a broken byte in a value", strings.Replace(whole, `"note":"`, `"note":"`+"\xff\xc3", 1)),
		green("half an emoji in a value", strings.Replace(whole, `"note":"`, `"note":"\ud83d `, 1)),
		green("a thousand digits", strings.Replace(whole, `"price":4`, `"price":4`+strings.Repeat("0", 1000), 1)),
		green("the last of two keys counts", strings.Replace(whole, `"total":2`, `"total":"x","total":2`, 1)),
		red("the last of two keys is wrong", strings.Replace(whole, `"price":4`, `"price":4,"price":"x"`, 1), "required-wrong-type"),
		green("a hundred thousand rows", manyRows(100_000)),
		{name: "an empty list", answer: answers(`{"papers":[],"total":0}`), exit: 0, says: []string{"unproven", "1 yellow"}},
		{name: "an empty list, strictly", answer: answers(`{"papers":[],"total":0}`), args: with("--strict"), exit: 1, says: []string{"unproven"}},
		{name: "as deep as allowed", answer: answers(papers(nested(9_999))), exit: 0, says: []string{"gained"}},
		{name: "deeper than allowed", answer: answers(papers(nested(10_001))), exit: 3, says: []string{"limit", "10000"}},
		{name: "a million levels", answer: answers(strings.Repeat(`{"a":`, 1_000_000)), exit: 3, says: unverified("limit")},
		{name: "a million keys", answer: answers(papers(manyKeys(1_000_001))), exit: 3, says: []string{"limit", "1000000"}},
		{name: "a hundred thousand keys", answer: answers(papers(manyKeys(100_000))), exit: 0, says: []string{"1 yellow"}},
		{name: "a key of 100 KiB", answer: answers(papers(`,"` + strings.Repeat("k", 100<<10) + `":1`)), exit: 3, says: unverified("limit")},
	}
	try(t, faults)
}

func manyRows(n int) string {
	row := `{"code":"` + valueCanary + `","title":"t","price":1}`
	return `{"papers":[` + strings.Repeat(row+",", n-1) + row + `],"total":2}`
}

// hostileKeys are names that a backend may choose to do harm with.
func hostileKeys() map[string]string {
	return map[string]string{
		"colours":               "\x1b[31mred\x1b[0m",
		"title of the terminal": "\x1b]0;owned\x07",
		"a clipboard":           "\x1b]52;c;b3duZWQ=\x07",
		"8-bit control":         "\u009b31mred",
		"backspaces":            "green\b\b\b\b\b red",
		"carriage return":       "a\rgreen",
		"line breaks":           "a\n::error::owned\n::set-output name=x::y",
		"a command in front":    "::error file=a.txt::owned",
		"an old command":        "x ##[error]owned ##vso[task.setvariable variable=a]b",
		"right to left":         "\u202egnp.exe\u2066",
		"invisible":             "a\u200bb\u2060c\ufeff",
		"markup":                `<img src=x onerror=alert(1)></td></table><script>alert(1)</script>`,
		"markdown":              "[click](javascript:alert(1)) @everyone #1 `x` | y",
		"the end of a comment":  "--> ]]> ${{ github.token }} $(id) `id`",
		"a formula":             "=cmd|' /C calc'!A0",
		"quotes":                `it's "so" \ so`,
		"a path of its own":     "$..[*]['x']",
		"empty":                 "",
		"a lone half":           "\x00lone", // written below as an escape of half a pair
		"five thousand":         strings.Repeat("long", 1250),
		"the key itself":        keyCanary,
		"the key in base64":     spellings(keyCanary)[3],
		"percent":               "%s%n%d%",
		"NUL":                   "a\u0000b",
	}
}

// member is a JSON member of that name.
func member(name string) string {
	if name == "\x00lone" {
		return `"\ud83dlone":1`
	}
	text, _ := json.Marshal(name)
	return string(text) + ":1"
}

var reportFiles = map[string]string{
	"json": "run.json", "junit": "run.xml", "sarif": "run.sarif", "markdown": "run.md",
	"html": "run.html", "text": "run.txt", "codequality": "run.cq.json",
}

func reporting(args ...string) (all, files []string) {
	all = with(args...)
	for _, format := range sortedKeys(reportFiles) {
		all = append(all, "--report", format+"="+reportFiles[format])
		files = append(files, reportFiles[format])
	}
	return append(all, "--out", "out.json"), append(files, "out.json")
}

func TestKeysThatABackendChooses(t *testing.T) {
	kiosk(t)
	args, files := reporting()
	recordAgain := []string{"record", "kiosk", "kiosk.list-papers", "--force"}
	var faults []fault
	for _, name := range sortedKeys(hostileKeys()) {
		body := papers("," + member(hostileKeys()[name]))
		faults = append(faults,
			fault{name: name + ", verified and reported", answer: answers(body), args: args, exit: 0, says: []string{"gained", "1 yellow"}, writes: files, after: wellFormed},
			fault{name: name + ", as JSON", answer: answers(body), args: with("--json"), exit: 0, says: []string{`"gained"`}, after: wellFormed},
			fault{name: name + ", for the runner", answer: answers(body), args: with("--report", "github"), exit: 0, after: oneCommand},
		)
		if strings.HasPrefix(name, "the key") { // its own value is not recorded, and fingerprint knows of no variables
			faults = append(faults, fault{name: name + ", recorded again", answer: answers(body), args: recordAgain, exit: 1, says: []string{"record-secret-keys"}})
			continue
		}
		faults = append(faults,
			fault{name: name + ", recorded again", answer: answers(body), args: append(slices.Clone(recordAgain), "--allow-dynamic-keys"), exit: 0,
				writes: []string{"kiosk/" + papersFile, "kiosk/" + papersGolden}, after: greenAgain},
			fault{name: name + ", as a fingerprint", args: []string{"fingerprint"}, prepare: func(_ *testing.T, b *bed) { b.stdin = body }, exit: 0, says: []string{"sha256:"}},
			fault{name: name + ", as a fingerprint in JSON", args: []string{"fingerprint", "--json"}, prepare: func(_ *testing.T, b *bed) { b.stdin = body }, exit: 0, says: []string{"sha256:"}, after: wellFormed},
		)
	}
	try(t, faults)
}
