package github_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// fake is a GitHub in memory: enough of it to be written to, strict about what
// it is sent (see openapi_test.go), with faults on demand.
type fake struct {
	*httptest.Server
	t        *testing.T
	base     string
	contract *contract

	mu       sync.Mutex
	me       string // "" answers /user with 403, as for a workflow's token
	writer   string
	nextID   int64
	comments []*comment
	issues   []*issue
	labels   []string
	checks   []map[string]any
	patches  []map[string]any
	sarifs   []map[string]any
	sarif    []string // processing states, handed out one by one; the last stays
	sarifErr []string
	pulls    map[string][]map[string]any
	calls    []string
	// fail is asked before every request: a non-nil answer is sent instead.
	fail func(r *http.Request, n int) *fault
	// afterCreate runs once a comment was made, before the answer is sent.
	afterCreate func()
}

type fault struct {
	status int
	header map[string]string
	body   string
}

type comment struct {
	ID   int64
	Body string
	By   string
}

type issue struct {
	Number int
	Title  string
	Body   string
	By     string
	State  string
	Labels []string
	Said   []string
}

func newFake(t *testing.T, base string) *fake {
	t.Helper()
	f := &fake{t: t, base: base, writer: "github-actions[bot]", nextID: 100, sarif: []string{"complete"}, pulls: map[string][]map[string]any{}, contract: contractOf(t)}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) url() string { return f.URL + f.base }

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path, ok := strings.CutPrefix(r.URL.Path, f.base)
	if !ok {
		http.Error(w, "outside the API", http.StatusNotFound)
		return
	}
	body, _ := io.ReadAll(r.Body)
	f.calls = append(f.calls, r.Method+" "+path)
	f.contract.check(f.t, r.Method, path, r.URL.Query(), body)
	if f.fail != nil {
		if bad := f.fail(r, len(f.calls)); bad != nil {
			for k, v := range bad.header {
				w.Header().Set(k, v)
			}
			w.WriteHeader(bad.status)
			_, _ = io.WriteString(w, bad.body)
			return
		}
	}
	var in map[string]any
	_ = json.Unmarshal(body, &in)
	f.route(w, r, path, in)
}

type route struct {
	method  string
	pattern *regexp.Regexp
	handle  func(f *fake, w http.ResponseWriter, r *http.Request, id string, in map[string]any)
}

func on(method, pattern string, h func(*fake, http.ResponseWriter, *http.Request, string, map[string]any)) route {
	return route{method, regexp.MustCompile("^" + strings.ReplaceAll(pattern, "{}", "([^/]+)") + "$"), h}
}

var routes = []route{
	on("GET", "/user", (*fake).user),
	on("GET", "/repos/acme/shop/issues/{}/comments", (*fake).listComments),
	on("POST", "/repos/acme/shop/issues/{}/comments", (*fake).createComment),
	on("PATCH", "/repos/acme/shop/issues/comments/{}", (*fake).editComment),
	on("DELETE", "/repos/acme/shop/issues/comments/{}", (*fake).deleteComment),
	on("GET", "/repos/acme/shop/issues", (*fake).listIssues),
	on("POST", "/repos/acme/shop/issues", (*fake).createIssue),
	on("PATCH", "/repos/acme/shop/issues/{}", (*fake).editIssue),
	on("GET", "/repos/acme/shop/labels/{}", (*fake).label),
	on("POST", "/repos/acme/shop/labels", (*fake).createLabel),
	on("POST", "/repos/acme/shop/check-runs", (*fake).createCheck),
	on("PATCH", "/repos/acme/shop/check-runs/{}", (*fake).updateCheck),
	on("POST", "/repos/acme/shop/code-scanning/sarifs", (*fake).uploadSARIF),
	on("GET", "/repos/acme/shop/code-scanning/sarifs/{}", (*fake).sarifState),
	on("GET", "/repos/acme/shop/commits/{}/pulls", (*fake).listPulls),
	on("GET", "/repos/acme/shop/pulls", func(f *fake, w http.ResponseWriter, r *http.Request, _ string, in map[string]any) {
		f.listPulls(w, r, r.URL.Query().Get("head"), in)
	}),
}

