package diff_test

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// brief lists entries as "severity kind subject path: detail".
func brief(r *diff.Result) []string {
	lines := []string{}
	for _, e := range r.Entries {
		lines = append(lines, fmt.Sprintf("%s %s %s %s: %s", e.Severity, e.Kind, e.Subject(), e.Path, e.Detail))
	}
	return lines
}

// check compares the base declaration with a changed one.
func check(after *manifest.IR, want ...string) {
	GinkgoHelper()
	Expect(brief(diff.Compare(harbour(), after))).To(Equal(append([]string{}, want...)))
}

const moorings, skipper = "harbour.list-moorings", "harbour.find-skipper"

var _ = DescribeTable("capabilities", check,
	Entry("EX-7.1 nothing changed", harbour()),
	Entry("EX-7.2 removed", with(func(ir *manifest.IR) { ir.Tools = ir.Tools[:1] }),
		"breaking capability-removed harbour.find-skipper : capability removed"),
	Entry("DR7.3 added", with(func(ir *manifest.IR) {
		ir.Tools = append(ir.Tools, &manifest.Tool{ID: "harbour.sweep", Effect: manifest.Write})
	}), "compatible capability-added harbour.sweep : capability added (write)"),
	Entry("EX-7.3 effect read to write", withMoorings(func(t *manifest.Tool) { t.Effect = manifest.Write }),
		"breaking effect-changed harbour.list-moorings effect: effect changed: read → write"),
	Entry("EX-7.4 beta to stable", withLifecycle(manifest.Stable),
		"compatible lifecycle-forward harbour.find-skipper lifecycle: lifecycle changed: beta → stable"),
	Entry("EX-7.4 beta to experimental", withLifecycle(manifest.Experimental),
		"breaking lifecycle-reversed harbour.find-skipper lifecycle: lifecycle changed: beta → experimental — a move the classification table does not list"),
	Entry("EX-7.4 beta to deprecated", withLifecycle(manifest.Deprecated),
		"notable lifecycle-deprecated harbour.find-skipper lifecycle: lifecycle changed: beta → deprecated — still invocable"),
	Entry("EX-7.4 beta to retired", withLifecycle(manifest.Retired),
		"breaking lifecycle-retired harbour.find-skipper lifecycle: lifecycle changed: beta → retired — no longer invocable"),
	Entry("B32 an unknown lifecycle", withLifecycle("sunset"),
		"breaking lifecycle-reversed harbour.find-skipper lifecycle: lifecycle changed: beta → sunset — a move the classification table does not list"),
	Entry("DR7.3 description", withMoorings(func(t *manifest.Tool) { t.Description = "List all moorings." }),
		"compatible description-changed harbour.list-moorings description: description changed"),
	Entry("EX-7.19 tokens", withMoorings(func(t *manifest.Tool) { t.Policies = []string{"rate-limited", "authenticated", "authenticated"} }),
		"notable policy-tokens-changed harbour.list-moorings policies: policy tokens gained 'authenticated', 'rate-limited'"),
	Entry("DR7.7 absent members are the empty ones", withMoorings(func(t *manifest.Tool) { t.Policies, t.Lifecycle = nil, "" })),
	Entry("DR7.7 a contract is never looked at", withMoorings(func(t *manifest.Tool) { t.Contract = &manifest.Contract{Fingerprint: "sha256:1"} })),
	Entry("DR7.10 order of capabilities, fields and resources", with(func(ir *manifest.IR) {
		slices.Reverse(ir.Tools)
		slices.Reverse(ir.Resources)
		slices.Reverse(ir.Tool(moorings).Input)
		slices.Reverse(ir.Resource("harbour.Mooring").Fields)
	})),
)

var _ = DescribeTable("moves of a lifecycle from the side before", func(from, to manifest.Lifecycle, want string) {
	r := diff.Compare(withLifecycle(from), withLifecycle(to))
	Expect(r.Entries).To(HaveLen(1))
	Expect(fmt.Sprintf("%s %s", r.Entries[0].Severity, r.Entries[0].Kind)).To(Equal(want))
},
	Entry("EX-7.5 deprecated to stable", manifest.Deprecated, manifest.Stable, "breaking lifecycle-reversed"),
	Entry("EX-7.5 retired to deprecated", manifest.Retired, manifest.Deprecated, "notable lifecycle-deprecated"),
	Entry("8.1 retiring an experimental one", manifest.Experimental, manifest.Retired, "notable lifecycle-retired"),
	Entry("retiring a deprecated one", manifest.Deprecated, manifest.Retired, "breaking lifecycle-retired"),
)

