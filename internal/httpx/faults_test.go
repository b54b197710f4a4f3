package httpx_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/httpx"
)

func gzipped(data []byte) []byte {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	_, _ = w.Write(data)
	_ = w.Close()
	return buf.Bytes()
}

func message(head string, body []byte) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
}

var _ = Describe("a fault on the way", func() {
	packed := gzipped([]byte(`{"a":1}`))

	DescribeTable("is classed and repeated",
		func(start func() string, kind httpx.Kind, attempts int, why string) {
			o := httpx.Options{Retries: 2, MaxBody: 1 << 20}
			if kind == httpx.Timeout {
				o.Timeout = 150 * time.Millisecond
			}
			c, pauses := client(o)
			address := start()
			res, failure := c.Do(context.Background(), get(address+"/p?q=hush"))
			Expect(failure).NotTo(BeNil())
			Expect(failure.Kind).To(Equal(kind), failure.Why)
			Expect(failure.Why).To(ContainSubstring(why))
			Expect(failure.Why).NotTo(Or(ContainSubstring("127.0.0.1"), ContainSubstring("hush")))
			Expect(res.Attempts).To(Equal(attempts))
			Expect(res.Retried).To(HaveLen(attempts - 1))
			Expect(strings.Join(res.Retried, " ")).To(Equal(strings.TrimSpace(strings.Repeat(string(kind)+" ", attempts-1))))
			Expect(*pauses).To(HaveLen(attempts - 1))
		},
		Entry("nobody listens", closedPort, httpx.Refused, 3, "connection refused"),
		Entry("reset before the answer", func() string { return raw(func(c net.Conn, _ int) { hangUp(c) }) }, httpx.Reset, 3, "connection"),
		Entry("closed before the answer", func() string { return says("") }, httpx.Reset, 3, "ended before"),
		Entry("a cut Content-Length", func() string { return says("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\":") }, httpx.Reset, 3, "ended before"),
		Entry("reset in the middle of a body", func() string {
			return raw(func(c net.Conn, _ int) {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\":")
				hangUp(c)
			})
		}, httpx.Reset, 3, ""),
		Entry("a cut chunk", func() string {
			return says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"a\":")
		}, httpx.Reset, 3, "ended before"),
		Entry("chunks without an end", func() string {
			return says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")
		}, httpx.Reset, 3, "ended before"),
		Entry("chunks that are none", func() string {
			return says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")
		}, httpx.Reset, 3, "no whole HTTP message"),
		Entry("something that is not HTTP", func() string { return says("220 mail ready\r\n") }, httpx.Reset, 3, "no whole HTTP message"),
		Entry("a gzip that ends early in a whole message", func() string { return says(message("Content-Encoding: gzip\r\n", packed[:len(packed)-9])) }, httpx.Reset, 3, "ended before"),
		Entry("a gzip with a wrong checksum", func() string {
			bad := bytes.Clone(packed)
			bad[len(bad)-6] ^= 0xff
			return says(message("Content-Encoding: gzip\r\n", bad))
		}, httpx.Reset, 3, "damaged"),
		Entry("a gzip that is none", func() string { return says(message("Content-Encoding: gzip\r\n", []byte(`{"a":"not packed"}`))) }, httpx.Reset, 3, "damaged"),
		Entry("a whole gzip in a cut message", func() string {
			return says(strings.Replace(message("Content-Encoding: gzip\r\n", packed), fmt.Sprintf("Content-Length: %d", len(packed)), "Content-Length: 999", 1))
		}, httpx.Reset, 3, "ended before"),
		Entry("a whole deflate in a cut message", func() string {
			var z bytes.Buffer
			zw := zlib.NewWriter(&z)
			_, _ = zw.Write([]byte(`{"a":1}`))
			_ = zw.Close()
			return says(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 999\r\n\r\n%s", z.String()))
		}, httpx.Reset, 3, "ended before"),
		Entry("another protocol", func() string {
			return hanging("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
		}, httpx.Reset, 3, "another protocol"),
		Entry("no answer at all", func() string { return hanging("") }, httpx.Timeout, 3, "no whole answer within 150ms"),
		Entry("headers that never end", func() string { return hanging("HTTP/1.1 200 OK\r\nX-Slow: ") }, httpx.Timeout, 3, "150ms"),
		Entry("a body that never ends", func() string { return hanging("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{") }, httpx.Timeout, 3, "150ms"),
		Entry("a body beyond the cap", func() string { return says(message("", bytes.Repeat([]byte("x"), 1<<20+1))) }, httpx.TooLarge, 1, "1048576 bytes"),
		Entry("a body that unpacks beyond the cap", func() string {
			return says(message("Content-Encoding: gzip\r\n", gzipped(make([]byte, 1<<20+1))))
		}, httpx.TooLarge, 1, "1048576 bytes"),
		Entry("a body packed twice that unpacks beyond the cap", func() string {
			return says(message("Content-Encoding: gzip, gzip\r\n", gzipped(gzipped(make([]byte, 4<<20)))))
		}, httpx.TooLarge, 1, "1048576 bytes"),
		Entry("a packing nobody offered", func() string { return says(message("Content-Encoding: br\r\n", []byte("x"))) }, httpx.Encoding, 1, "offered: gzip"),
		Entry("plain HTTP where TLS was expected", func() string { return "https" + strings.TrimPrefix(serve(http.NotFound).URL, "http") }, httpx.TLS, 1, "does not speak TLS"),
		Entry("a certificate nobody trusts", func() string {
			s := httptest.NewTLSServer(http.NotFoundHandler())
			s.Config.ErrorLog = quiet()
			DeferCleanup(s.Close)
			return s.URL
		}, httpx.TLS, 1, "not trusted"),
		Entry("a handshake that is refused", func() string {
			s := httptest.NewUnstartedServer(http.NotFoundHandler())
			s.TLS = &tls.Config{MaxVersion: tls.VersionTLS11} //nolint:gosec // the point of the test
			s.Config.ErrorLog = quiet()
			s.StartTLS()
			DeferCleanup(s.Close)
			return s.URL
		}, httpx.TLS, 1, "handshake"),
	)

	It("is DNS when a name has no address", func() {
		c, _ := client(httpx.Options{Retries: 2, Transport: failing{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "hush.test", IsNotFound: true}}}})
		res, failure := c.Do(context.Background(), get("http://hush.test"))
		Expect(failure).To(Equal(&httpx.Failure{Kind: httpx.DNS, Why: "the host name has no address"}))
		Expect(res.Attempts).To(Equal(1))
	})

	It("reads what is whole: empty, packed, deflated either way, packed twice", func() {
		c, _ := client(httpx.Options{})
		plain := []byte(`{"a":1}`)
		var z bytes.Buffer
		zw := zlib.NewWriter(&z)
		_, _ = zw.Write(plain)
		_ = zw.Close()
		for head, body := range map[string][]byte{
			"":                                       plain,
			"Content-Encoding: gzip\r\n":             packed,
			"Content-Encoding: X-GZIP, identity\r\n": packed,
			"Content-Encoding: deflate\r\n":          z.Bytes(),
			"Content-Encoding: deflate\r\nX-Raw: 1\r\n":                        z.Bytes()[2 : z.Len()-4],
			"Content-Encoding: gzip\r\nX-Two: 1\r\nContent-Encoding: gzip\r\n": gzipped(packed),
		} {
			res, failure := c.Do(context.Background(), get(says(message(head, body))))
			Expect(failure).To(BeNil(), head)
			Expect(string(res.Body)).To(Equal(string(plain)), head)
		}
		res, failure := c.Do(context.Background(), get(says(message("Content-Encoding: gzip\r\n", nil))))
		Expect(failure).To(BeNil())
		Expect(res.Body).To(BeEmpty())
	})

	It("takes a body of exactly the cap", func() {
		c, _ := client(httpx.Options{MaxBody: 10})
		res, failure := c.Do(context.Background(), get(says(message("", []byte("0123456789")))))
		Expect(failure).To(BeNil())
		Expect(res.Body).To(HaveLen(10))
	})

	It("is over when the run is", func() {
		c, _ := client(httpx.Options{Retries: 2})
		ctx, cancel := context.WithCancel(context.Background())
		address := raw(func(conn net.Conn, _ int) {
			cancel()
			_, _ = io.Copy(io.Discard, conn)
		})
		res, failure := c.Do(ctx, get(address))
		Expect(failure.Kind).To(Equal(httpx.Interrupted))
		Expect(res.Attempts).To(Equal(1))
		res, failure = c.Do(ctx, get(address))
		Expect(failure.Kind).To(Equal(httpx.Interrupted))
		Expect(res.Attempts).To(BeZero())
	})

	It("is told apart when a proxy stands in between", func() {
		login := serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
		broken := serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		for address, want := range map[string]*httpx.Failure{
			login.URL:    {Kind: httpx.ProxyLogin, Why: "the proxy asks for credentials", Proxy: true},
			broken.URL:   {Kind: httpx.Refused, Why: "the proxy answered 502", Proxy: true},
			closedPort(): {Kind: httpx.Refused, Why: "connection refused", Proxy: true},
		} {
			c, _ := client(httpx.Options{Proxy: func(*url.URL) (*url.URL, error) { return url.Parse(address) }})
			_, failure := c.Do(context.Background(), get("https://depot.test/x"))
			Expect(failure).To(Equal(want))
		}
	})
})

// failing is a transport that knows one error.
type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

// hanging says something and then nothing more until the other side gives up.
func hanging(text string) string {
	return raw(func(conn net.Conn, _ int) {
		_, _ = io.WriteString(conn, text)
		_, _ = io.Copy(io.Discard, conn)
	})
}
