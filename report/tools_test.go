package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// missing skips, or fails where the project's own checks demand every tool.
func missing(format string, args ...any) {
	GinkgoHelper()
	reason := fmt.Sprintf(format, args...)
	if os.Getenv("ARCHVERIFY_REQUIRE_TOOLS") == "1" {
		Fail(reason)
	}
	Skip(reason)
}

func need(program string) string {
	GinkgoHelper()
	long()
	path, err := exec.LookPath(program)
	if err != nil {
		missing("%s is not on the PATH", program)
	}
	return path
}

// nodePackage is a file of an npm package in ARCHVERIFY_NODE_MODULES.
func nodePackage(parts ...string) string {
	GinkgoHelper()
	long()
	dir := os.Getenv("ARCHVERIFY_NODE_MODULES")
	if dir == "" {
		missing("ARCHVERIFY_NODE_MODULES is not set (npm ci in tools/node makes such a folder)")
	}
	path := filepath.Join(append([]string{dir}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		missing("%s is not installed", parts[0])
	}
	return path
}

func run(timeout time.Duration, env []string, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// everything is each sample run and a hostile one, under a name.
func everything() map[string]*finding.Run {
	all := map[string]*finding.Run{"huge": huge(10_000, 200, 40)}
	for _, r := range runs {
		all[r.name] = r.run()
	}
	for name, text := range hostileNames {
		all["hostile "+name] = hostile(text)
	}
	return all
}

var _ = Describe("official tools", func() {
	It("xmllint accepts every JUnit report against the schema of the common subset", func() {
		xmllint := need("xmllint")
		dir := GinkgoT().TempDir()
		args := []string{"--noout", "--huge", "--nonet", "--schema", filepath.Join("testdata", "junit.xsd")}
		for name, r := range everything() {
			file := filepath.Join(dir, name+".xml")
			Expect(os.WriteFile(file, []byte(render("junit", r, report.Options{})), 0o644)).To(Succeed())
			args = append(args, file)
		}
		out, err := run(time.Minute, nil, xmllint, args...)
		Expect(err).NotTo(HaveOccurred(), out)
	})

	It("the SARIF schema accepts every SARIF report", func() {
		path := nodePackage("@microsoft", "sarif-multitool-linux", "sarif-2.1.0.json")
		file, err := os.ReadFile(path)
		Expect(err).NotTo(HaveOccurred())
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.TrimPrefix(string(file), "\ufeff")))
		Expect(err).NotTo(HaveOccurred())
		compiler := jsonschema.NewCompiler()
		Expect(compiler.AddResource("sarif.json", doc)).To(Succeed())
		schema, err := compiler.Compile("sarif.json")
		Expect(err).NotTo(HaveOccurred())
		for name, r := range everything() {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(render("sarif", r, report.Options{})))
			Expect(err).NotTo(HaveOccurred())
			Expect(schema.Validate(value)).To(Succeed(), name)
		}
		Expect(schema.Validate(map[string]any{"version": "2.1.0"})).NotTo(Succeed(), "a schema that refuses nothing")
	})

	It("the SARIF multitool finds no fault in any SARIF report", func() {
		tool := nodePackage("@microsoft", "sarif-multitool-linux", "Sarif.Multitool")
		_ = os.Chmod(tool, 0o755) // npm unpacks it as a plain file
		dir := GinkgoT().TempDir()
		entries := map[string]finding.Entry{}
		for _, e := range finding.Entries() {
			entries[e.Name] = e
		}
		all := everything()
		all["huge"] = huge(300, 20, 40) // the tool is slow
		for name, r := range all {
			if strings.HasPrefix(name, "hostile ") && !slices.Contains([]string{"markdown", "control", "empty", "percent", "long"}, name[8:]) {
				continue
			}
			Expect(os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".sarif"), []byte(render("sarif", r, report.Options{Entries: entries})), 0o644)).To(Succeed())
		}
		Expect(faults(tool, filepath.Join(dir, "*.sarif"))).To(BeEmpty())
		bad := filepath.Join(dir, "bad.sarif")
		Expect(os.WriteFile(bad, []byte(strings.Replace(render("sarif", sample(), report.Options{}), `"ruleIndex": 2`, `"ruleIndex": 77`, 1)), 0o644)).To(Succeed())
		Expect(faults(tool, bad)).NotTo(BeEmpty(), "a tool that finds nothing at all")
	})

	It("Chromium shows every page with scripts off, without a complaint, and nothing else is asked for", func() {
		pages := map[string]string{}
		expected := []string{"/"}
		for _, r := range runs {
			pages[r.name] = render("html", r.run(), report.Options{})
			expected = append(expected, "/"+r.name)
		}
		for _, name := range []string{"markup", "section end", "template", "bidi"} {
			short := strings.ReplaceAll(name, " ", "-")
			pages[short] = render("html", hostile(hostileNames[name]), report.Options{})
			expected = append(expected, "/"+short)
		}
		complaints, asked := visit(pages)
		Expect(complaints).To(BeEmpty(), "the browser complained")
		Expect(asked).To(ConsistOf(expected), "a page asked for something")
	})

	It("Chromium would tell if a page complained or asked", func() {
		complaints, asked := visit(map[string]string{
			"styled": strings.Replace(render("html", calm(), report.Options{}), "<main", `<style>p{color:red}</style><main`, 1),
			"asking": `<!doctype html><link rel="icon" href="data:,"><img src="/picture">`,
		})
		Expect(complaints).NotTo(BeEmpty())
		Expect(asked).To(ContainElement("/picture"))
	})
})

