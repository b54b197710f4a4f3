//go:build !windows

package cli

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/archverify/archverify/fixtures"
)

// These tests signal their own process, which Ginkgo would take for itself.

func TestTerminationReportsWhatIsKnown(t *testing.T) {
	backend := fixtures.NewBackend()
	backend.SetFault("GET /v1/bikes", fixtures.Fault{Delay: time.Hour})
	server := httptest.NewServer(backend)
	defer server.Close()
	defer server.CloseClientConnections()
	dir := filepath.Join(t.TempDir(), "workshop")
	if err := fixtures.Write(dir); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{fixtures.URLVariable: server.URL, fixtures.KeyVariable: fixtures.Key}
	lookup := func(name string) (string, bool) { value, ok := env[name]; return value, ok }
	go func() {
		for backend.Asked("GET /v1/bikes") == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGTERM)
	}()
	var stdout, stderr strings.Builder
	code := Main([]string{"verify", dir, "workshop.find-bikes"}, lookup, strings.NewReader(""), &stdout, &stderr)
	if code != 3 || !strings.Contains(stdout.String(), "interrupted") {
		t.Fatalf("exit %d\n%s%s", code, stdout.String(), stderr.String())
	}
}

func TestASecondInterruptEndsAtOnce(t *testing.T) {
	killed := make(chan int, 1)
	unset := func(string) (string, bool) { return "", false }
	a := &app{lookup: unset, err: newSink(&strings.Builder{}), kill: func(code int) { killed <- code }}
	ctx, stop := a.interruptible(t.Context())
	defer stop()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if code := <-killed; code != 130 {
		t.Fatalf("exit %d, want 130", code)
	}
}
