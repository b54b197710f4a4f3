package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// measured are the best runs of both sides.
type measured struct {
	product, client result
}

// measure runs both sides in turn against one backend.
func measure(l load, rounds int) (measured, error) {
	dir, err := os.MkdirTemp("", "archverify-bench-")
	if err != nil {
		return measured{}, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := writeManifest(dir, l.requests); err != nil {
		return measured{}, err
	}
	address, stop, err := startBackend(l)
	if err != nil {
		return measured{}, err
	}
	defer stop()
	var best measured
	for range max(rounds, 1) {
		for _, side := range []struct {
			what string
			best *result
		}{{"client", &best.client}, {"product", &best.product}} {
			r, err := child(job{What: side.what, Requests: l.requests, Backend: address, Dir: dir})
			if err != nil {
				return measured{}, err
			}
			if side.best.Replay == 0 || r.Replay < side.best.Replay {
				*side.best = r
			}
		}
	}
	return best, nil
}

// child runs a job in a process of its own.
func child(j job) (result, error) {
	cmd, err := command(j)
	if err != nil {
		return result{}, err
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return result{}, fmt.Errorf("%s: %w: %s", j.What, err, strings.TrimSpace(stderr.String()))
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil {
		return result{}, fmt.Errorf("%s: read its result: %w", j.What, err)
	}
	return r, nil
}

func command(j job) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own binary: %w", err)
	}
	text, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("write job: %w", err)
	}
	cmd := exec.CommandContext(context.Background(), self)
	cmd.Env = append(os.Environ(), jobVariable+"="+string(text))
	return cmd, nil
}

// startBackend starts the backend's process, which ends when its input does, and
// returns its address.
func startBackend(l load) (address string, stop func(), err error) {
	cmd, err := command(job{What: "backend", Latency: l.latency})
	if err != nil {
		return "", nil, err
	}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start backend: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start backend: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("start backend: %w", err)
	}
	stop = func() {
		_ = in.Close()
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		stop()
		return "", nil, fmt.Errorf("read the backend's address: %w", err)
	}
	return strings.TrimSpace(line), stop, nil
}
