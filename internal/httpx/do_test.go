package httpx_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/httpx"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

// script answers with one status after the other; the last one stays.
func script(statuses []int, header ...string) (http.HandlerFunc, *atomic.Int32) {
	count := &atomic.Int32{}
	return func(w http.ResponseWriter, _ *http.Request) {
		n := int(count.Add(1))
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(statuses[min(n, len(statuses))-1])
		_, _ = io.WriteString(w, "{}")
	}, count
}

var _ = Describe("asking again", func() {
	DescribeTable("happens for passing troubles only",
		func(statuses []int, attempts int, final int, retried []string) {
			handler, count := script(statuses)
			c, _ := client(httpx.Options{Retries: 2})
			res, failure := c.Do(context.Background(), get(serve(handler).URL))
			Expect(failure).To(BeNil())
			Expect(res.Status).To(Equal(final))
			Expect(res.Attempts).To(Equal(attempts))
			Expect(res.Retried).To(Equal(retried))
			Expect(int(count.Load())).To(Equal(attempts))
		},
		Entry("200", []int{200}, 1, 200, nil),
		Entry("408", []int{408, 200}, 2, 200, []string{"408"}),
		Entry("425", []int{425, 200}, 2, 200, []string{"425"}),
		Entry("429 twice", []int{429, 429, 200}, 3, 200, []string{"429", "429"}),
		Entry("502", []int{502, 200}, 2, 200, []string{"502"}),
		Entry("503 to the end", []int{503}, 3, 503, []string{"503", "503"}),
		Entry("504, then another", []int{504, 503, 404}, 3, 404, []string{"504", "503"}),
		Entry("500 stands", []int{500, 200}, 1, 500, nil),
		Entry("501 stands", []int{501, 200}, 1, 501, nil),
		Entry("421 stands", []int{421, 200}, 1, 421, nil),
		Entry("404 stands", []int{404, 200}, 1, 404, nil),
		Entry("401 stands", []int{401, 200}, 1, 401, nil),
	)

	It("never happens when asking is not safe, not even beneath", func() {
		requests := &atomic.Int32{}
		address := raw(func(conn net.Conn, _ int) {
			requests.Add(1)
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
		})
		c, _ := client(httpx.Options{Retries: 2})
		once := get(address)
		once.Repeatable = false
		for range 3 { // a kept connection would be dead at the second and asked again by the transport
			_, failure := c.Do(context.Background(), once)
			Expect(failure).To(BeNil())
		}
		Expect(requests.Load()).To(BeNumerically("==", 3))

		handler, count := script([]int{503, 200})
		once.URL = get(serve(handler).URL).URL
		res, _ := c.Do(context.Background(), once)
		Expect(res.Status).To(Equal(503))
		Expect(count.Load()).To(BeNumerically("==", 1))
	})

	It("reuses connections where asking again is safe, and only there", func() {
		connections := &atomic.Int32{}
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				connections.Add(1)
			}
		}
		s.Start()
		DeferCleanup(s.Close)
		for repeatable, want := range map[bool]int32{true: 1, false: 3} {
			connections.Store(0)
			c, _ := client(httpx.Options{})
			r := get(s.URL)
			r.Repeatable = repeatable
			for range 3 {
				_, failure := c.Do(context.Background(), r)
				Expect(failure).To(BeNil())
			}
			Expect(connections.Load()).To(Equal(want))
		}
	})

	It("sends the body again", func() {
		var bodies []string
		s := serve(func(w http.ResponseWriter, r *http.Request) {
			data, _ := io.ReadAll(r.Body)
			bodies = append(bodies, string(data))
			if len(bodies) == 1 {
				w.WriteHeader(http.StatusBadGateway)
			}
		})
		c, _ := client(httpx.Options{Retries: 1})
		r := get(s.URL)
		r.Method, r.Body = http.MethodPost, []byte(`{"q":1}`)
		_, failure := c.Do(context.Background(), r)
		Expect(failure).To(BeNil())
		Expect(bodies).To(Equal([]string{`{"q":1}`, `{"q":1}`}))
	})

	It("waits longer each time, between half and all of the pause", func() {
		for random, want := range map[float64][]time.Duration{
			0: {250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second},
			1: {500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 10 * time.Second},
		} {
			handler, _ := script([]int{503})
			c, pauses := client(httpx.Options{Retries: 6, Random: func() float64 { return random }})
			_, _ = c.Do(context.Background(), get(serve(handler).URL))
			Expect(*pauses).To(Equal(want))
		}
	})

	now := time.Date(2031, 4, 1, 10, 0, 0, 0, time.UTC)

	DescribeTable("7.22 minds Retry-After",
		func(header string, pauses []time.Duration, demand time.Duration) {
			handler, _ := script([]int{429}, "Retry-After", header)
			c, waited := client(httpx.Options{Retries: 1, Now: func() time.Time { return now }})
			res, failure := c.Do(context.Background(), get(serve(handler).URL))
			Expect(failure).To(BeNil())
			Expect(res.Status).To(Equal(429))
			Expect(*waited).To(HaveLen(len(pauses)))
			Expect(*waited).To(HaveExactElements(toAny(pauses)...))
			Expect(res.Demand).To(Equal(demand))
		},
		Entry("seconds", "7", []time.Duration{7 * time.Second}, 7*time.Second),
		Entry("the longest that is waited for", "30", []time.Duration{30 * time.Second}, 30*time.Second),
		Entry("one more ends it", "31", nil, 31*time.Second),
		Entry("beyond numbers ends it", "99999999999999999999999", nil, 365*24*time.Hour),
		Entry("a date", now.Add(12*time.Second).Format(http.TimeFormat), []time.Duration{12 * time.Second}, 12*time.Second),
		Entry("a far date ends it", now.Add(time.Hour).Format(http.TimeFormat), nil, time.Hour),
		Entry("a past date", now.Add(-time.Hour).Format(http.TimeFormat), []time.Duration{500 * time.Millisecond}, time.Duration(0)),
		Entry("zero", "0", []time.Duration{500 * time.Millisecond}, time.Duration(0)),
		Entry("nonsense", "-5", []time.Duration{500 * time.Millisecond}, time.Duration(0)),
	)

	It("7.22 never waits past the end of the run", func() {
		handler, count := script([]int{429}, "Retry-After", "20")
		c, pauses := client(httpx.Options{Retries: 2})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		res, failure := c.Do(ctx, get(serve(handler).URL))
		Expect(failure).To(BeNil())
		Expect(res.Status).To(Equal(429))
		Expect(*pauses).To(BeEmpty())
		Expect(count.Load()).To(BeNumerically("==", 1))
	})

	It("ends when the pause is interrupted", func() {
		handler, _ := script([]int{503})
		c := httpx.New(httpx.Options{Retries: 2, Sleep: func(context.Context, time.Duration) error { return context.Canceled }})
		DeferCleanup(c.Close)
		res, failure := c.Do(context.Background(), get(serve(handler).URL))
		Expect(failure.Kind).To(Equal(httpx.Interrupted))
		Expect(res.Attempts).To(Equal(1))
	})
})

func toAny(list []time.Duration) []any {
	out := make([]any, len(list))
	for i, d := range list {
		out[i] = d
	}
	return out
}
