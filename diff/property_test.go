package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
	"pgregory.net/rapid"
)

func TestNothingDiffersFromItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ir := drawIR(t, "ir")
		r := diff.Compare(ir, ir)
		if len(r.Entries) != 0 {
			t.Fatalf("entries: %q", brief(r))
		}
	})
}

func TestDirectionsMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawIR(t, "a"), drawIR(t, "b")
		there, back := diff.Compare(a, b), diff.Compare(b, a)
		var want, got []string
		for _, e := range there.Entries {
			want = append(want, line(mirrored(family(e.Kind)), e, e.After, e.Before))
		}
		for _, e := range back.Entries {
			got = append(got, line(family(e.Kind), e, e.Before, e.After))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("there\n%s\nback\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
	})
}

// line is an entry without its direction. A capability that came tells its
// effect, one that went tells nothing.
func line(family string, e *diff.Entry, before, after jsonval.Value) string {
	if strings.HasPrefix(family, "capability-") {
		before, after = "", ""
	}
	return fmt.Sprint(family, " ", e.Subject(), " ", e.Path, " ", before, " ", after, " ", e.Affects)
}

// family joins the kinds that are one fact in several severities.
func family(k diff.Kind) string {
	switch {
	case k == diff.InputAddedRequired, k == diff.InputAddedOptional:
		return "input-added"
	case strings.HasPrefix(string(k), "lifecycle-"):
		return "lifecycle"
	}
	return string(k)
}

// mirrored is the family of the opposite change.
func mirrored(family string) string {
	opposites := [][2]string{{"added", "removed"}, {"now-required", "now-optional"}, {"narrowed", "widened"}}
	for _, o := range opposites {
		if head, is := strings.CutSuffix(family, o[0]); is {
			return head + o[1]
		}
		if head, is := strings.CutSuffix(family, o[1]); is {
			return head + o[0]
		}
	}
	return family
}

func TestOrderNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawIR(t, "a"), drawIR(t, "b")
		plain := string(diff.Compare(a, b).JSON())
		shuffled := string(diff.Compare(shuffle(t, a), shuffle(t, b)).JSON())
		if plain != shuffled {
			t.Fatalf("plain\n%s\nshuffled\n%s", plain, shuffled)
		}
	})
}

func TestIdentitiesAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := map[string]string{}
		for _, e := range diff.Compare(drawIR(t, "a"), drawIR(t, "b")).Entries {
			if other, twice := seen[e.Identity()]; twice {
				t.Fatalf("%q and %q share an identity", other, e.Detail)
			}
			seen[e.Identity()] = e.Detail
		}
	})
}

// shuffle reorders everything whose order means nothing to a consumer. Places
// of fields stay: a rename may be recognised by them.
func shuffle(t *rapid.T, ir *manifest.IR) *manifest.IR {
	out := *ir
	out.Tools = rapid.Permutation(ir.Tools).Draw(t, "tools")
	out.Resources = rapid.Permutation(ir.Resources).Draw(t, "resources")
	for i, tool := range out.Tools {
		c := *tool
		c.Policies = rapid.Permutation(c.Policies).Draw(t, "policies")
		c.PolicyRules = rapid.Permutation(c.PolicyRules).Draw(t, "rules")
		out.Tools[i] = &c
	}
	return &out
}

func drawIR(t *rapid.T, label string) *manifest.IR {
	ir := &manifest.IR{Version: "0", Company: manifest.Company{ID: "c"}}
	for _, id := range []string{"c.one", "c.two", "c.three"} {
		if rapid.Bool().Draw(t, label+" has "+id) {
			ir.Tools = append(ir.Tools, drawTool(t, label+" "+id, id))
		}
	}
	for _, name := range []string{"c.A", "c.B"} {
		if rapid.Bool().Draw(t, label+" has "+name) {
			ir.Resources = append(ir.Resources, &manifest.Resource{Name: name, Fields: drawFields(t, label+" "+name)})
		}
	}
	return ir
}

func drawTool(t *rapid.T, label, id string) *manifest.Tool {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"p", "q", "r"}), 0, 3)
	tool := &manifest.Tool{
		ID:          id,
		Description: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, label+" description"),
		Effect:      rapid.SampledFrom([]manifest.Effect{manifest.Read, manifest.Write, manifest.Irreversible}).Draw(t, label+" effect"),
		Lifecycle:   rapid.SampledFrom([]manifest.Lifecycle{"", "stable", "beta", "experimental", "deprecated", "retired"}).Draw(t, label+" lifecycle"),
		Provider:    rapid.SampledFrom([]string{"", "v", "w"}).Draw(t, label+" provider"),
		Policies:    words.Draw(t, label+" tokens"),
		Input:       drawFields(t, label+" input"),
		Output:      drawFields(t, label+" output"),
	}
	if rapid.Bool().Draw(t, label+" ruled") {
		tool.PolicyRules = []*manifest.PolicyRule{{ID: "rule", Allow: words.Draw(t, label+" allow"), Deny: words.Draw(t, label+" deny")}}
	}
	if rapid.Bool().Draw(t, label+" bound") {
		tool.Connector = &manifest.Connector{Type: manifest.ConnectorREST, REST: &manifest.REST{
			Method: "GET", Path: rapid.SampledFrom([]string{"/a", "/b"}).Draw(t, label+" path"),
		}}
	}
	return tool
}

func drawFields(t *rapid.T, label string) []*manifest.Field {
	var fields []*manifest.Field
	for _, name := range []string{"alpha", "beta", "alphabet"} {
		if rapid.Bool().Draw(t, label+" has "+name) {
			fields = append(fields, &manifest.Field{
				Name: name, Required: rapid.Bool().Draw(t, label+" required"),
				Description: rapid.SampledFrom([]string{"", "d"}).Draw(t, label+" description"),
				Type: rapid.SampledFrom([]manifest.Type{
					scalar(manifest.Text), enum("a"), enum("a", "b"), enum("b", "a"), resource("c.A"), resource("c.B"),
					{Kind: manifest.KindCollection, Resource: "c.B"}, {Kind: manifest.KindResource, Resource: "c.A", Identity: true},
				}).Draw(t, label+" type"),
			})
		}
	}
	return fields
}