// faults are the errors and warnings that the multitool reports. It ends with 0
// either way, so its own report is read.
func faults(tool, files string) []string {
	GinkgoHelper()
	out := filepath.Join(GinkgoT().TempDir(), "faults.sarif")
	text, err := run(3*time.Minute, []string{"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1"}, tool,
		"validate", files, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "--kind", "Fail", "--output", out, "--log", "ForceOverwrite")
	Expect(err).NotTo(HaveOccurred(), text)
	data, err := os.ReadFile(out)
	Expect(err).NotTo(HaveOccurred(), text)
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID, Level string
				Message       struct{ ID string }
				Locations     []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
	Expect(json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), &log)).To(Succeed())
	var found []string
	for _, r := range log.Runs {
		for _, result := range r.Results {
			where := ""
			for _, l := range result.Locations {
				where = filepath.Base(l.PhysicalLocation.ArtifactLocation.URI)
			}
			found = append(found, fmt.Sprintf("%s %s %s in %s", result.RuleID, result.Level, result.Message.ID, where))
		}
	}
	return found
}

// visit shows pages in Chromium, from a server that notes what is asked for, and
// returns what the console said. Each stands in a sandbox without allow-scripts,
// which is a browser with scripts off.
func visit(pages map[string]string) (complaints, asked []string) {
	GinkgoHelper()
	chromium := need("chromium")
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/" {
			_, _ = io.WriteString(w, pages[r.URL.Path[1:]])
			return
		}
		_, _ = io.WriteString(w, `<!doctype html><title>frames</title><link rel="icon" href="data:,">`)
		for name := range pages {
			_, _ = io.WriteString(w, `<iframe sandbox width="480" height="300" src="/`+name+`"></iframe>`)
		}
	}))
	defer server.Close()
	dir := GinkgoT().TempDir()
	picture := filepath.Join(dir, "page.png")
	out, err := run(time.Minute, nil, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--enable-logging=stderr", "--v=0", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--window-size=1000,1200", "--screenshot="+picture, server.URL+"/")
	Expect(err).NotTo(HaveOccurred(), out)
	Expect(picture).To(BeARegularFile(), "nothing was shown")
	for line := range strings.Lines(out) {
		if strings.Contains(line, "CONSOLE") {
			complaints = append(complaints, line)
		}
	}
	return complaints, asked
}
