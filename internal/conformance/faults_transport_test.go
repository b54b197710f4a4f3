package conformance

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hangs holds a request until its asker goes away.
func hangs(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func begins(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(`{"papers":[`))
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// drips never stops, and never says anything wrong.
func drips(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(`{"papers":[`))
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
			_, _ = w.Write([]byte(" "))
			w.(http.Flusher).Flush()
		}
	}
}

func breaks(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func breaksLater(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte(papers("")[:40]))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func short(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "5000")
	_, _ = w.Write([]byte(papers("")))
}

// raw answers every connection with these bytes and closes it.
func raw(answer string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		b.env["KIOSK_URL"] = "http://" + l.Addr().String()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go blurt(c, answer)
			}
		}()
	}
}

func blurt(c net.Conn, answer string) {
	defer func() { _ = c.Close() }()
	_, _ = c.Read(make([]byte, 4096))
	_, _ = c.Write([]byte(answer))
}

// closed is an address at which nobody listens.
func closed(t *testing.T, b *bed) {
	s := httptest.NewServer(http.NotFoundHandler())
	b.env["KIOSK_URL"] = s.URL
	s.Close()
}

func zipped(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

func encoded(encoding string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", encoding)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	}
}

func with(args ...string) []string {
	return append([]string{"verify", "kiosk", "--retries", "0"}, args...)
}

func unverified(reason string) []string { return []string{reason, "0 of 1 verified"} }

func TestFaultsOfTheConnection(t *testing.T) {
	kiosk(t)
	whole := papers("")
	damaged := zipped([]byte(whole))
	damaged[len(damaged)-6] ^= 0xff
	soon := with("--request-timeout", "150ms")
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	try(t, []fault{
		{name: "answered as recorded", exit: 0, says: []string{"1 of 1 verified"}},
		{name: "refused", prepare: closed, exit: 3, says: unverified("refused"), hides: []string{"127.0.0.1"}},
		{name: "broken before anything", answer: breaks, exit: 3, says: unverified("reset"), hides: []string{"EOF"}},
		{name: "broken in the body", answer: breaksLater, exit: 3, says: unverified("reset"), hides: []string{"EOF"}},
		{name: "shorter than announced", answer: short, exit: 3, says: unverified("reset")},
		{name: "chunks cut", prepare: raw(head + "Transfer-Encoding: chunked\r\n\r\n40\r\n{\"papers\":["), exit: 3, says: unverified("reset")},
		{name: "chunks with a wrong size", prepare: raw(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"), exit: 3, says: unverified("reset")},
		{name: "no HTTP", prepare: raw("SSH-2.0-OpenSSH_9.6\r\n"), exit: 3, says: unverified("reset"), hides: []string{"SSH-2.0"}},
		{name: "two lengths", prepare: raw(head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} "), exit: 3, says: unverified("reset")},
		{name: "a header without end", prepare: raw(head + "X-Long: " + strings.Repeat("a", 12<<20)), exit: 3, says: unverified("reset")},
		{name: "status without a meaning", prepare: raw("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"), exit: 3, says: unverified("999")},
		{name: "a hundred thousand early hints", prepare: raw(strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 100_000)), exit: 3, says: unverified("reset")},
		{name: "hangs before headers", answer: hangs, args: soon, exit: 3, says: unverified("timeout")},
		{name: "hangs in the body", answer: begins, args: soon, exit: 3, says: unverified("timeout")},
		{name: "drips for ever", answer: drips, args: soon, exit: 3, says: unverified("timeout")},
		{name: "hangs until the run is over", answer: hangs, args: with("--timeout", "150ms"), exit: 3, says: unverified("interrupted")},
		{name: "gzip", answer: encoded("gzip", zipped([]byte(whole))), exit: 0, says: []string{"1 green"}},
		{name: "gzip in two parts", answer: encoded("gzip", append(zipped([]byte(whole[:30])), zipped([]byte(whole[30:]))...)), exit: 0, says: []string{"1 green"}},
		{name: "gzip cut", answer: encoded("gzip", zipped([]byte(whole))[:40]), exit: 3, says: unverified("reset")},
		{name: "gzip with a wrong checksum", answer: encoded("gzip", damaged), exit: 3, says: unverified("reset")},
		{name: "gzip that is none", answer: encoded("gzip", []byte(whole)), exit: 3, says: unverified("reset")},
		{name: "gzip bomb", answer: encoded("gzip", zipped(bytes.Repeat([]byte(" "), 200<<20))), exit: 3, says: unverified("body-too-large")},
		{name: "an encoding nobody offered", answer: encoded("br", []byte(whole)), exit: 3, says: unverified("connector-unsupported")},
		{name: "larger than allowed", answer: answers(papers(`,"pad":"` + strings.Repeat("x", 4096) + `"`)), args: with("--max-body", "1KiB"), exit: 3, says: unverified("body-too-large")},
		{name: "announces more than there is memory", prepare: raw(head + fmt.Sprintf("Content-Length: %d\r\n\r\n{}", int64(1)<<60)), exit: 3, says: []string{"0 of 1 verified"}},
	})
}
