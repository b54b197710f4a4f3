package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// rowsPerAnswer makes answers of about 3 KB.
const rowsPerAnswer = 20

// body is the answer of one capability.
func body(i int) []byte {
	var b strings.Builder
	b.WriteString(`{"page":1,"parcels":[`)
	for row := range rowsPerAnswer {
		if row > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"P-%d-%d","sent":"2031-03-%02d","weight":%d.5,"to":{"street":"Long Lane %d","city":"Harbourtown"},"notes":["careful","upright"]}`,
			i, row, row+1, row, row)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

// serve answers /parcels/N until stdin ends.
func serve(j job, stdin io.Reader, stdout io.Writer) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it lives as long as the process
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/parcels/"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		time.Sleep(j.Latency)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body(i))
	})}
	_, _ = fmt.Fprintln(stdout, listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
