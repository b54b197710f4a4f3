package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"github.com/archverify/archverify/finding"
)

// app is one run of the program: what it was handed, and how it ends.
type app struct {
	lookup   func(string) (string, bool)
	in       io.Reader
	out, err *sink
	now      func() time.Time
	// kill ends the process at once (second interrupt).
	kill func(code int)
	// atEnd, when set, is done last of all.
	atEnd func()

	noColor, ascii bool // global flags
	exit           int
	refused        *refusal // why the command made no run
}

// Main runs the program with these arguments (its own name is not among them)
// and returns its exit code, one of those in package finding.
func Main(args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	survivePipes()
	a := &app{lookup: lookup, in: stdin, out: newSink(stdout), err: newSink(stderr), now: time.Now, kill: os.Exit}
	return a.main(context.Background(), args)
}

func (a *app) main(ctx context.Context, args []string) int {
	defer func() {
		if a.atEnd != nil {
			a.atEnd()
		}
	}()
	if asksVersion(args) {
		a.out.printf("%s\n", buildVersion())
		return a.ended(finding.ExitOK)
	}
	root := a.root()
	if len(args) == 0 {
		a.err.printf("%s", helpText(root, a.style(a.err)))
		return finding.ExitUsage
	}
	arranged, err := arrange(root, args)
	if err == nil {
		root.SetArgs(arranged)
		err = root.ExecuteContext(ctx)
	}
	if err != nil {
		return a.ended(a.refusedInJob(args, a.fail(err)))
	}
	return a.ended(a.refusedInJob(args, a.exit))
}

// fail prints an error as one line and returns the exit code that it stands for.
func (a *app) fail(err error) int {
	a.refusedWith(err)
	style := a.style(a.err)
	a.err.printf("%s", style.Wrap("archverify: ", "  ", style.Text(err.Error())))
	var coded *codedError
	if errors.As(err, &coded) {
		return coded.exit
	}
	return finding.ExitUsage
}

// ended is the exit code when standard output could not be written after all:
// a result that nobody got is no success. A reader that went away is not an
// error: it had enough.
func (a *app) ended(code int) int {
	if a.out.failed == nil {
		return code
	}
	a.err.printf("archverify: write standard output: %v\n", a.out.failed)
	if code == finding.ExitOK {
		return finding.ExitDelivery
	}
	return code
}

func asksVersion(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--version") || slices.Contains(args, "-V")
}