func (f *fake) route(w http.ResponseWriter, r *http.Request, path string, in map[string]any) {
	for _, rt := range routes {
		if m := rt.pattern.FindStringSubmatch(path); m != nil && rt.method == r.Method {
			rt.handle(f, w, r, m[len(m)-1], in)
			return
		}
	}
	f.t.Errorf("the fake has no %s %s", r.Method, path)
	http.NotFound(w, r)
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (f *fake) user(w http.ResponseWriter, _ *http.Request, _ string, _ map[string]any) {
	if f.me == "" {
		reply(w, http.StatusForbidden, map[string]any{"message": "Resource not accessible by integration"})
		return
	}
	reply(w, http.StatusOK, map[string]any{"login": f.me})
}

// page cuts a list the way GitHub does and links to the next page.
func page[T any](f *fake, w http.ResponseWriter, r *http.Request, all []T) []T {
	per, _ := strconv.Atoi(r.URL.Query().Get("per_page"))
	n, _ := strconv.Atoi(r.URL.Query().Get("page"))
	per, n = max(per, 1), max(n, 1)
	from, to := min((n-1)*per, len(all)), min(n*per, len(all))
	if to < len(all) {
		q := r.URL.Query()
		q.Set("page", strconv.Itoa(n+1))
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next"`, f.URL, r.URL.Path, q.Encode()))
	}
	return all[from:to]
}

func (c *comment) json(f *fake) map[string]any {
	return map[string]any{"id": c.ID, "body": c.Body, "user": map[string]any{"login": c.By}, "html_url": fmt.Sprintf("%s/c/%d", f.URL, c.ID)}
}

func (f *fake) listComments(w http.ResponseWriter, r *http.Request, _ string, _ map[string]any) {
	out := []map[string]any{}
	for _, c := range page(f, w, r, f.comments) {
		out = append(out, c.json(f))
	}
	reply(w, http.StatusOK, out)
}

func (f *fake) createComment(w http.ResponseWriter, r *http.Request, id string, in map[string]any) {
	body, _ := in["body"].(string)
	if len([]rune(body)) > 65536 {
		reply(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed", "errors": []any{map[string]any{"message": "body is too long (maximum is 65536 characters)"}}})
		return
	}
	for _, i := range f.issues {
		if strconv.Itoa(i.Number) == id {
			i.Said = append(i.Said, body)
			reply(w, http.StatusCreated, map[string]any{"id": 1})
			return
		}
	}
	f.nextID++
	c := &comment{ID: f.nextID, Body: body, By: f.writer}
	f.comments = append(f.comments, c)
	if f.afterCreate != nil {
		hook := f.afterCreate
		f.afterCreate = nil
		hook()
	}
	reply(w, http.StatusCreated, c.json(f))
}

func (f *fake) editComment(w http.ResponseWriter, _ *http.Request, id string, in map[string]any) {
	for _, c := range f.comments {
		if strconv.FormatInt(c.ID, 10) == id {
			c.Body, _ = in["body"].(string)
			reply(w, http.StatusOK, c.json(f))
			return
		}
	}
	reply(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

func (f *fake) deleteComment(w http.ResponseWriter, _ *http.Request, id string, _ map[string]any) {
	before := len(f.comments)
	f.comments = slices.DeleteFunc(f.comments, func(c *comment) bool { return strconv.FormatInt(c.ID, 10) == id })
	if len(f.comments) == before {
		reply(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (i *issue) json(f *fake) map[string]any {
	return map[string]any{"number": i.Number, "title": i.Title, "body": i.Body, "state": i.State, "user": map[string]any{"login": i.By}, "html_url": fmt.Sprintf("%s/i/%d", f.URL, i.Number)}
}

func (f *fake) listIssues(w http.ResponseWriter, r *http.Request, _ string, _ map[string]any) {
	var match []*issue
	for _, i := range f.issues {
		if i.State == r.URL.Query().Get("state") && slices.Contains(i.Labels, r.URL.Query().Get("labels")) {
			match = append(match, i)
		}
	}
	out := []map[string]any{}
	for _, i := range page(f, w, r, match) {
		out = append(out, i.json(f))
	}
	reply(w, http.StatusOK, out)
}

func (f *fake) createIssue(w http.ResponseWriter, _ *http.Request, _ string, in map[string]any) {
	i := &issue{Number: len(f.issues) + 1, By: f.writer, State: "open"}
	i.Title, _ = in["title"].(string)
	i.Body, _ = in["body"].(string)
	for _, l := range in["labels"].([]any) {
		i.Labels = append(i.Labels, l.(string))
	}
	f.issues = append(f.issues, i)
	reply(w, http.StatusCreated, i.json(f))
}

func (f *fake) editIssue(w http.ResponseWriter, _ *http.Request, id string, in map[string]any) {
	n, _ := strconv.Atoi(id)
	i := f.issues[n-1]
	for key, into := range map[string]*string{"title": &i.Title, "body": &i.Body, "state": &i.State} {
		if s, ok := in[key].(string); ok {
			*into = s
		}
	}
	reply(w, http.StatusOK, i.json(f))
}

func (f *fake) label(w http.ResponseWriter, _ *http.Request, name string, _ map[string]any) {
	if !slices.Contains(f.labels, name) {
		reply(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	reply(w, http.StatusOK, map[string]any{"name": name})
}

func (f *fake) createLabel(w http.ResponseWriter, _ *http.Request, _ string, in map[string]any) {
	f.labels = append(f.labels, in["name"].(string))
	reply(w, http.StatusCreated, in)
}

func (f *fake) createCheck(w http.ResponseWriter, _ *http.Request, _ string, in map[string]any) {
	f.checks = append(f.checks, in)
	reply(w, http.StatusCreated, map[string]any{"id": len(f.checks), "html_url": f.URL + "/check"})
}

func (f *fake) updateCheck(w http.ResponseWriter, _ *http.Request, _ string, in map[string]any) {
	f.patches = append(f.patches, in)
	reply(w, http.StatusOK, map[string]any{"id": 1})
}

func (f *fake) uploadSARIF(w http.ResponseWriter, _ *http.Request, _ string, in map[string]any) {
	f.sarifs = append(f.sarifs, in)
	reply(w, http.StatusAccepted, map[string]any{"id": "47177e22", "url": f.URL})
}

func (f *fake) sarifState(w http.ResponseWriter, _ *http.Request, _ string, _ map[string]any) {
	state := f.sarif[0]
	if len(f.sarif) > 1 {
		f.sarif = f.sarif[1:]
	}
	if state == "missing" {
		reply(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	reply(w, http.StatusOK, map[string]any{"processing_status": state, "errors": f.sarifErr, "analyses_url": f.URL + "/analyses"})
}

func (f *fake) listPulls(w http.ResponseWriter, r *http.Request, sha string, _ map[string]any) {
	reply(w, http.StatusOK, page(f, w, r, f.pulls[sha]))
}

// writes lists the requests that changed something.
func (f *fake) writes() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, c := range f.calls {
		if !strings.HasPrefix(c, "GET ") {
			out = append(out, c)
		}
	}
	return out
}
