package manifest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
)

var _ = DescribeTable("DR7.2 artifacts that are refused",
	func(text, want string) {
		_, err := manifest.ParseArtifact([]byte(text))
		Expect(err).To(MatchError(ContainSubstring(want)))
		Expect(err.Error()).NotTo(ContainSubstring("\n"))
	},
	Entry("nothing", "", "not JSON: the document is empty"),
	Entry("no JSON", `{"version": }`, "not JSON: byte 12"),
	Entry("cut off", `{"version": "0"`, "not JSON"),
	Entry("a second document", `{"version":"0","tools":[]} {}`, "something follows"),
	Entry("a key twice", `{"version":"0","version":"0","tools":[]}`, "not JSON"),
	Entry("endless nesting", strings.Repeat("[", 100_000), "not JSON"),
	Entry("no object", `[]`, manifest.ErrNotArtifact.Error()),
	Entry("no version", `{"tools":[]}`, manifest.ErrNotArtifact.Error()),
	Entry("a version that is a number", `{"version":0,"tools":[]}`, manifest.ErrNotArtifact.Error()),
	Entry("no tools", `{"version":"0"}`, manifest.ErrNotArtifact.Error()),
	Entry("a tool that is none", `{"version":"0","tools":[1]}`, "/tools/0 must be object"),
	Entry("a tool without an id", `{"version":"0","tools":[{}]}`, "/tools/0 must have required property 'id'"),
	Entry("a member of the wrong type", `{"version":"0","tools":[{"id":"a.b","input":[{"name":"x","type":{"kind":"odd"}}]}]}`, `/tools/0/input/0/type/kind must be equal`),
)

