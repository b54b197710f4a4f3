package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/archverify/archverify/fingerprint"
)

const childVariable = "ARCHVERIFY_SPEED_CHILD"

// stream repeats rows of one document until size bytes have been read.
type stream struct {
	head, row, tail []byte
	left            int64
	at              []byte
}

// newStream is a body of rows that no one holds in memory.
func newStream(size int64) *stream {
	body := rows(1<<20, flatRow)
	row := body[bytes.IndexByte(body, '[')+1 : len(body)-2]
	return &stream{head: []byte(`{"rows":[`), row: append(row, ','), tail: []byte(`{}]}`), left: size}
}

func (s *stream) Read(p []byte) (int, error) {
	if len(s.at) == 0 {
		switch {
		case s.head != nil:
			s.at, s.head = s.head, nil
		case s.left > 0:
			s.at = s.row
			s.left -= int64(len(s.row))
		case s.tail != nil:
			s.at, s.tail = s.tail, nil
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, s.at)
	s.at = s.at[n:]
	return n, nil
}

// child does one job and prints the peak memory of its process in MiB.
func child(job string, w io.Writer) error {
	what, size, _ := strings.Cut(job, ":")
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return fmt.Errorf("read job %q: %w", job, err)
	}
	if err := perform(what, n); err != nil {
		return fmt.Errorf("%s: %w", job, err)
	}
	peak, err := peakMemory()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%.1f\n", peak)
	return err
}

func perform(what string, n int64) error {
	if what == "stream" {
		r, err := fingerprint.Scan(newStream(n), fingerprint.Options{Limits: fingerprint.Limits{Bytes: n + 1<<24}})
		if err == nil && r.Tree().Len() < 10 {
			err = fmt.Errorf("only %d paths", r.Tree().Len())
		}
		return err
	}
	if what == "paths" {
		return evidence(distinct(math.MaxInt, int(n)))
	}
	contender, name, _ := strings.Cut(what, "/")
	for _, k := range kinds {
		for _, c := range contenders {
			if k.name == name && c.name == contender {
				return c.read(k.build(int(n)))
			}
		}
	}
	return fmt.Errorf("unknown job %q", what)
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

// peakOf runs a job in a process of its own.
func peakOf(job string) (float64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("find own binary: %w", err)
	}
	cmd := exec.CommandContext(context.Background(), self)
	cmd.Env = append(os.Environ(), childVariable+"="+job)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("run %s: %w: %s", job, err, stderr.String())
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}
