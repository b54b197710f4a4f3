package cli

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fixtures"
)

// hub is as much of GitHub as one comment needs.
type hub struct {
	*httptest.Server
	mu       sync.Mutex
	refuse   int
	comments []string
}

func newHub() *hub {
	h := &hub{}
	h.Server = httptest.NewServer(h)
	DeferCleanup(h.Close)
	return h
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	Expect(r.Header.Get("Authorization")).To(Equal("Bearer job-token"))
	switch {
	case h.refuse > 0:
		w.WriteHeader(h.refuse)
		_, _ = io.WriteString(w, `{"message":"Resource not accessible by integration"}`)
	case r.URL.Path == "/user":
		_, _ = io.WriteString(w, `{"login":"robot"}`)
	case r.Method == http.MethodGet:
		list := []map[string]any{}
		for i, body := range h.comments {
			list = append(list, map[string]any{"id": i + 1, "body": body, "user": map[string]any{"login": "robot"}})
		}
		_ = json.NewEncoder(w).Encode(list)
	default:
		var in struct{ Body string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		h.comments = append(h.comments, in.Body)
		_, _ = io.WriteString(w, `{"id":1,"user":{"login":"robot"}}`)
	}
}

// job is the environment of a step on a pull request.
func job(h *hub, env map[string]string) map[string]string {
	dir := GinkgoT().TempDir()
	event := filepath.Join(dir, "event.json")
	payload := `{"pull_request":{"number":7,"head":{"sha":"abc","repo":{"full_name":"acme/shop"}}},"repository":{"full_name":"acme/shop"}}`
	Expect(os.WriteFile(event, []byte(payload), 0o600)).To(Succeed())
	for name, value := range map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "acme/shop", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": event,
		"GITHUB_RUN_ID": "1", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_API_URL": h.URL, "GITHUB_SERVER_URL": "https://github.example", "GITHUB_TOKEN": "job-token",
		"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"), "GITHUB_OUTPUT": filepath.Join(dir, "output"),
	} {
		env[name] = value
	}
	return env
}

