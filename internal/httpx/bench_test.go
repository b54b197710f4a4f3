package httpx_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/archverify/archverify/internal/httpx"
)

const inFlight = 128

// BenchmarkDo and BenchmarkMinimal ask the same server the same way; their
// ratio is what the policy costs.
func BenchmarkDo(b *testing.B) {
	s := small(b)
	c := httpx.New(httpx.Options{PerHost: inFlight, Retries: 2})
	defer c.Close()
	u, _ := url.Parse(s.URL)
	spread(b, func() error {
		_, failure := c.Do(context.Background(), httpx.Request{Method: "GET", URL: u, Repeatable: true})
		if failure != nil {
			b.Error(failure.Why)
		}
		return nil
	})
}

func BenchmarkMinimal(b *testing.B) {
	s := small(b)
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer c.CloseIdleConnections()
	spread(b, func() error {
		res, err := c.Get(s.URL)
		if err != nil {
			return err
		}
		defer func() { _ = res.Body.Close() }()
		_, err = io.ReadAll(res.Body)
		return err
	})
}

func small(b *testing.B) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"rows":[{"id":1,"name":"a"}]}`)
	}))
	b.Cleanup(s.Close)
	return s
}

func spread(b *testing.B, ask func() error) {
	work := make(chan struct{})
	var all sync.WaitGroup
	for range inFlight {
		all.Go(func() {
			for range work {
				if err := ask(); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for b.Loop() {
		work <- struct{}{}
	}
	close(work)
	all.Wait()
}
