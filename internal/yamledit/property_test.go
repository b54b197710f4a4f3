package yamledit_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/internal/yamledit"
	"github.com/archverify/archverify/internal/yamlx"
)

// pieces are children of `binding:` that real documents have.
func pieces() []string {
	return []string{
		"capabilityId: ferry.find # contract:", "\n# a remark\n", "response:\n  collection: \"$.rows[*]\"\n  map:\n    contract: $.contract\n",
		"note: |\n  contract:\n    fingerprint: no\n\n  more", "connector:\n    type: rest\n\n", "'quoted': 'it''s # here'", "list:\n- a\n- b: c", "   # deep remark",
	}
}

var _ = It("holds: the edit reads back as meant, and every other line survives", func() {
	rapid.Check(GinkgoT(), func(t *rapid.T) {
		drawn := rapid.SliceOfNDistinct(rapid.SampledFrom(pieces()), 1, 6, rapid.ID[string]).Draw(t, "pieces")
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")
		old := rapid.SampledFrom([]string{"", oldContract}).Draw(t, "contract")
		text := "# head\nbinding:\n" + indent(strings.Join(append(drawn, old, "last: 1"), "\n"))
		text = strings.ReplaceAll(text, "\n", eol) + rapid.SampledFrom([]string{"", eol, eol + "# tail" + eol}).Draw(t, "tail")
		before, err := yamlx.Parse([]byte(text))
		if err != nil {
			t.Fatalf("bad document: %v\n%s", err, text)
		}
		c := yamledit.Contract{Fingerprint: "sha256:" + rapid.StringMatching("[0-9a-f]{8}").Draw(t, "fp"), VerifiedAt: "2031-01-01T00:00:00.000Z", Fixture: "fixtures/x.golden.json"}
		c.Shape = drawShape(t)

		d := yamledit.Parse([]byte(text))
		if err := d.SetContract(c); err != nil {
			t.Fatalf("refused: %v\n%s", err, text)
		}
		out := string(d.Bytes())
		after, err := yamlx.Parse(d.Bytes())
		if err != nil {
			t.Fatalf("cannot be read back: %v\n%s", err, out)
		}
		if problem := wrong(after.At("binding").At("contract"), c); problem != "" {
			t.Fatalf("%s\n%s", problem, out)
		}
		if got, want := dump(after), dump(before); got != want {
			t.Fatalf("something else changed:\n%s\n---\n%s", got, want)
		}
		if line, ok := lostLine(text, out); !ok {
			t.Fatalf("lost line %q\n%s", line, out)
		}
		again := yamledit.Parse([]byte(out))
		if err := again.SetContract(c); err != nil || string(again.Bytes()) != out {
			t.Fatalf("a second edit changes the text (%v):\n%s\n---\n%s", err, out, again.Bytes())
		}
	})
})

const oldContract = "# before\ncontract: # here\n  source: recorded # s\n  # above\n  fingerprint: 'sha256:00' # f\n  shape:\n    $: object # root\n    \"$.gone\": string\n  probe:\n    # the file\n    fixture: fixtures/old.json # p\n"

func drawShape(t *rapid.T) []yamledit.ShapeLine {
	names := rapid.SliceOfNDistinct(rapid.OneOf(rapid.String(), rapid.StringMatching("[a-z]{1,3}"), rapid.SampledFrom([]string{strings.Repeat("long", 300), "a\u2028\uFEFF\x00b"})), 0, 5, rapid.ID[string]).Draw(t, "names")
	shape := []yamledit.ShapeLine{{Path: "$", Type: "object"}}
	for _, name := range names {
		shape = append(shape, yamledit.ShapeLine{Path: "$." + name, Type: rapid.SampledFrom([]string{"string", "null", "number"}).Draw(t, "type")})
	}
	return shape
}

// wrong says how the contract that was read back differs from the one meant.
func wrong(n *yamlx.Node, c yamledit.Contract) string {
	shape := n.At("shape")
	switch {
	case n.At("fingerprint").Text != c.Fingerprint:
		return "fingerprint differs"
	case n.At("verifiedAt").Text != c.VerifiedAt:
		return "verifiedAt differs"
	case n.At("probe").At("fixture").Text != c.Fixture:
		return "fixture differs"
	case len(shape.Entries) != len(c.Shape):
		return "shape has another length"
	}
	for i, e := range shape.Entries {
		if e.Key != c.Shape[i].Path || e.Value.Kind != yamlx.String || e.Value.Text != c.Shape[i].Type {
			return "shape line differs: " + e.Key
		}
	}
	return ""
}

// dump renders everything but the contract.
func dump(n *yamlx.Node) string {
	var b strings.Builder
	write(&b, n, 0)
	return b.String()
}

func write(b *strings.Builder, n *yamlx.Node, depth int) {
	b.WriteString(n.Text)
	for _, item := range n.Items {
		b.WriteString("\n- ")
		write(b, item, depth+1)
	}
	for _, e := range n.Entries {
		if depth == 1 && e.Key == "contract" {
			continue
		}
		b.WriteString("\n" + strings.Repeat(" ", depth) + e.Key + ": ")
		write(b, e.Value, depth+1)
	}
}

// lostLine looks for every line of the old text in the new one, in order; lines
// of the contract that had to change are not looked for.
func lostLine(before, after string) (string, bool) {
	rest := strings.Split(after, "\n")
	for _, line := range strings.Split(strings.TrimRight(before, "\r\n"), "\n") {
		changes := strings.Contains(line, "sha256:00") || strings.Contains(line, "$.gone") || strings.Contains(line, "old.json")
		if changes || strings.TrimSpace(line) == "" {
			continue
		}
		found := false
		for len(rest) > 0 && !found {
			found = strings.TrimSuffix(rest[0], "\r") == strings.TrimSuffix(line, "\r")
			rest = rest[1:]
		}
		if !found {
			return line, false
		}
	}
	return "", true
}

func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" && !strings.HasPrefix(l, "# a remark") {
			lines[i] = "  " + l
		}
	}
	return strings.Join(lines, "\n")
}
