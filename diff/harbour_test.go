package diff_test

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// harbour is the base declaration that most specs change.
func harbour() *manifest.IR {
	return &manifest.IR{
		Version: "0", Company: manifest.Company{ID: "harbour"},
		Tools: []*manifest.Tool{listMoorings(), findSkipper()},
		Resources: []*manifest.Resource{
			{Name: "harbour.Mooring", Fields: []*manifest.Field{
				field("code", scalar(manifest.Identifier)),
				optional(field("skipper", resource("harbour.Skipper"))),
			}},
			{Name: "harbour.Skipper", Fields: []*manifest.Field{field("name", scalar(manifest.Text))}},
			{Name: "harbour.Attic", Fields: []*manifest.Field{field("x", scalar(manifest.Text))}},
		},
	}
}

func listMoorings() *manifest.Tool {
	return &manifest.Tool{
		ID: "harbour.list-moorings", Description: "List moorings.", Effect: manifest.Read, Lifecycle: manifest.Stable, Provider: "pier",
		Policies: []string{},
		Input: []*manifest.Field{
			field("day", scalar(manifest.Date)),
			optional(field("size", enum("s", "l"))),
		},
		Output: []*manifest.Field{
			field("moorings", manifest.Type{Kind: manifest.KindCollection, Resource: "harbour.Mooring"}),
			optional(field("total", scalar(manifest.Quantity))),
		},
		PolicyRules: []*manifest.PolicyRule{{
			ID: "watch", Allow: []string{"a", "b"}, Deny: []string{"z"}, RateLimit: &manifest.RateLimit{MaxInvocations: 10, WindowSeconds: 60},
		}},
		Connector: &manifest.Connector{Type: manifest.ConnectorREST, REST: &manifest.REST{Method: "GET", Path: "/moorings"}},
	}
}

func findSkipper() *manifest.Tool {
	return &manifest.Tool{
		ID: "harbour.find-skipper", Description: "Find a skipper.", Effect: manifest.Read, Lifecycle: manifest.Beta, Provider: "pier",
		Input:  []*manifest.Field{field("skipper", manifest.Type{Kind: manifest.KindResource, Resource: "harbour.Skipper", Identity: true})},
		Output: []*manifest.Field{field("skipper", resource("harbour.Skipper"))},
	}
}

func field(name string, t manifest.Type) *manifest.Field {
	return &manifest.Field{Name: name, Required: true, Type: t}
}

func optional(f *manifest.Field) *manifest.Field {
	f.Required = false
	return f
}

func described(f *manifest.Field, text string) *manifest.Field {
	f.Description = text
	return f
}

func scalar(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: s}
}

func enum(values ...string) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: values}
}

func resource(name string) manifest.Type {
	return manifest.Type{Kind: manifest.KindResource, Resource: name}
}

func at(file string, line int) finding.Position {
	return finding.Position{File: file, Line: line, Column: 3}
}

// with returns the base declaration after a change.
func with(change func(ir *manifest.IR)) *manifest.IR {
	ir := harbour()
	change(ir)
	return ir
}

// withTool changes one of its capabilities.
func withTool(id string, change func(t *manifest.Tool)) *manifest.IR {
	return with(func(ir *manifest.IR) { change(ir.Tool(id)) })
}

// withMoorings changes its first capability.
func withMoorings(change func(t *manifest.Tool)) *manifest.IR {
	return withTool("harbour.list-moorings", change)
}

func withLifecycle(l manifest.Lifecycle) *manifest.IR {
	return withTool("harbour.find-skipper", func(t *manifest.Tool) { t.Lifecycle = l })
}
