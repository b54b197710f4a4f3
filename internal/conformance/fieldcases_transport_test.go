package conformance

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// stays is a case without a mapping of its own: transport is what goes wrong.
func stays() fieldCase {
	return fieldCase{Mapping: []byte(`{"collection":"$.stays[*]","map":{"name":"$.name","price":"$.price"},"required":["name","price"]}`)}
}

const staysAnswer = `{"stays":[{"name":"A","price":10}]}`

func recordedStays(t *testing.T) *fieldBed {
	t.Helper()
	b := newFieldBed(t, stays())
	b.say(staysAnswer)
	b.record(t)
	b.asked.Store(0)
	return b
}

func tooMany(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "1")
	w.WriteHeader(http.StatusTooManyRequests)
}

func TestFieldCase17AnsweredAfterTooManyRequests(t *testing.T) {
	t.Parallel()
	b := recordedStays(t)
	b.handle(func(w http.ResponseWriter, r *http.Request) {
		if b.asked.Load() == 1 {
			tooMany(w, r)
			return
		}
		say(w, `{"stays":[{"name":"B","price":11}]}`)
	})
	o := b.verify(t)
	if got := reading(t, o); o.exit != 0 || got != "green" || !strings.Contains(o.stdout, "1 retry (429)") {
		t.Errorf("exit %d, %s\n%s", o.exit, got, o.stdout)
	}
}

func TestFieldCase17TooManyRequestsAlways(t *testing.T) {
	t.Parallel()
	b := recordedStays(t)
	b.handle(tooMany)
	o := b.verify(t, "--retries", "1")
	if got := reading(t, o); o.exit != 3 || got != "unverified rate-limited" || b.asked.Load() != 2 {
		t.Errorf("exit %d, %s, asked %d times", o.exit, got, b.asked.Load())
	}
	junit := run(t, b.env, "verify", b.dir, "--retries", "0", "--report", "junit")
	if !strings.Contains(junit.stdout, "<error ") || strings.Contains(junit.stdout, "<failure ") {
		t.Errorf("an unverified capability is no <error>:\n%s", junit.stdout)
	}
}

// nobody is an address at which nobody listens any more.
func nobody(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	return s.URL
}

func TestFieldCase18ConnectionRefused(t *testing.T) {
	t.Parallel()
	b := recordedStays(t)
	b.env = []string{"FIELD_URL=" + nobody(t)}
	o := b.verify(t, "--retries", "0")
	if got := reading(t, o); o.exit != 3 || got != "unverified refused" || !strings.Contains(o.stdout, "connection refused") {
		t.Errorf("exit %d, %s\n%s", o.exit, got, o.stdout)
	}
}

func TestFieldCase18VariableUnset(t *testing.T) {
	t.Parallel()
	b := recordedStays(t)
	b.env = nil
	o := b.verify(t)
	if got := reading(t, o); o.exit != 3 || got != "unverified env-missing" || b.asked.Load() != 0 {
		t.Errorf("exit %d, %s, asked %d times", o.exit, got, b.asked.Load())
	}
}

func TestFieldCase16ErrorEnvelopeIsNotRecorded(t *testing.T) {
	t.Parallel()
	b := newFieldBed(t, stays())
	b.say(`{"error":{"code":"QUOTA","message":"try later"}}`)
	o := run(t, b.env, "record", b.dir)
	if o.exit != 1 || !strings.Contains(o.stdout+o.stderr, "error envelope") {
		t.Errorf("exit %d\n%s%s", o.exit, o.stdout, o.stderr)
	}
}
