package manifest

import (
	"errors"
	"fmt"

	"github.com/archverify/archverify/internal/yamlx"
)

// ErrNotArtifact says that a JSON document is no built artifact: it has no
// string version or no array of tools.
var ErrNotArtifact = errors.New("not an IR artifact (no 'version' or 'tools')")

// ParseArtifact reads a built artifact. Nothing is normalised: absent members
// stay empty, unknown lifecycles stay as they are, order is kept; members that
// it does not know are ignored. The error is ErrNotArtifact, or says where the
// text is no JSON or a member has the wrong type.
func ParseArtifact(data []byte) (*IR, error) {
	root, err := readJSON(data)
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	version, tools := root.At("version"), root.At("tools")
	if version == nil || version.Kind != yamlx.String || tools == nil || tools.Kind != yamlx.Sequence {
		return nil, ErrNotArtifact
	}
	c := &shapeCheck{}
	artifactSchema().check(c, root, nil)
	if len(c.violations) > 0 {
		return nil, fmt.Errorf("%s %s", c.violations[0].Pointer, c.violations[0].Text)
	}
	return raise(root), nil
}

// raise turns a checked artifact into an IR.
func raise(root *yamlx.Node) *IR {
	ir := &IR{
		Version: str(root.At("version")),
		Company: Company{ID: str(root.At("company").At("id")), Name: str(root.At("company").At("name"))},
	}
	for _, n := range root.At("tools").Items {
		ir.Tools = append(ir.Tools, raiseTool(n))
	}
	if resources := root.At("resources"); resources != nil {
		for _, e := range resources.Entries {
			ir.Resources = append(ir.Resources, &Resource{Name: e.Key, Fields: raiseFields(e.Value)})
		}
	}
	ir.index()
	return ir
}

func raiseTool(n *yamlx.Node) *Tool {
	t := &Tool{
		ID:          str(n.At("id")),
		Description: str(n.At("description")),
		Effect:      Effect(str(n.At("effect"))),
		Provider:    str(n.At("provider")),
		Policies:    texts(n.At("policies")),
		Lifecycle:   Lifecycle(str(n.At("lifecycle"))),
		Input:       raiseFields(n.At("input")),
		Output:      raiseFields(n.At("output")),
		Connector:   raiseConnector(n.At("connector")),
		Response:    raiseResponse(n.At("response")),
		Extract:     raiseMappings(n.At("extract")),
		Contract:    raiseContract(n.At("contract")),
	}
	for _, rule := range items(n.At("policyRules")) {
		t.PolicyRules = append(t.PolicyRules, raisePolicy(rule))
	}
	if origins := n.At("origins"); origins != nil {
		t.Origins = &Origins{Pages: texts(origins.At("pages")), Images: texts(origins.At("images"))}
	}
	return t
}

func items(n *yamlx.Node) []*yamlx.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func texts(n *yamlx.Node) []string {
	out, _ := decoder{}.strs(n)
	return out
}

func isTrue(n *yamlx.Node) bool { return n != nil && n.IsTrue() }

func raiseFields(n *yamlx.Node) []*Field {
	if n == nil {
		return nil
	}
	fields := make([]*Field, len(n.Items))
	for i, item := range n.Items {
		fields[i] = &Field{
			Name:        str(item.At("name")),
			Required:    !item.Has("required") || item.At("required").IsTrue(),
			Type:        raiseType(item.At("type")),
			Description: str(item.At("description")),
		}
	}
	return fields
}

func raiseType(n *yamlx.Node) Type {
	t := Type{Kind: Kind(str(n.At("kind"))), Values: texts(n.At("values"))}
	switch t.Kind {
	case KindScalar:
		t.Semantic = Semantic(str(n.At("semantic")))
	case KindList:
		t.Semantic = Semantic(str(n.At("items")))
	case KindCollection:
		t.Resource = str(n.At("of"))
	case KindResource:
		t.Resource, t.Identity = str(n.At("name")), isTrue(n.At("identity"))
	}
	return t
}

func raisePolicy(n *yamlx.Node) *PolicyRule {
	rule := &PolicyRule{ID: str(n.At("id")), Allow: texts(n.At("allow")), Deny: texts(n.At("deny"))}
	if limit := n.At("rateLimit"); limit != nil {
		most, _ := limit.At("maxInvocations").Integer()
		window, _ := limit.At("windowSeconds").Integer()
		rule.RateLimit = &RateLimit{MaxInvocations: most, WindowSeconds: window}
	}
	return rule
}
