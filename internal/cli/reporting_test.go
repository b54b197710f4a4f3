package cli

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fixtures"
	"github.com/archverify/archverify/report"
)

// tattler is a backend that puts every secret it was sent, and customers' data,
// wherever it can: keys, values, headers, errors.
type tattler struct {
	next    http.Handler
	secrets []string
}

func (t tattler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := httptest.NewRecorder()
	t.next.ServeHTTP(answer, r)
	for name, values := range answer.Header() {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	for _, secret := range t.secrets {
		w.Header().Add("X-Seen", secret)
		w.Header().Add("Set-Cookie", "seen="+secret)
	}
	if r.URL.Path == "/v1/stands" {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(`{"error":"bad token ` + t.secrets[0] + `"}`))
		return
	}
	var body any
	if json.Unmarshal(answer.Body.Bytes(), &body) != nil {
		body = map[string]any{}
	}
	data, _ := json.Marshal(t.tattle(body))
	w.WriteHeader(answer.Code)
	_, _ = w.Write(data)
}

func (t tattler) tattle(node any) any {
	switch v := node.(type) {
	case map[string]any:
		for k, child := range v {
			v[k] = t.tattle(child)
		}
		for _, secret := range t.secrets {
			v[secret] = map[string]any{secret: secret}
		}
	case []any:
		for i := range v {
			v[i] = t.tattle(v[i])
		}
	case string:
		return v + t.secrets[0]
	}
	return node
}

var _ = Describe("promise 11: reports", func() {
	It("FC-38 hold no secret and no customer data, in any format", func() {
		const key, token = "c4n4ry-api-key-1", "c4n4ry-token-22"
		customers := []string{"ana.pop@customer.example", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjNG40cnkifQ.c4n4rysignature"}
		server := httptest.NewServer(tattler{anyone(fixtures.NewBackend()), append([]string{key, token}, customers...)})
		DeferCleanup(server.Close)
		env := exampleEnvironment(server.URL)
		env[fixtures.KeyVariable], env[fixtures.TokenVariable] = key, token

		dir, out := example(), GinkgoT().TempDir()
		args := []string{"verify", dir, "--principal", "desk@freewheel.example", "--token-env", fixtures.TokenVariable, "--retries", "0"}
		for _, format := range report.Formats() {
			args = append(args, "--report", format+"="+filepath.Join(out, format))
		}
		args = append(args, "--out", filepath.Join(out, "out.json"), "--health", filepath.Join(out, "health.json"))
		result := program(env, args...)
		Expect(result.code).To(Equal(1), result.stderr)
		Expect(result.stdout).To(ContainSubstring("gained"), "the backend was judged")

		written := map[string]string{"stdout": result.stdout, "stderr": result.stderr}
		files, err := os.ReadDir(out)
		Expect(err).NotTo(HaveOccurred())
		Expect(files).To(HaveLen(len(report.Formats()) + 2))
		for _, f := range files {
			data, err := os.ReadFile(filepath.Join(out, f.Name()))
			Expect(err).NotTo(HaveOccurred())
			written[f.Name()] = string(data)
		}
		for where, text := range written {
			for _, secret := range append(customers, key, token) {
				Expect(text).NotTo(ContainSubstring(secret), where)
				Expect(text).NotTo(ContainSubstring(url.QueryEscape(secret)), where)
				Expect(text).NotTo(ContainSubstring(base64.StdEncoding.EncodeToString([]byte(secret))), where)
			}
			Expect(text).NotTo(ContainSubstring("customer.example"), where)
		}
	})
})

// anyone lets every credential pass: the example's own are replaced.
func anyone(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, values := range r.Header {
			for i := range values {
				switch name {
				case "X-Api-Key":
					r.Header[name][i] = fixtures.Key
				case "Authorization":
					r.Header[name][i] = "Bearer " + fixtures.Token
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}
