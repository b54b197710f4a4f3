package main

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"
)

// TestBothSidesFetchEverything: what is measured is real work. Every generated
// capability is asked and green, and a backend that changes is noticed.
func TestBothSidesFetchEverything(t *testing.T) {
	const requests = 7
	dir := t.TempDir()
	if err := writeManifest(dir, requests); err != nil {
		t.Fatal(err)
	}
	backend := startHere(t, job{Latency: time.Millisecond})
	j := job{Requests: requests, Backend: backend, Dir: dir}
	product, err := verifyAll(j)
	if err != nil {
		t.Fatal(err)
	}
	client, err := fetchAll(j)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]time.Duration{"loading": product.Loading, "planning": product.Planning, "replay": product.Replay, "client": client.Replay} {
		if d <= 0 {
			t.Errorf("%s took %v", name, d)
		}
	}
	j.Requests++ // one more than there are: not all are green
	if _, err := verifyAll(j); err == nil || !strings.Contains(err.Error(), "7 of 8 are green") {
		t.Error(err)
	}
}

func startHere(t *testing.T, j job) string {
	t.Helper()
	in, stop := io.Pipe()
	out, address := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve(j, in, address) }()
	t.Cleanup(func() {
		_ = stop.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func TestGoals(t *testing.T) {
	slow, many := load{500, 200 * time.Millisecond}, load{5000, 0}
	if slow.bound() != 781250*time.Microsecond || (load{1, time.Second}).bound() != time.Second {
		t.Error(slow.bound())
	}
	in := func(took time.Duration, peak float64) measured {
		return measured{product: result{Replay: took, PeakMiB: peak}, client: result{Replay: time.Second}}
	}
	for _, c := range []struct {
		load load
		m    measured
		met  bool
	}{
		{slow, in(820*time.Millisecond, 0), true}, {slow, in(821*time.Millisecond, 0), false},
		{many, in(1500*time.Millisecond, 299), true}, {many, in(1501*time.Millisecond, 299), false}, {many, in(time.Second, 300), false},
	} {
		if text, met := c.m.goal(c.load); met != c.met || text == "" {
			t.Errorf("%v %+v: %q %v", c.load, c.m, text, met)
		}
	}
}
