package jsonval_test

import (
	"encoding/json"
	"testing"

	"github.com/archverify/archverify/finding"
	. "github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
	"pgregory.net/rapid"
)

func TestValues(t *testing.T) {
	for _, c := range []struct {
		got  Value
		want string
	}{
		{Object(), `{}`},
		{Object(Named("b", Number(1)), Named("a", ""), Named("é<\u2028", Bool(false))), `{"b":1,"é<` + "\u2028" + `":false}`},
		{Texts(nil), `[]`},
		{Texts([]string{"a\n", `"`}), `["a\n","\""]`},
		{TextOrNothing(""), ``},
		{Array([]Value{Null, Text("")}), `[null,""]`},
		{Position(finding.Position{}), ``},
		{Position(finding.Position{File: "f", Line: 2, Column: 3}), `{"file":"f","line":2,"column":3}`},
		{Type(manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: []string{"b", "a"}}), `{"kind":"scalar","semantic":"enum","values":["b","a"]}`},
		{Type(manifest.Type{Kind: manifest.KindList, Semantic: manifest.Image}), `{"kind":"list","items":"image"}`},
		{Type(manifest.Type{Kind: manifest.KindCollection, Resource: "a.B"}), `{"kind":"collection","of":"a.B"}`},
		{Type(manifest.Type{Kind: manifest.KindResource, Resource: "a.B", Identity: true}), `{"kind":"resource","name":"a.B","identity":true}`},
		{Value(Indent(Object(Named("a", Texts(nil)), Named("b", Texts([]string{"<"}))))), "{\n  \"a\": [],\n  \"b\": [\n    \"<\"\n  ]\n}\n"},
	} {
		if string(c.got) != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestTextsAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		var got []string
		if err := json.Unmarshal([]byte(Texts(want)), &got); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%q came back as %q", want[i], got[i])
			}
		}
	})
}
