package httpx_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/archverify/archverify/internal/httpx"
)

func TestHttpx(t *testing.T) {
	// Ginkgo keeps one goroutine of its own waiting for signals.
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(),
		goleak.IgnoreTopFunction("github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
	RegisterFailHandler(Fail)
	RunSpecs(t, "internal/httpx")
}

// client makes a client whose pauses are noted instead of waited for.
func client(o httpx.Options) (*httpx.Client, *[]time.Duration) {
	pauses := &[]time.Duration{}
	o.Sleep = func(_ context.Context, d time.Duration) error {
		*pauses = append(*pauses, d)
		return nil
	}
	if o.Random == nil {
		o.Random = func() float64 { return 1 }
	}
	c := httpx.New(o)
	DeferCleanup(c.Close)
	return c, pauses
}

func get(address string) httpx.Request {
	GinkgoHelper()
	u, err := url.Parse(address)
	Expect(err).NotTo(HaveOccurred())
	return httpx.Request{Method: http.MethodGet, URL: u, Repeatable: true}
}

// serve starts a server that stops with the spec.
func serve(h http.HandlerFunc) *httptest.Server {
	s := httptest.NewServer(h)
	DeferCleanup(s.Close)
	return s
}

// raw accepts connections and hands each, with its number, to talk once a whole
// request head has come. It closes them with the spec, or when talk returns.
func raw(talk func(conn net.Conn, n int)) string {
	GinkgoHelper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 1; ; n++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			r := bufio.NewReader(conn)
			for line := ""; line != "\r\n" && err == nil; {
				line, err = r.ReadString('\n')
			}
			talk(conn, n)
			_ = conn.Close()
		}
	}()
	DeferCleanup(func() {
		_ = listener.Close()
		<-done
	})
	return "http://" + listener.Addr().String()
}

// says answers every connection with the same bytes.
func says(text string) string {
	return raw(func(conn net.Conn, _ int) { _, _ = conn.Write([]byte(text)) })
}

// closedPort is an address where nobody listens.
func closedPort() string {
	GinkgoHelper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = listener.Close() }()
	return "http://" + listener.Addr().String()
}

// hangUp resets a connection instead of closing it in good order.
func hangUp(conn net.Conn) { _ = conn.(*net.TCPConn).SetLinger(0) }