var _ = DescribeTable("removing by the lifecycle before", func(l manifest.Lifecycle, want diff.Severity) {
	after := with(func(ir *manifest.IR) { ir.Tools = ir.Tools[:1] })
	r := diff.Compare(withLifecycle(l), after)
	Expect(r.Entries).To(HaveLen(1))
	Expect(r.Entries[0].Severity).To(Equal(want))
},
	Entry("8.1, FC-31 experimental", manifest.Experimental, diff.Notable),
	Entry("FC-31 stable", manifest.Stable, diff.Breaking),
	Entry("FC-31 absent, which is stable", manifest.Lifecycle(""), diff.Breaking),
)

var _ = DescribeTable("fields", check,
	Entry("EX-7.6 a required input", withMoorings(func(t *manifest.Tool) { t.Input = append(t.Input, field("page", scalar(manifest.Quantity))) }),
		"breaking input-added-required harbour.list-moorings input.page: input 'page' added (required, quantity)"),
	Entry("FC-25 an optional input", withMoorings(func(t *manifest.Tool) {
		t.Input = append(t.Input, optional(field("page", scalar(manifest.Quantity))))
	}), "compatible input-added-optional harbour.list-moorings input.page: input 'page' added (optional, quantity)"),
	Entry("an input removed", withMoorings(func(t *manifest.Tool) { t.Input = t.Input[:1] }),
		"breaking input-removed harbour.list-moorings input.size: input 'size' removed"),
	Entry("EX-7.7 enum values in another order", withMoorings(func(t *manifest.Tool) { t.Input[1].Type = enum("l", "s") })),
	Entry("EX-7.8, 8.1 an input's enum widens", withMoorings(func(t *manifest.Tool) { t.Input[1].Type = enum("s", "l", "xl") }),
		"compatible input-retyped harbour.list-moorings input.size: input 'size' type changed: enum(s|l) → enum(s|l|xl)"),
	Entry("FC-26 an input's enum narrows", withMoorings(func(t *manifest.Tool) { t.Input[1].Type = enum("s") }),
		"breaking input-retyped harbour.list-moorings input.size: input 'size' type changed: enum(s|l) → enum(s)"),
	Entry("an input's enum loses one and gains one", withMoorings(func(t *manifest.Tool) { t.Input[1].Type = enum("s", "m") }),
		"breaking input-retyped harbour.list-moorings input.size: input 'size' type changed: enum(s|l) → enum(s|m)"),
	Entry("EX-7.9 an input becomes optional", withMoorings(func(t *manifest.Tool) { t.Input[0].Required = false }),
		"compatible input-now-optional harbour.list-moorings input.day: input 'day' changed from required to optional"),
	Entry("an input becomes required", withMoorings(func(t *manifest.Tool) { t.Input[1].Required = true }),
		"breaking input-now-required harbour.list-moorings input.size: input 'size' changed from optional to required"),
	Entry("EX-7.10 an output becomes optional", withMoorings(func(t *manifest.Tool) { t.Output[0].Required = false }),
		"breaking output-now-optional harbour.list-moorings output.moorings: output 'moorings' changed from required to optional"),
	Entry("an output becomes required", withMoorings(func(t *manifest.Tool) { t.Output[1].Required = true }),
		"compatible output-now-required harbour.list-moorings output.total: output 'total' changed from optional to required"),
	Entry("an output is retyped", withMoorings(func(t *manifest.Tool) {
		t.Output[1].Type = manifest.Type{Kind: manifest.KindList, Semantic: manifest.Enum, Values: []string{"b", "a"}}
	}), "breaking output-retyped harbour.list-moorings output.total: output 'total' type changed: quantity → list of enum(b|a)"),
	Entry("DR7.11 several changes of one field", withMoorings(func(t *manifest.Tool) { t.Input[1] = described(field("size", scalar(manifest.Text)), "How long.") }),
		"compatible description-changed harbour.list-moorings input.size: input 'size' description changed",
		"breaking input-now-required harbour.list-moorings input.size: input 'size' changed from optional to required",
		"breaking input-retyped harbour.list-moorings input.size: input 'size' type changed: enum(s|l) → text"),
)

var _ = Describe("an output's enum (8.1, FC-26)", func() {
	states := func(values ...string) *manifest.IR {
		return withMoorings(func(t *manifest.Tool) { t.Output[1].Type = enum(values...) })
	}
	DescribeTable("by direction", func(before, after []string, want diff.Severity) {
		r := diff.Compare(states(before...), states(after...))
		Expect(r.Entries).To(HaveLen(1))
		Expect(r.Entries[0].Kind).To(Equal(diff.OutputRetyped))
		Expect(r.Entries[0].Severity).To(Equal(want))
	},
		Entry("narrows", []string{"free", "taken"}, []string{"free"}, diff.Compatible),
		Entry("widens", []string{"free"}, []string{"free", "taken"}, diff.Breaking),
		Entry("both", []string{"free", "taken"}, []string{"free", "shut"}, diff.Breaking),
	)
})