func content(path string) string {
	data, err := os.ReadFile(path)
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

var _ = Describe("inside GitHub Actions", func() {
	var backend *httptest.Server
	BeforeEach(func() {
		b := fixtures.NewBackend()
		b.SetDrift(true, fixtures.Drifts()...)
		backend = httptest.NewServer(b)
		DeferCleanup(backend.Close)
	})
	caller := []string{"--principal", fixtures.Principal, "--token-env", fixtures.TokenVariable}

	It("masks first, annotates, sums up, sets outputs and comments", func() {
		h := newHub()
		env := job(h, exampleEnvironment(backend.URL))
		got := program(env, append([]string{"verify", example(), "--comment"}, caller...)...)
		Expect(got.code).To(Equal(1))
		Expect(got.stderr).To(HavePrefix("::add-mask::"))
		Expect(got.stderr).To(ContainSubstring("::error "))
		Expect(got.stderr).To(ContainSubstring("archverify: comment: sent"))
		Expect(content(env["GITHUB_STEP_SUMMARY"])).To(ContainSubstring("a consumer breaks on 3 of 7"))
		Expect(content(env["GITHUB_OUTPUT"])).To(MatchRegexp(`status<<\S+\nred\n`))
		Expect(h.comments).To(HaveLen(1))
		Expect(h.comments[0]).To(ContainSubstring("workshop.open-jobs"))
		for _, secret := range []string{fixtures.Key, fixtures.Token} {
			unmasked := strings.ReplaceAll(got.stderr, "::add-mask::"+secret, "")
			Expect(unmasked + got.stdout + h.comments[0]).NotTo(ContainSubstring(secret))
		}
	})

	It("says what is missing and exits with 4 when nothing else is wrong", func() {
		h := newHub()
		h.refuse = http.StatusForbidden
		env := job(h, exampleEnvironment(backend.URL))
		got := program(env, append([]string{"verify", example(), "workshop.list-stands", "--comment"}, caller...)...)
		Expect(got.stderr).To(ContainSubstring("comment: not-permitted"))
		Expect(got.stderr).To(ContainSubstring("pull-requests: write"))
		Expect(got.code).To(Equal(4))
		got = program(env, append([]string{"verify", example(), "workshop.list-stands", "--comment", "--best-effort"}, caller...)...)
		Expect(got.code).To(Equal(0))
	})

	It("tells nothing twice: what a report flag put into the log or the summary stands there once", func() {
		env := job(newHub(), exampleEnvironment(backend.URL))
		summary := env["GITHUB_STEP_SUMMARY"]
		got := program(env, append([]string{"verify", example(), "--report", "github", "--report", "markdown=" + summary}, caller...)...)
		Expect(strings.Count(got.stdout+got.stderr, "::error ")).To(Equal(strings.Count(got.stdout, "::error ")))
		Expect(got.stdout).To(ContainSubstring("::error "))
		Expect(strings.Count(content(summary), "### ")).To(Equal(1))
		Expect(content(env["GITHUB_OUTPUT"])).To(MatchRegexp(`status<<\S+\nred\n`))
	})

	It("says in the log that the rest stands in the job summary, which the log is not", func() {
		crowded := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `[{"code":"A1","hall":"north","opened":"2020-01-01"`)
			for _, letter := range "abcdefghijklmnopqrst" {
				_, _ = io.WriteString(w, `,"new`+string(letter)+`":1`)
			}
			_, _ = io.WriteString(w, `}]`)
		}))
		DeferCleanup(crowded.Close)
		env := job(newHub(), exampleEnvironment(crowded.URL))
		got := program(env, append([]string{"verify", example(), "workshop.list-stands"}, caller...)...)
		Expect(got.stderr).To(MatchRegexp(`::(warning|error) title=\d+ more::\d+ more of this kind in the job summary`))
		Expect(content(env["GITHUB_STEP_SUMMARY"])).NotTo(ContainSubstring("in the job summary"))
	})

	It("hides with --best-effort that a report file could not be written, and nothing else", func() {
		env := exampleEnvironment(backend.URL)
		nowhere := GinkgoT().TempDir() // a folder is no file
		verify := func(capability string, more ...string) outcome {
			return program(env, append(append([]string{"verify", example(), capability, "--report", "json=" + nowhere}, caller...), more...)...)
		}
		Expect(verify("workshop.list-stands").code).To(Equal(4))
		got := verify("workshop.list-stands", "--best-effort")
		Expect(got.code).To(Equal(0))
		Expect(got.stderr).To(ContainSubstring("report json: failed"))
		Expect(verify("workshop.open-jobs", "--best-effort").code).To(Equal(1))
	})

	It("writes nothing into the job with --no-github", func() {
		env := job(newHub(), exampleEnvironment(backend.URL))
		got := program(env, append([]string{"verify", example(), "--no-github"}, caller...)...)
		Expect(got.stderr).NotTo(ContainSubstring("::"))
		Expect(env["GITHUB_STEP_SUMMARY"]).NotTo(BeAnExistingFile())
	})

	DescribeTable("says in the job that nothing was checked", func(says string, args func(bad string) []string) {
		env := job(newHub(), exampleEnvironment(backend.URL))
		bad := example()
		Expect(os.WriteFile(filepath.Join(bad, "capabilities.yaml"), []byte("x: [\n</pre> @everyone \x1b[31m\n"), 0o600)).To(Succeed())
		got := program(env, args(bad)...)
		Expect(got.code).To(Equal(2))
		Expect(got.stderr).To(MatchRegexp(`(?m)^::error title=archverify \w+::.*` + says))
		Expect(content(env["GITHUB_STEP_SUMMARY"])).To(ContainSubstring("nothing was checked"))
		Expect(content(env["GITHUB_STEP_SUMMARY"])).To(ContainSubstring(says))
		Expect(strings.Count(content(env["GITHUB_STEP_SUMMARY"]), "</pre>")).To(Equal(1))
		Expect(content(env["GITHUB_OUTPUT"])).To(MatchRegexp(`status<<\S+\nerror\n`))
		Expect(content(env["GITHUB_OUTPUT"])).To(MatchRegexp(`red<<\S+\n\n`))

		quiet := job(newHub(), exampleEnvironment(backend.URL))
		got = program(quiet, append([]string{"--no-github"}, args(bad)...)...)
		Expect(got.stderr).NotTo(ContainSubstring("::error"))
		Expect(quiet["GITHUB_STEP_SUMMARY"]).NotTo(BeAnExistingFile())
	},
		Entry("verify, an invalid manifest", "capabilities.yaml", func(bad string) []string { return []string{"verify", bad} }),
		Entry("verify, as JSON", "capabilities.yaml", func(bad string) []string { return []string{"verify", bad, "--json"} }),
		Entry("doctor, an invalid manifest", "capabilities.yaml", func(bad string) []string { return []string{"doctor", bad} }),
		Entry("diff, an invalid side", "capabilities.yaml", func(bad string) []string { return []string{"diff", bad, bad} }),
		Entry("a flag that is none", "unknown flag", func(bad string) []string { return []string{"verify", bad, "--nothing"} }),
		Entry("a missing folder", "missing", func(string) []string { return []string{"verify"} }),
		Entry("a baseline that is not there", "baseline", func(string) []string { return []string{"verify", example(), "--baseline", "nowhere.json"} }),
	)

	It("refuses to count runs in a row that it does not know", func() {
		got := program(exampleEnvironment(backend.URL), "verify", example(), "--issue", "--issue-after", "3")
		Expect(got.code).To(Equal(2))
		Expect(got.stderr).To(ContainSubstring("archverify post history/*.json --issue --issue-after 3"))
	})

	It("trusts the authorities of --ca-file for GitHub too, and no others", func() {
		h := newHub()
		secure := httptest.NewUnstartedServer(h)
		secure.Config.ErrorLog = log.New(io.Discard, "", 0)
		secure.StartTLS()
		DeferCleanup(secure.Close)
		file := filepath.Join(GinkgoT().TempDir(), "ca.pem")
		block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
		Expect(os.WriteFile(file, block, 0o600)).To(Succeed())
		for _, command := range [][]string{append([]string{"verify", example()}, caller...), {"doctor", example()}} {
			env := job(h, exampleEnvironment(backend.URL))
			env["GITHUB_API_URL"] = secure.URL
			Expect(program(env, append(command, "--comment")...).stderr).To(ContainSubstring("comment: failed"))
			got := program(env, append(command, "--comment", "--ca-file", file)...)
			Expect(got.stderr).NotTo(ContainSubstring("comment: failed"))
			Expect(got.stderr).To(ContainSubstring("comment: s"))
		}
	})

	It("explains a code by the command that found it", func() {
		all := explanations()
		Expect(all["doctor/evidence-stale"].Title).NotTo(Equal(all["verify/evidence-stale"].Title))
		Expect(all["evidence-stale"]).To(Equal(all["verify/evidence-stale"]))
		Expect(all).To(HaveKey("unsteady"))
	})

	It("posts a saved run from a job that asks nothing", func() {
		h := newHub()
		env := job(h, exampleEnvironment(backend.URL))
		saved := filepath.Join(GinkgoT().TempDir(), "run.json")
		program(env, append([]string{"verify", example(), "--no-github", "--report", "json=" + saved}, caller...)...)
		backend.Close()
		got := program(env, "post", saved, "--comment")
		Expect(got.code).To(Equal(0), got.stderr)
		Expect(h.comments).To(HaveLen(1))
	})

	It("computes again what a saved document says of itself, a merged one too", func() {
		dir := GinkgoT().TempDir()
		one, two, both := filepath.Join(dir, "1.json"), filepath.Join(dir, "2.json"), filepath.Join(dir, "both.json")
		plain := exampleEnvironment(backend.URL)
		program(plain, append([]string{"verify", example(), "--name", "one", "--report", "json=" + one}, caller...)...)
		program(plain, append([]string{"verify", example(), "--name", "two", "--report", "json=" + two}, caller...)...)
		program(plain, "report", one, two, "--report", "json="+both)
		honest := content(both)
		forged := regexp.MustCompile(`"(outcome|summary|exit)": ("red"|\{[^{]*\{[^}]*\}[^}]*\}|1)`).ReplaceAllStringFunc(honest, func(s string) string {
			switch {
			case strings.HasPrefix(s, `"outcome"`):
				return `"outcome": "green"`
			case strings.HasPrefix(s, `"exit"`):
				return `"exit": 0`
			}
			return `"summary": {"green": 14, "yellow": 0, "red": 0, "unverified": 0, "skipped": 0, "findings": {"red": 0, "yellow": 0, "note": 0}}`
		})
		Expect(forged).NotTo(Equal(honest))
		Expect(os.WriteFile(both, []byte(forged), 0o600)).To(Succeed())
		h := newHub()
		Expect(program(job(h, map[string]string{}), "post", both, "--comment").code).To(Equal(0))
		Expect(h.comments).To(HaveLen(1))
		Expect(h.comments[0]).To(ContainSubstring("a consumer breaks on 6 of 14"))
		Expect(program(plain, "report", both).code).To(Equal(1))
	})

	It("tells of a change of the declaration", func() {
		h := newHub()
		env := job(h, map[string]string{})
		dir := example()
		got := program(env, "doctor", dir, "--comment")
		Expect(got.stderr).To(ContainSubstring("comment: "))
		Expect(content(env["GITHUB_OUTPUT"])).To(ContainSubstring("status<<"))
	})

	It("knows nothing of GitHub elsewhere", func() {
		got := program(exampleEnvironment(backend.URL), append([]string{"verify", example()}, caller...)...)
		Expect(got.stderr).To(BeEmpty())
		got = program(map[string]string{}, "post", "nowhere.json", "--comment")
		Expect(got.code).To(Equal(2))
		got = program(map[string]string{}, "post", "nowhere.json")
		Expect(got.stderr).To(ContainSubstring("nothing to do"))
	})
})

var _ = Describe("the owners of a manifest", func() {
	It("are read from regular files only", func() {
		top := GinkgoT().TempDir()
		Expect(os.MkdirAll(filepath.Join(top, ".github"), 0o755)).To(Succeed())
		Expect(os.Symlink(os.DevNull, filepath.Join(top, ".github/CODEOWNERS"))).To(Succeed())
		Expect(owners(top, "m")).To(BeEmpty())
		Expect(os.WriteFile(filepath.Join(top, "CODEOWNERS"), []byte("/m/ @harbour\n"), 0o600)).To(Succeed())
		Expect(owners(top, "m")).To(Equal([]string{"@harbour"}))
	})
})
