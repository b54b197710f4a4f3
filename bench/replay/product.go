package main

import (
	"context"
	"fmt"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

// verifyAll is what the verify command does, taken apart in time.
func verifyAll(j job) (result, error) {
	started := time.Now()
	m := manifest.Load(j.Dir)
	loaded := time.Now()
	if !m.Valid() {
		return result{}, fmt.Errorf("the generated manifest is invalid: %v %v", m.Issues, m.Diagnostics)
	}
	client := rest.New(rest.Options{PerHost: inFlight, Env: func(name string) (string, bool) {
		return "http://" + j.Backend, name == "PARCELS_URL"
	}})
	defer client.Close()
	var planned, judged time.Time
	var spent time.Duration
	run, err := replay.Verify(context.Background(), m, replay.Options{
		Connectors:  map[manifest.ConnectorType]replay.Connector{manifest.ConnectorREST: client},
		Concurrency: inFlight,
		Progress: func(p replay.Progress) { // the first call comes before the first request
			judged = time.Now()
			if planned.IsZero() {
				planned, spent = judged, cpuTime()
			}
		},
	})
	if err != nil {
		return result{}, fmt.Errorf("verify: %w", err)
	}
	spent = cpuTime() - spent
	if run.Summary.Green != j.Requests {
		return result{}, fmt.Errorf("%d of %d are green: %s", run.Summary.Green, j.Requests, firstOther(run))
	}
	return result{Loading: loaded.Sub(started), Planning: planned.Sub(loaded), Replay: judged.Sub(planned), CPU: spent}, nil
}

func firstOther(run *finding.Run) string {
	for _, s := range run.Subjects {
		if s.Outcome != finding.OutcomeGreen {
			return fmt.Sprintf("%s is %s: %s", s.ID, s.Outcome, s.Detail)
		}
	}
	return ""
}
