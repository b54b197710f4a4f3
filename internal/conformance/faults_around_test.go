package conformance

import (
	"os"
	"strings"
	"testing"
)

// trail is a trail of one execution whose every text is hostile.
func trail() string {
	const text = `\u001b[31m\n::error::owned ##[error]x \u202e\u009b=1+1`
	return `{"kind":"Execution","metadata":{"id":"1` + text + `","capabilityId":"kiosk.list-papers` + text +
		`","startedAt":"2031-03-02T09:00:00.000Z"},"spec":{"principal":"p` + text + `","input":{}},"status":{"phase":"failed` + text + `"}}` + "\n"
}

func TestFaultsAroundIt(t *testing.T) {
	kiosk(t)
	given := func(text string, args ...string) fault {
		return fault{prepare: written("trail.jsonl", text), args: append([]string{"audit", "trail.jsonl"}, args...)}
	}
	named := func(f fault, name string, exit int, says ...string) fault {
		f.name, f.exit, f.says = name, exit, says
		return f
	}
	broken := file(paperFile, "null")
	try(t, []fault{
		named(given(trail()), "a trail of hostile texts", 0, "1 record"),
		named(given(trail(), "--format", "csv"), "a trail of hostile texts as csv", 0, "kiosk.list-papers"),
		named(given(trail(), "--format", "jsonl"), "a trail of hostile texts as jsonl", 0, "kiosk.list-papers"),
		named(given(""), "a trail of nothing", 0, "No records"),
		named(given("{oops\n\x00\xff\nnull\n[]\n{}\n"), "a trail of no records", 0, "trail.jsonl:1"),
		named(given(strings.Repeat("[", 1_000_000)+"\n"+trail()), "a trail with a million levels", 0, "1 record"),
		named(given(strings.Repeat("x", 20<<20)), "a trail of one endless line", 0, "trail.jsonl:1"),
		named(given("\x1f\x8b\x08broken"), "a packed trail that is broken", 1, "trail.jsonl"),
		{name: "a trail that is a folder", args: []string{"audit", "kiosk"}, exit: 1, says: []string{"kiosk"}},
		{name: "a trail that is missing", args: []string{"audit", "no.jsonl"}, exit: 1, says: []string{"no.jsonl"}},
		{name: "coverage of what is recorded", args: []string{"coverage", "kiosk"}, unasked: true, exit: 0, says: []string{"kiosk.list-papers"}},
		{name: "coverage of a broken manifest", prepare: broken, args: []string{"coverage", "kiosk"}, unasked: true, exit: 2, says: []string{paperFile}},
		{name: "coverage without a golden", prepare: gone(papersGolden), args: []string{"coverage", "kiosk"}, unasked: true, exit: 0, says: []string{"kiosk.list-papers"}},
		{name: "coverage that is not enough", args: []string{"coverage", "kiosk", "--min", "100"}, unasked: true, exit: 1},
		{name: "coverage beyond everything", args: []string{"coverage", "kiosk", "--min", "101"}, unasked: true, exit: 2, says: []string{"--min"}},
		{name: "a post of nothing", args: []string{"post"}, exit: 2},
		{name: "a post without a place", args: []string{"post", "no.json"}, exit: 2},
		{name: "a post of what is no run", prepare: both(written("run.json", "{}"), env("GITHUB_TOKEN", tokenCanary)), args: []string{"post", "run.json", "--comment"}, exit: 2, says: []string{"run.json"}},
		{name: "a comment without a job", args: with("--comment"), exit: 4, says: []string{"GITHUB_REPOSITORY"}},
		{name: "an artifact that is stale", prepare: written("archstone.ir.json", "{}"), args: []string{"build", "kiosk", "--check"}, exit: 1, says: []string{"archstone.ir.json"}},
		{name: "an artifact that is missing", args: []string{"build", "kiosk", "--check"}, exit: 1, says: []string{"archstone.ir.json"}},
		{name: "an artifact that is written", args: []string{"build", "kiosk"}, exit: 0, writes: []string{"archstone.ir.json"}, after: whole("archstone.ir.json")},
		{name: "a side that is no artifact", prepare: written("old.json", `{"tools":{}}`), args: []string{"diff", "old.json", "kiosk"}, exit: 2, says: []string{"old.json"}},
		{name: "a side of a million levels", prepare: written("old.json", strings.Repeat("[", 1_000_000)), args: []string{"diff", "old.json", "kiosk"}, exit: 2, says: []string{"old.json"}},
		{name: "a side that is missing", args: []string{"diff", "nowhere", "kiosk"}, exit: 2, says: []string{"nowhere"}},
		{name: "a base without git", args: []string{"diff", "kiosk"}, exit: 2, says: []string{"git"}},
		{name: "a base that looks like a flag", args: []string{"diff", "--base=--output=x", "kiosk"}, exit: 2},
	})
}

// harmful are texts of a valid manifest that must not be acted upon.
func harmful(t *testing.T, b *bed) {
	const text = `"\e[31m\n::error::owned\n##[error]x ##vso[task.x]y \u202e\u009b <script>alert(1)</script> @everyone"`
	b.write(t, "other/x", "")
	b.remove(t, "other")
	if err := os.CopyFS(b.path("other"), os.DirFS(b.path("kiosk"))); err != nil {
		t.Fatal(err)
	}
	b.replace(t, "other/"+capabilityFile, "description: The papers on the rack.", "description: "+text)
	b.replace(t, "other/"+paperFile, "note: { type: text, required: false }", "note: { type: enum, values: ["+text+", b], required: false, description: "+text+" }")
	b.replace(t, "other/capabilities.yaml", "name: Corner Kiosk", "name: "+text)
	b.replace(t, "other/kiosk.order-paper.capability.yaml", "There is none left.", text)
}

func TestTextsThatAManifestChooses(t *testing.T) {
	kiosk(t)
	var faults []fault
	for args, exit := range map[string]int{
		"validate other": 0, "validate other --json": 0, "apply other": 0, "apply other --exposure": 0, "apply other --json": 0,
		"doctor other --details": 0, "doctor other --json": 0, "coverage other": 0, "verify other --plan": 0, "verify other --plan --json": 0,
		"diff kiosk other --all --details": 1, "diff kiosk other --all --json": 1, "diff kiosk other --report markdown": 1, "diff kiosk other --report html=run.html": 1,
		"diff kiosk other --report github": 1, "doctor other --report junit": 0, "apply other --report sarif": 0, "verify other --retries 0": 0, "verify other --retries 0 --report text": 0,
	} {
		f := fault{name: args, prepare: harmful, args: strings.Fields(args), exit: exit, after: wellFormed}
		if strings.HasSuffix(args, "run.html") {
			f.writes = []string{"run.html"}
		}
		faults = append(faults, f)
	}
	try(t, faults)
}
