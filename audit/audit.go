package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Options of one audit.
type Options struct {
	// Files are read in this order; "-" is Stdin. Gzip is unpacked.
	Files  []string
	Stdin  io.Reader
	Filter Filter
	// Format defaults to Summary.
	Format Format
	// Skipped is told of every line that is no record, numbered from 1.
	Skipped func(file string, line int, reason string)
	// TempDir is for sorting more than memory should hold; "" is the system's.
	TempDir string
}

// ReadError says that a file could not be read.
type ReadError struct {
	File string
	Err  error
}

func (e *ReadError) Error() string { return fmt.Sprintf("cannot read '%s': %v", e.File, e.Err) }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

// taker collects records and shows them in the end.
type taker interface {
	take(r *record, line []byte) error
	finish(out io.Writer) error
}

// Run reads the trails and writes the report to out. It returns how many lines
// were skipped. The error is a *ReadError for a file that cannot be read;
// nothing is written then.
func Run(ctx context.Context, o Options, out io.Writer) (skipped int, err error) {
	var t taker
	switch o.Format {
	case JSONL, CSV:
		l := newJSONL(o.TempDir)
		if o.Format == CSV {
			l = newCSV(o.TempDir)
		}
		defer l.close()
		t = l
	default:
		t = newSummary()
	}
	for _, name := range o.Files {
		n, err := o.read(ctx, name, t)
		skipped += n
		if err != nil {
			return skipped, err
		}
	}
	return skipped, t.finish(out)
}

func (o *Options) read(ctx context.Context, name string, t taker) (skipped int, err error) {
	in, err := o.open(name)
	if err != nil {
		return 0, unreadable(name, err)
	}
	defer func() { _ = in.Close() }()
	skip := func(n int, reason string) {
		skipped++
		if o.Skipped != nil {
			o.Skipped(name, n, reason)
		}
	}
	text, err := reader(in)
	if err != nil {
		return 0, unreadable(name, err)
	}
	var taking error
	err = eachLine(text, func(n int, line []byte) error {
		r, reason := parse(line)
		switch {
		case reason != "":
			skip(n, reason)
		case o.Filter.keeps(&r):
			taking = t.take(&r, line)
		}
		if taking == nil {
			taking = ctx.Err()
		}
		return taking
	}, func(n int) { skip(n, tooLong) })
	if err != nil && taking == nil {
		err = unreadable(name, err)
	}
	return skipped, err
}

func (o *Options) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(o.Stdin), nil
	}
	return os.Open(name)
}

// unreadable leaves out a name that stands in front already.
func unreadable(file string, err error) *ReadError {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &ReadError{File: file, Err: err}
}
