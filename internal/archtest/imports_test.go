package archtest

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/archverify/archverify/"

// A ban says that no package below From may depend on To, not even through
// others, and why. Allow lists the packages below From that are excepted.
type ban struct {
	from, to string
	allow    []string
	direct   bool // only direct imports count
	why      string
}

var bans = []ban{
	{from: "finding", to: module, why: "the shared vocabulary stands on the standard library alone"},
	{from: "manifest", to: module + "fingerprint", why: "a declaration knows no answer"},
	{from: "fingerprint", to: module + "manifest", why: "a shape knows no declaration"},
	{from: "report", to: module + "manifest", why: "a report reads only the run"},
	{from: "report", to: module + "fingerprint", why: "a report reads only the run"},
	{from: "report", to: module + "replay", why: "a report reads only the run"},
	{from: "report", to: module + "diff", why: "a report reads only the run"},
	{from: "report", to: module + "doctor", why: "a report reads only the run"},
	{from: "manifest", to: "net/http", why: "loading knows no network"},
	{from: "fingerprint", to: "net/http", why: "shaping knows no network"},
	{from: "diff", to: "net/http", why: "comparing declarations opens no socket"},
	{from: "doctor", to: "net/http", why: "the offline checks open no socket"},
	{from: "replay", to: "net/http", allow: []string{"replay/rest"}, direct: true, why: "only connectors ask; judging knows no network"},
	{from: "report", to: "net/http", allow: []string{"report/github"}, direct: true, why: "rendering sends nothing"},
	{from: "", to: "github.com/google/go-github", allow: []string{"report/github"}, direct: true, why: "one package speaks to GitHub"},
	{from: "", to: "gopkg.in/yaml.v3", allow: []string{"internal/yamlx"}, direct: true, why: "the archived YAML library can be swapped in one line"},
	{from: "", to: "github.com/spf13/cobra", allow: []string{"internal/cli"}, direct: true, why: "only the command line knows its framework"},
	{from: "", to: module + "internal/cli", allow: []string{"cmd", "internal/cli"}, direct: true, why: "the command line is the top"},
	{from: "", to: module + "fixtures", allow: []string{"internal/cli", "fixtures", "bench"}, direct: true, why: "the product does not depend on its example"},
}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestImportsRunOneWay(t *testing.T) {
	packages := list(t)
	for _, b := range bans {
		for _, p := range packages {
			name, ours := strings.CutPrefix(p.ImportPath, module)
			if !ours || !below(name, b.from) || slices.ContainsFunc(b.allow, func(a string) bool { return below(name, a) }) {
				continue
			}
			deps := p.Deps
			if b.direct {
				deps = p.Imports
			}
			for _, d := range deps {
				if strings.HasPrefix(d+"/", strings.TrimSuffix(b.to, "/")+"/") && !below(strings.TrimPrefix(d, module), b.from) {
					t.Errorf("%s must not depend on %s: %s", p.ImportPath, d, b.why)
				}
			}
		}
	}
}

// TestBansCanBite guards the test above: a ban whose two sides do not exist
// would pass for ever.
func TestBansCanBite(t *testing.T) {
	packages := list(t)
	for _, b := range bans {
		if b.from == "" {
			continue
		}
		if !slices.ContainsFunc(packages, func(p listed) bool { return below(strings.TrimPrefix(p.ImportPath, module), b.from) }) {
			t.Errorf("ban %s → %s: there is no package %s", b.from, b.to, b.from)
		}
	}
}

// below reports whether name is folder or lies below it; every name lies below "".
func below(name, folder string) bool {
	return folder == "" || name == folder || strings.HasPrefix(name, folder+"/")
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatalf("decode go list: %v", err)
		}
		if strings.HasPrefix(p.ImportPath, module) {
			all = append(all, p)
		}
	}
	return all
}
