package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const jobVariable = "ARCHVERIFY_REPLAY_JOB"

// job is what a child process does.
type job struct {
	What     string // backend, client or product
	Requests int
	Latency  time.Duration
	Backend  string // host:port
	Dir      string
}

// result is what a child process measured. Replay runs from the plan being ready
// to the last answer being judged (or, for the client, read); CPU is the
// processor time that the process spent meanwhile, which neighbours on the
// machine do not change.
type result struct {
	Loading, Planning, Replay, CPU time.Duration
	PeakMiB                        float64
}

func perform(text string, stdin io.Reader, stdout io.Writer) error {
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return fmt.Errorf("read job: %w", err)
	}
	var r result
	var err error
	switch j.What {
	case "backend":
		return serve(j, stdin, stdout)
	case "client":
		r, err = fetchAll(j)
	case "product":
		r, err = verifyAll(j)
	default:
		err = fmt.Errorf("unknown job %q", j.What)
	}
	if err != nil {
		return err
	}
	if r.PeakMiB, err = peakMemory(); err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(r)
}

// cpuTime is the processor time that this process has used so far.
func cpuTime() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	const fromState, user, system, tick = 3, 14, 15, 10 * time.Millisecond
	_, rest, _ := strings.Cut(string(stat), ") ") // what stands before may hold blanks
	fields := strings.Fields(rest)
	if len(fields) <= system-fromState {
		return 0
	}
	u, _ := strconv.Atoi(fields[user-fromState])
	s, _ := strconv.Atoi(fields[system-fromState])
	return time.Duration(u+s) * tick
}

// peakMemory reads the high-water mark of this process in MiB.
func peakMemory() (float64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("read peak memory: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(kb), " kB"), 64)
			return n / 1024, err
		}
	}
	return 0, fmt.Errorf("read peak memory: no VmHWM")
}
