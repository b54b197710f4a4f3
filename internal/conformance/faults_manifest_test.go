package conformance

import (
	"os"
	"strings"
	"testing"
)

const (
	paperFile      = "kiosk.paper.resource.yaml"
	capabilityFile = "kiosk.list-papers.capability.yaml"
	orderFile      = "bindings/order.binding.yaml"
)

// bomb is a document of ten levels of ten aliases each.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < 11; i++ {
		name, last := string(rune('a'+i)), string(rune('a'+i-1))
		if i == 1 {
			last = "a0"
		}
		b.WriteString(name + ": &" + name + " [" + strings.TrimSuffix(strings.Repeat("*"+last+",", 10), ",") + "]\n")
	}
	return b.String()
}

func folder(name string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		b.remove(t, "kiosk/"+name)
		if err := os.MkdirAll(b.path("kiosk/"+name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func gone(name string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) { b.remove(t, "kiosk/"+name) }
}

// link makes a symbolic link in the manifest, or skips where there are none.
func link(name, target string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		b.remove(t, "kiosk/"+name)
		if err := os.Symlink(target, b.path("kiosk/"+name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
}

func TestFaultsOfTheManifest(t *testing.T) {
	kiosk(t)
	invalid := func(name string, prepare func(*testing.T, *bed), says ...string) fault {
		return fault{name: name, prepare: prepare, exit: 2, says: says, hides: []string{"1 of 1 verified"}}
	}
	content := func(name, text string, says ...string) fault {
		return invalid(name, file(paperFile, text), append(says, paperFile)...)
	}
	try(t, []fault{
		content("nothing in a file", ""),
		content("null", "null\n"),
		content("a list", "- resource\n"),
		content("a text", "resource\n"),
		content("no YAML", "resource: [\n"),
		content("tabs", "resource:\n\tname: kiosk.Paper\n"),
		content("NUL", "resource:\n  name: \x00\n"),
		content("broken bytes", "resource:\n  name: \"\xff\xfe\"\n"),
		content("UTF-16", utf16le("resource:\n  name: kiosk.Paper\n")),
		content("two documents", "resource: {name: kiosk.Paper, fields: {code: {type: text}}}\n---\nx: 1\n"),
		content("the same key twice", "resource:\n  name: kiosk.Paper\n  name: kiosk.Paper\n  fields: {code: {type: text}}\n"),
		content("an alias of nothing", "resource: *nothing\n"),
		content("an alias of itself", "resource: &a [*a]\n"),
		content("a bomb", bomb()),
		content("ten thousand levels", "resource: "+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+"\n"),
		content("ten thousand levels left open", strings.Repeat("{a: ", 10_000)),
		content("larger than a document may be", "# "+strings.Repeat("x", 2<<20)+"\nresource: {}\n"),
		content("a tag of another language", "resource: !!python/object/apply:os.system [id]\n"),
		content("a word for no", "resource:\n  name: no\n  fields: {code: {type: text}}\n"),
		content("a member nobody knows", "resource:\n  name: kiosk.Paper\n  colour: red\n  fields: {code: {type: text}}\n", ":3:3"),
		content("a type nobody knows", "resource:\n  name: kiosk.Paper\n  fields: {code: {type: Papyrus}}\n", "Papyrus"),
		content("colours in a name", "resource:\n  name: \"kiosk.\\e[31mPaper\"\n  fields: {code: {type: text}}\n"),
		content("a command in a name", "resource:\n  name: \"::error::owned ##[error]owned\"\n  fields: {code: {type: \"##[error]x\"}}\n"),
		content("a secret in the wrong place", "resource:\n  name: ${KIOSK_KEY}\n  fields: {code: {type: text}}\n"),
		{name: "a mark and line breaks of another system", prepare: func(t *testing.T, b *bed) {
			b.write(t, "kiosk/"+paperFile, "\ufeff"+strings.ReplaceAll(b.read(t, "kiosk/"+paperFile), "\n", "\r\n"))
		}, exit: 0, says: []string{"1 green"}},
		invalid("no folder", func(_ *testing.T, b *bed) { b.args = []string{"verify", "nowhere"} }, "nowhere", "not found"),
		invalid("a file instead of the folder", func(_ *testing.T, b *bed) { b.args = []string{"verify", "kiosk/capabilities.yaml"} }, "capabilities.yaml"),
		invalid("an empty folder", func(t *testing.T, b *bed) { b.remove(t, "kiosk"); folder("")(t, b) }, "capabilities.yaml"),
		invalid("a folder without a name", func(_ *testing.T, b *bed) { b.args = []string{"verify", ""} }),
		invalid("a name with NUL", func(_ *testing.T, b *bed) { b.args = []string{"verify", strings.Repeat("x/", 3000)} }),
		invalid("no catalogue", gone("capabilities.yaml"), "capabilities.yaml"),
		invalid("a catalogue that is a folder", folder("capabilities.yaml"), "capabilities.yaml"),
		invalid("a resource that is a folder", folder(paperFile), paperFile),
		invalid("bindings that are a file", both(gone("bindings"), file("bindings", "x")), "bindings"),
		invalid("a binding that is a folder", folder(papersFile), papersFile),
		invalid("a folder that cannot be read", unreadable(""), "error   kiosk\n", "permission denied"),
		invalid("a resource that cannot be read", unreadable(paperFile), paperFile, "permission denied"),
		invalid("a link in a circle", link(paperFile, paperFile), paperFile),
		invalid("a link to nothing", link(paperFile, "nothing.yaml"), paperFile),
		invalid("a folder in a circle", both(gone("bindings"), link("bindings", "bindings")), "bindings"),
		invalid("a link to a device", link(paperFile, "/dev/zero"), paperFile),
		{name: "bindings in a folder above themselves", prepare: link("bindings/again", ".."), exit: 0, says: []string{"1 green"}},
		invalid("two bindings of one capability", func(t *testing.T, b *bed) {
			b.write(t, "kiosk/bindings/again.binding.yaml", b.read(t, "kiosk/"+papersFile))
		}, "duplicate-binding"),
		invalid("a binding of no capability", edit(papersFile, "kiosk.list-papers", "kiosk.list-pepers"), "kiosk.list-pepers"),
		invalid("a path nobody can follow", edit(papersFile, "$.title", "$.title["), "$.title["),
		invalid("an effect nobody knows", edit(capabilityFile, "effect: read", "effect: browse"), "browse"),
		{name: "a capability that is retired", args: with("kiosk.old-list"), exit: 2, says: []string{"kiosk.old-list", "retired"}},
		{name: "a capability nobody knows", args: with("kiosk.list-paper"), exit: 2, says: []string{`kiosk.list-papers`}},
		{name: "a capability that is unsafe to print", args: with("\x1b[31m\n::error::owned"), exit: 2},
		{name: "a write is not replayed", args: with("kiosk.order-paper"), unasked: true, exit: 3, says: []string{"--sandbox"}},
		{name: "a write that calls itself GET", prepare: edit(orderFile, "method: POST", "method: GET"), args: with("kiosk.order-paper"), unasked: true, exit: 3, says: []string{"--sandbox"}},
		{name: "a read that became a write", prepare: edit(capabilityFile, "effect: read", "effect: write\n  failures: {sold-out: There is none.}"), unasked: true, exit: 3, says: []string{"0 of 0"}},
		{name: "a write in the plan", args: with("--plan", "kiosk.order-paper"), unasked: true, exit: 0, says: []string{"0 requests"}},
		{name: "a write to record", args: []string{"record", "kiosk", "kiosk.order-paper", "--force"}, unasked: true, exit: 1, says: []string{"record-not-read"}},
		{name: "a write in the sandbox", args: with("--sandbox", "kiosk.order-paper"), answer: answers(`{"receipt":"` + valueCanary + `"}`), exit: 0, says: []string{"1 of 1 verified"}},
		{name: "a write in the sandbox is asked once", args: []string{"verify", "kiosk", "kiosk.order-paper", "--sandbox", "--retries", "5"}, answer: once(breaks), exit: 3, says: unverified("reset")},
		{name: "a body for a backend of another kind", prepare: edit(papersFile, "type: rest", "type: soap"), exit: 2, says: []string{"soap"}},
		{name: "a contract of another world", prepare: edit(papersFile, "source: recorded", "source: dreamt"), exit: 2, says: []string{papersFile + ":22:", "source"}},
		{name: "a fingerprint that is none", prepare: edit(papersFile, `fingerprint: "sha256:`, `fingerprint: "sha512:`), exit: 2, says: []string{papersFile + ":23:", "fingerprint"}},
		{name: "doctor of a broken manifest", prepare: file(paperFile, "null"), args: []string{"doctor", "kiosk", "--json"}, exit: 2, says: []string{"manifest_invalid"}, after: wellFormed},
		{name: "validate of a broken manifest", prepare: file(paperFile, "null"), args: []string{"validate", "kiosk", "--json"}, exit: 1, says: []string{paperFile}, after: wellFormed},
		{name: "apply of a broken manifest", prepare: file(paperFile, "null"), args: []string{"apply", "kiosk"}, exit: 1, says: []string{paperFile}},
		{name: "diff with a broken manifest", prepare: file(paperFile, "null"), args: []string{"diff", "kiosk", "kiosk"}, exit: 2, says: []string{paperFile}},
		{name: "build of a broken manifest", prepare: file(paperFile, "null"), args: []string{"build", "kiosk"}, exit: 1, says: []string{paperFile}},
		{name: "record with a broken manifest", prepare: file(paperFile, "null"), unasked: true, args: []string{"record", "kiosk"}, exit: 2, says: []string{paperFile}},
	})
}
