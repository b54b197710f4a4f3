package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// fetchAll is the least that a client must do: ask, and read what comes.
func fetchAll(j job) (result, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: inFlight, MaxIdleConnsPerHost: inFlight}}
	var group errgroup.Group
	group.SetLimit(inFlight)
	started, spent := time.Now(), cpuTime()
	for i := range j.Requests {
		group.Go(func() error { return fetch(client, fmt.Sprintf("http://%s/parcels/%d", j.Backend, i)) })
	}
	err := group.Wait()
	return result{Replay: time.Since(started), CPU: cpuTime() - spent}, err
}

func fetch(client *http.Client, url string) error {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if answer.StatusCode != http.StatusOK || len(data) == 0 {
		return fmt.Errorf("answer %d of %d bytes", answer.StatusCode, len(data))
	}
	return nil
}
