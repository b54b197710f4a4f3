package cli

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fixtures"
)

type outcome struct {
	code           int
	stdout, stderr string
}

// program runs the program in an environment of its own.
func program(env map[string]string, args ...string) outcome {
	var stdout, stderr bytes.Buffer
	lookup := func(name string) (string, bool) { value, ok := env[name]; return value, ok }
	code := Main(args, lookup, strings.NewReader(""), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

func example() string {
	dir := filepath.Join(GinkgoT().TempDir(), "workshop")
	Expect(fixtures.Write(dir)).To(Succeed())
	return dir
}

func exampleEnvironment(url string) map[string]string {
	return map[string]string{fixtures.URLVariable: url, fixtures.KeyVariable: fixtures.Key, fixtures.TokenVariable: fixtures.Token}
}

// crowd counts requests in flight, and holds each until want of them are there
// at once (or patience ends).
type crowd struct {
	next     http.Handler
	want     int
	mu       sync.Mutex
	now, max int
	full     chan struct{}
}

func newCrowd(want int) *crowd {
	return &crowd{next: fixtures.NewBackend(), want: want, full: make(chan struct{})}
}

func (c *crowd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.now++
	if c.now > c.max {
		c.max = c.now
		if c.max == c.want {
			close(c.full)
		}
	}
	c.mu.Unlock()
	if c.want > 1 {
		select {
		case <-c.full:
		case <-time.After(time.Minute):
		}
	}
	c.next.ServeHTTP(w, r)
	c.mu.Lock()
	c.now--
	c.mu.Unlock()
}

var _ = DescribeTable("how many are asked at a time", func(want int, flags ...string) {
	backend := newCrowd(want)
	server := httptest.NewServer(backend)
	DeferCleanup(server.Close)
	args := append([]string{"verify", example(), "--allow-unverified"}, flags...)
	Expect(program(exampleEnvironment(server.URL), args...).code).To(Equal(0))
	Expect(backend.max).To(Equal(want))
},
	Entry("four to a host", 4),
	Entry("more when told", 5, "--per-host", "10"),
	Entry("one to a host", 1, "--per-host", "1"),
	Entry("one in all", 1, "--concurrency", "1", "--per-host", "10"),
	Entry("two in all", 2, "--concurrency", "2"),
)

var _ = It("keeps to a rate", func() {
	server := httptest.NewServer(fixtures.NewBackend())
	DeferCleanup(server.Close)
	started := time.Now()
	result := program(exampleEnvironment(server.URL), "verify", example(), "workshop.find-bikes", "workshop.list-stands", "workshop.price-list", "--rate", "10")
	Expect(result.code).To(Equal(0))
	Expect(time.Since(started)).To(BeNumerically(">=", 190*time.Millisecond)) // two pauses of 100 ms
})

var _ = DescribeTable("retries", func(asked int, flags ...string) {
	backend := fixtures.NewBackend()
	backend.SetFault("GET /v1/stands", fixtures.Fault{Status: 503, RetryAfter: "0"})
	server := httptest.NewServer(backend)
	DeferCleanup(server.Close)
	args := append([]string{"verify", example(), "workshop.list-stands"}, flags...)
	Expect(program(exampleEnvironment(server.URL), args...).code).To(Equal(3))
	Expect(backend.Asked("GET /v1/stands")).To(Equal(asked))
},
	Entry("7.22 two further attempts", 3),
	Entry("none", 1, "--retries", "0"),
	Entry("one", 2, "--retries=1"),
)

var _ = It("trusts the authorities of --ca-file, and no others", func() {
	server := httptest.NewTLSServer(fixtures.NewBackend())
	server.Config.ErrorLog = nil
	DeferCleanup(server.Close)
	dir, env := example(), exampleEnvironment(server.URL)
	without := program(env, "verify", dir, "workshop.list-stands", "--retries", "0")
	Expect(without.code).To(Equal(3))
	Expect(without.stdout).To(ContainSubstring("tls"))
	file := filepath.Join(GinkgoT().TempDir(), "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	Expect(os.WriteFile(file, certificate, 0o600)).To(Succeed())
	Expect(program(env, "verify", dir, "workshop.list-stands", "--ca-file", file).code).To(Equal(0))
})

var _ = DescribeTable("a base address made of caller values", func(code int, flags ...string) {
	server := httptest.NewServer(fixtures.NewBackend())
	DeferCleanup(server.Close)
	dir, env := example(), exampleEnvironment(server.URL)
	env["SITE"] = strings.TrimPrefix(server.URL, "http://")
	binding := filepath.Join(dir, "bindings", "workshop.list-stands.binding.yaml")
	text, err := os.ReadFile(binding)
	Expect(err).NotTo(HaveOccurred())
	text = bytes.Replace(text, []byte("${WORKSHOP_URL}"), []byte("http://${caller.site}"), 1)
	Expect(os.WriteFile(binding, text, 0o600)).To(Succeed())
	args := append([]string{"verify", dir, "workshop.list-stands"}, flags...)
	Expect(program(env, args...).code).To(Equal(code))
},
	Entry("is refused without a list", 3, "--caller", "site=SITE"),
	Entry("is asked when the host is on it", 0, "--caller", "site=SITE", "--allow-host", "127.0.0.1"),
	Entry("is refused when another is", 3, "--caller", "site=SITE", "--allow-host", "*.example.com,other.example"),
	Entry("7.21 is not asked when the value is missing", 3, "--caller", "site=NO_SUCH_VARIABLE", "--allow-host", "127.0.0.1"),
)

// big is a document whose shape takes far more than a pipe holds.
func big() string {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, `,"member%05d":%d`, i, i)
	}
	name := filepath.Join(GinkgoT().TempDir(), "big.json")
	Expect(os.WriteFile(name, []byte("{"+b.String()[1:]+"}"), 0o600)).To(Succeed())
	return name
}

var _ = Describe("a pipe", func() {
	It("gets everything, however large", func() {
		name := big()
		reader, writer, err := os.Pipe()
		Expect(err).NotTo(HaveOccurred())
		all := make(chan []byte)
		go func() {
			defer GinkgoRecover()
			data, err := io.ReadAll(reader)
			Expect(err).NotTo(HaveOccurred())
			all <- data
		}()
		var stderr bytes.Buffer
		code := Main([]string{"fingerprint", "--json", name}, os.LookupEnv, strings.NewReader(""), writer, &stderr)
		Expect(writer.Close()).To(Succeed())
		data := <-all
		Expect(code).To(Equal(0))
		var document struct{ Shape map[string]string }
		Expect(json.Unmarshal(data, &document)).To(Succeed())
		Expect(document.Shape).To(HaveLen(20_001))
	})

	It("may lose its reader: nothing is said, and the exit code still tells the verdict", func() {
		backend := fixtures.NewBackend()
		backend.SetDrift(true, fixtures.Retyped)
		server := httptest.NewServer(backend)
		DeferCleanup(server.Close)
		env := exampleEnvironment(server.URL)
		reader, writer, err := os.Pipe()
		Expect(err).NotTo(HaveOccurred())
		Expect(reader.Close()).To(Succeed())
		var stderr bytes.Buffer
		lookup := func(name string) (string, bool) { value, ok := env[name]; return value, ok }
		out := filepath.Join(GinkgoT().TempDir(), "out.json")
		code := Main([]string{"verify", example(), "workshop.quote-repair", "--out", out}, lookup, strings.NewReader(""), writer, &stderr)
		Expect(code).To(Equal(1))
		Expect(stderr.String()).To(BeEmpty())
		Expect(out).To(BeAnExistingFile())
	})
})

// canary is no word that anything else would print.
const canary = "canary-7f3a91"

var _ = DescribeTable("7.16 what a variable holds is printed nowhere", func(fault fixtures.Fault, args ...string) {
	backend := fixtures.NewBackend()
	backend.SetFault("", fault)
	server := httptest.NewServer(http.StripPrefix("/"+canary, backend))
	DeferCleanup(func() {
		server.CloseClientConnections() // some hang on purpose
		server.Close()
	})
	env := exampleEnvironment(server.URL + "/" + canary)
	env[fixtures.KeyVariable] = canary
	env[fixtures.TokenVariable] = canary
	dir := example()
	out := filepath.Join(GinkgoT().TempDir(), "out.json")
	args = append([]string{args[0], dir, "--token-env", fixtures.TokenVariable, "--principal", fixtures.Principal, "--retries", "0", "--request-timeout", "200ms"}, args[1:]...)
	if args[0] == "verify" {
		args = append(args, "--out", out)
	}
	result := program(env, args...)
	Expect(result.stdout).NotTo(BeEmpty())
	Expect(result.stdout + result.stderr).NotTo(ContainSubstring(canary))
	if data, err := os.ReadFile(out); err == nil {
		Expect(string(data)).NotTo(ContainSubstring(canary))
	}
},
	Entry("refused keys", fixtures.Fault{}, "verify"),
	Entry("refused keys, JSON", fixtures.Fault{}, "verify", "--json"),
	Entry("a plan", fixtures.Fault{}, "verify", "--plan"),
	Entry("a reset", fixtures.Fault{Reset: true}, "verify"),
	Entry("a timeout", fixtures.Fault{Delay: time.Hour}, "verify", "--json"),
	Entry("a redirect", fixtures.Fault{Redirect: "/" + canary}, "verify"),
	Entry("a truncated answer", fixtures.Fault{Truncate: true}, "verify"),
	Entry("a login page", fixtures.Fault{HTML: true}, "verify", "--report", "markdown"),
	Entry("recording", fixtures.Fault{Status: 404}, "record", "workshop.list-stands", "--force"),
	Entry("the address as a record's only answer", fixtures.Fault{Status: 500}, "record", "workshop.list-stands", "--force"),
	Entry("recording, JSON", fixtures.Fault{HTML: true}, "record", "workshop.list-stands", "--force", "--json"),
)

var _ = DescribeTable("what a backend repeats of a credential is printed nowhere", func(args ...string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `[{"code":%q,"hall":"north","opened":"2020-01-01",%q:{"x":%q}}]`, canary, r.Header.Get("X-Api-Key"), canary)
	}))
	DeferCleanup(server.Close)
	env := exampleEnvironment(server.URL)
	env[fixtures.KeyVariable] = canary
	dir := example()
	result := program(env, append([]string{args[0], dir, "workshop.list-stands"}, args[1:]...)...)
	Expect(result.code).To(BeNumerically("<", 2))
	Expect(result.stdout).To(ContainSubstring("workshop.list-stands"))
	Expect(result.stdout + result.stderr).NotTo(ContainSubstring(canary))
	Expect(filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		Expect(string(data)).NotTo(ContainSubstring(canary), name)
		return err
	})).To(Succeed())
},
	Entry("text", "verify"),
	Entry("JSON", "verify", "--json"),
	Entry("a run document", "verify", "--report", "json"),
	Entry("an HTML report", "verify", "--report", "html"),
	Entry("recording", "record", "--force"),
	Entry("recording, JSON", "record", "--force", "--json"),
)
