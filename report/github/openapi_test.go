package github_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is GitHub's official OpenAPI description, when it is at hand: every
// request that the fake gets is checked against it.
type contract struct {
	mu    sync.Mutex
	doc   map[string]any
	paths []template
	done  map[string]*jsonschema.Schema
}

type template struct {
	pattern *regexp.Regexp
	ops     map[string]any
	fixed   int // literal segments; the most literal path wins
}

var loadContract = sync.OnceValues(func() (*contract, error) {
	modules := os.Getenv("ARCHVERIFY_NODE_MODULES")
	if modules == "" {
		return nil, nil
	}
	data, err := os.ReadFile(filepath.Join(modules, "@octokit/openapi/generated/api.github.com.json"))
	if err != nil {
		return nil, err
	}
	c := &contract{done: map[string]*jsonschema.Schema{}}
	if err := json.Unmarshal(data, &c.doc); err != nil {
		return nil, err
	}
	param := regexp.MustCompile(`\\\{[^}]+\\\}`)
	for path, ops := range c.doc["paths"].(map[string]any) {
		pattern := "^" + param.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$"
		c.paths = append(c.paths, template{regexp.MustCompile(pattern), ops.(map[string]any), strings.Count(path, "/") - strings.Count(path, "{")})
	}
	return c, nil
})

func contractOf(t *testing.T) *contract {
	t.Helper()
	c, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOfficialDescriptionIsAtHand says so when requests go unchecked.
func TestOfficialDescriptionIsAtHand(t *testing.T) {
	if contractOf(t) != nil {
		return
	}
	if os.Getenv("ARCHVERIFY_REQUIRE_TOOLS") != "" {
		t.Fatal("ARCHVERIFY_NODE_MODULES must name a node_modules folder with @octokit/openapi")
	}
	t.Skip("requests are not checked against GitHub's OpenAPI description: ARCHVERIFY_NODE_MODULES names no folder with @octokit/openapi")
}

func (c *contract) check(t *testing.T, method, path string, query url.Values, body []byte) {
	t.Helper()
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	op := c.operation(method, path)
	if op == nil {
		t.Errorf("GitHub has no %s %s", method, path)
		return
	}
	known := c.queryNames(op)
	for name := range query {
		if !slices.Contains(known, name) {
			t.Errorf("%s %s: GitHub knows no query parameter %q", method, path, name)
		}
	}
	if len(body) > 0 {
		c.checkBody(t, op, method, path, body)
	}
}

func (c *contract) operation(method, path string) map[string]any {
	best, fixed := map[string]any(nil), -1
	for _, p := range c.paths {
		op, ok := p.ops[strings.ToLower(method)].(map[string]any)
		if ok && p.fixed > fixed && p.pattern.MatchString(path) {
			best, fixed = op, p.fixed
		}
	}
	return best
}

func (c *contract) queryNames(op map[string]any) []string {
	var names []string
	params, _ := op["parameters"].([]any)
	for _, p := range params {
		param := p.(map[string]any)
		if ref, ok := param["$ref"].(string); ok {
			param = c.resolve(ref)
		}
		if param["in"] == "query" {
			names = append(names, param["name"].(string))
		}
	}
	return names
}

func (c *contract) resolve(ref string) map[string]any {
	at := any(c.doc)
	for _, part := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(map[string]any)[part]
	}
	return at.(map[string]any)
}

func (c *contract) checkBody(t *testing.T, op map[string]any, method, path string, body []byte) {
	t.Helper()
	id := op["operationId"].(string)
	schema := c.done[id]
	if schema == nil {
		content := op["requestBody"].(map[string]any)["content"].(map[string]any)
		compiler := jsonschema.NewCompiler()
		compiler.DefaultDraft(jsonschema.Draft7)
		location := "file:///" + id + ".json"
		raw := map[string]any{"allOf": []any{content["application/json"].(map[string]any)["schema"]}, "components": c.doc["components"]}
		if err := compiler.AddResource(location, raw); err != nil {
			t.Fatal(err)
		}
		var err error
		if schema, err = compiler.Compile(location); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		c.done[id] = schema
	}
	sent, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	if err := schema.Validate(sent); err != nil {
		t.Errorf("%s %s is not what GitHub takes: %v", method, path, err)
	}
}