var _ = Describe("ParseArtifact", func() {
	It("DR7.2 DR7.7 normalises nothing and ignores what it does not know", func() {
		ir, err := manifest.ParseArtifact([]byte(`{"version":"7","more":1,"tools":[{"id":"b.x","lifecycle":"odd"},{"id":"a.x","policies":[],"extract":[]}]}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(ir.Version).To(Equal("7"))
		Expect(ir.Tools[0]).To(Equal(&manifest.Tool{ID: "b.x", Lifecycle: "odd"}))
		Expect(ir.Tools[1].Policies).To(And(Not(BeNil()), BeEmpty()))
		Expect(ir.Tools[1].Extract).To(And(Not(BeNil()), BeEmpty()))
		Expect(ir.Resources).To(BeEmpty())
		Expect(ir.Tool("a.x")).To(BeIdenticalTo(ir.Tools[1]))
		Expect(ir.Tool("c.x")).To(BeNil())
	})

	DescribeTable("DR7.7 never refuses for a contract", func(contract string) {
		ir, err := manifest.ParseArtifact([]byte(`{"version":"0","tools":[{"id":"a.x","contract":` + contract + `}]}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(ir.Tools[0].Contract).To(BeNil())
	},
		Entry("a fingerprint alone", `{"fingerprint":"x"}`),
		Entry("nothing", `null`),
		Entry("something else", `[1]`),
	)
})

// byHand is an IR with bound tools of those ids.
func byHand(ids ...string) *manifest.IR {
	ir := &manifest.IR{}
	for _, id := range ids {
		ir.Tools = append(ir.Tools, &manifest.Tool{ID: id, Connector: &manifest.Connector{Type: manifest.ConnectorREST}})
	}
	return ir
}

var _ = DescribeTable("tool names and collisions (5.9)",
	func(ir *manifest.IR, want []manifest.Collision) { Expect(manifest.Collisions(ir)).To(Equal(want)) },
	Entry("none", byHand("a.b", "a.c"), nil),
	Entry("EX-5.19 an id that is another's name", byHand("a.b", "a_b"), []manifest.Collision{{Name: "a_b", IDs: []string{"a_b", "a.b"}}}),
	Entry("the same the other way round", byHand("a_b", "a.b"), []manifest.Collision{{Name: "a_b", IDs: []string{"a_b", "a.b"}}}),
	Entry("two names become one", byHand("a.b", "a/b"), []manifest.Collision{{Name: "a_b", IDs: []string{"a.b", "a/b"}}}),
	Entry("a later one is appended", byHand("a.b", "a/b", "a b"), []manifest.Collision{{Name: "a_b", IDs: []string{"a.b", "a/b", "a b"}}}),
	Entry("unbound tools do not count", &manifest.IR{Tools: []*manifest.Tool{{ID: "a.b"}, {ID: "a_b"}}}, nil),
)

var _ = DescribeTable("DR5.16 tool names", func(id, want string) { Expect(manifest.ToolName(id)).To(Equal(want)) },
	Entry("a dot", "depot.list-carts", "depot_list-carts"),
	Entry("any other character", "a.b/c é", "a_b_c__"),
	Entry("an underscore", "a_b", "a_b"),
)

var _ = DescribeTable("DR5.19 surface states",
	func(lifecycle manifest.Lifecycle, bound bool, state manifest.Surface, reason string) {
		tool := &manifest.Tool{Lifecycle: lifecycle}
		if bound {
			tool.Connector = &manifest.Connector{}
		}
		gotState, gotReason := tool.Surface()
		Expect(gotState).To(Equal(state))
		Expect(gotReason).To(Equal(reason))
	},
	Entry("stable", manifest.Stable, true, manifest.Exposed, ""),
	Entry("beta", manifest.Beta, true, manifest.Exposed, ""),
	Entry("deprecated", manifest.Deprecated, true, manifest.Exposed, ""),
	Entry("experimental", manifest.Experimental, true, manifest.Unlisted, "experimental"),
	Entry("unbound", manifest.Experimental, false, manifest.NotExposed, "unbound"),
	Entry("retired wins over unbound", manifest.Retired, false, manifest.NotExposed, "retired"),
	Entry("anything else", manifest.Lifecycle("odd"), true, manifest.NotExposed, "unevaluatable"),
)

var _ = DescribeTable("DR7.12 types for people", func(t manifest.Type, want string) { Expect(t.String()).To(Equal(want)) },
	Entry("a scalar", manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Money}, "money"),
	Entry("an enum", manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: []string{"b", "a"}}, "enum(b|a)"),
	Entry("a list", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Image}, "list of image"),
	Entry("a list of an enum", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Enum, Values: []string{"a"}}, "list of enum(a)"),
	Entry("a collection", manifest.Type{Kind: manifest.KindCollection, Resource: "a.B"}, "collection of a.B"),
	Entry("a reference", manifest.Type{Kind: manifest.KindResource, Resource: "a.B", Identity: true}, "ref a.B"),
	Entry("a resource", manifest.Type{Kind: manifest.KindResource, Resource: "a.B"}, "a.B"),
)

var _ = Describe("ReadArtifact", func() {
	It("reads a file and says why there is none", func() {
		dir := GinkgoT().TempDir()
		name := filepath.Join(dir, "a.json")
		_, err := manifest.ReadArtifact(name)
		Expect(err).To(MatchError(fs.ErrNotExist))
		Expect(err.Error()).NotTo(ContainSubstring(dir))
		Expect(os.WriteFile(name, []byte("{}"), 0o600)).To(Succeed())
		Expect(manifest.ReadArtifact(name)).To(BeEquivalentTo("{}"))
	})

	It("opens nothing that may never end", func() {
		dir := GinkgoT().TempDir()
		_, err := manifest.ReadArtifact(dir)
		Expect(err).To(MatchError("it is a folder"))
		_, err = manifest.ReadArtifact(os.DevNull)
		Expect(err).To(MatchError("it is not a regular file"))
		huge := filepath.Join(dir, "huge.json")
		Expect(os.WriteFile(huge, nil, 0o600)).To(Succeed())
		Expect(os.Truncate(huge, manifest.MaxArtifact+1)).To(Succeed())
		_, err = manifest.ReadArtifact(huge)
		Expect(err).To(MatchError(ContainSubstring("more than the limit")))
	})
})
