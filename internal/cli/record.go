package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// recording is one `record`: its flags.
type recording struct {
	*app
	*asking

	json, sandbox, force, allowCI, allowDynamicKeys, merge, evidenceOnly bool
	request                                                              string
	inputs, also, maps                                                   []string
	samples                                                              int
	every                                                                time.Duration

	shown bool // the items were printed before files landed
	asked map[manifest.ConnectorType]replay.Connector
}

const recordText = `Asks the backend once for every read capability that has no recording yet, or for those named, and keeps the shape of the answer: paths, types and counts, never a value. It writes a golden file and the contract block of the binding; comments and layout of the YAML stay. Files land together or not at all.

What to ask comes from --request or --input (for one capability), else from an existing golden file, else {} when no input is required.

Exit codes: 0 all recorded, 1 something was refused, 2 the manifest is invalid or the usage wrong, 3 something could not be asked or needs a request.`

const recordExamples = `  archverify record manifest
  archverify record manifest shop.find-bikes --input wheelSize=28 --input tags=city,cargo
  archverify record manifest shop.quote --request quote.json
  archverify record manifest shop.find-bikes --force
`

func (a *app) recordCommand() *cobra.Command {
	r := &recording{app: a, asking: newAsking(), samples: 1, every: time.Second}
	c := &cobra.Command{
		Use:               "record <dir> [capability…]",
		Short:             "Ask once and keep the shape of the answer",
		Long:              recordText,
		Example:           recordExamples,
		GroupID:           groupKeep,
		Args:              folderAnd(true),
		ValidArgsFunction: completeCapabilities,
		RunE: a.run(func(ctx context.Context, args []string) (int, error) {
			return r.record(ctx, args[0], args[1:])
		}),
	}
	flagGroup(c, "What is asked", func(set *pflag.FlagSet) {
		set.StringVar(&r.request, "request", "", "JSON `file` with the input to ask with, for one capability; - is standard input")
		set.StringArrayVar(&r.inputs, "input", nil, "`name=value`, or name:=json, of the input to ask with; may be repeated")
		set.StringArrayVar(&r.also, "also", nil, "JSON `file` with a further input to record beside; may be repeated")
		set.Var(countFlag{&r.samples, 1}, "samples", "answers to take of each request")
		set.Var(durationFlag{&r.every, true}, "every", "pause between samples")
		set.BoolVar(&r.sandbox, "sandbox", false, "the backend is a sandbox: also record what does more than read")
	})
	flagGroup(c, "What may land", func(set *pflag.FlagSet) {
		set.BoolVar(&r.force, "force", false, "replace existing recordings, after showing how the shape differs")
		set.BoolVar(&r.merge, "merge", false, "add what the answers show to the evidence of existing recordings")
		set.BoolVar(&r.evidenceOnly, "evidence-only", false, "add evidence to recordings that have none")
		set.StringArrayVar(&r.maps, "map", nil, "`path` of an object whose keys are data; may be repeated")
		set.BoolVar(&r.allowDynamicKeys, "allow-dynamic-keys", false, "record keys that look like data as they are")
		set.BoolVar(&r.allowCI, "allow-ci", false, "replace recordings although CI is set")
	})
	flagGroup(c, "What is written", func(set *pflag.FlagSet) {
		set.BoolVar(&r.json, "json", false, "print one JSON document instead of text")
	})
	flagGroup(c, "Who asks", r.callerFlags)
	flagGroup(c, "How it is asked", r.asking.flags)
	return c
}

func (r *recording) record(ctx context.Context, dir string, only []string) (int, error) {
	m := manifest.Load(dir)
	if !m.Valid() {
		return r.refuse("record", m, r.json)
	}
	options, done, err := r.options(m, only)
	if err != nil {
		return 0, err
	}
	defer done()
	ctx, stop := r.interruptible(ctx)
	defer stop()
	progress := r.progress()
	options.Progress = progress.show
	options.Before = func(result *replay.Recording) error {
		progress.clear()
		return r.show(m, result)
	}
	result, err := replay.Record(ctx, m, options)
	progress.clear()
	switch {
	case replay.IsUsage(err):
		return 0, err
	case err != nil:
		return 0, &codedError{err, finding.ExitDelivery}
	}
	return result.Exit, r.finish(m, result)
}

func (r *recording) options(m *manifest.Manifest, only []string) (replay.RecordOptions, func(), error) {
	o := replay.RecordOptions{
		Concurrency: r.concurrency, Timeout: r.timeout, Limits: r.limits(), Clock: r.now, Only: only, Sandbox: r.sandbox, Force: r.force,
		CI: r.inCI() && !r.allowCI, AllowDynamicKeys: r.allowDynamicKeys, Maps: r.maps, Samples: r.samples, Every: r.every,
		Merge: r.merge, EvidenceOnly: r.evidenceOnly,
	}
	var err error
	if o.Request, err = r.requested(m, only); err != nil {
		return o, nil, err
	}
	for _, name := range r.also {
		in, err := r.readInput(name)
		if err != nil {
			return o, nil, err
		}
		o.Also = append(o.Also, *in)
	}
	caller, notes, err := r.caller(r.lookup)
	if err != nil {
		return o, nil, err
	}
	for _, note := range notes {
		r.note(note)
	}
	o.Caller = caller
	connectors, done, err := r.connectors(r.lookup)
	o.Connectors, r.asked = connectors, connectors
	return o, done, err
}

// requested is the input that the flags give, nil when they give none.
func (r *recording) requested(m *manifest.Manifest, only []string) (*replay.Input, error) {
	switch {
	case r.request != "" && len(r.inputs) > 0:
		return nil, usage("--request and --input exclude each other")
	case r.request != "":
		return r.readInput(r.request)
	case len(r.inputs) == 0:
		return nil, nil
	case len(only) != 1:
		return nil, usage("--input belongs to one capability; name exactly one")
	}
	tool := m.IR.Tool(only[0])
	if tool == nil { // told by Record, with the nearest name
		return &replay.Input{}, nil
	}
	in, err := replay.ParseSettings(tool, r.inputs)
	if err != nil {
		return nil, usage("--input: %w", err)
	}
	return &in, nil
}

// maxInputBytes bounds an input file.
const maxInputBytes = 16 << 20

func (r *recording) readInput(name string) (*replay.Input, error) {
	data, err := r.readFile(name)
	if err != nil {
		return nil, fmt.Errorf("read input: %w", err)
	}
	in, err := replay.ParseInput(data)
	if err != nil {
		return nil, fmt.Errorf("input %q: %w", name, err)
	}
	return &in, nil
}

func (r *recording) readFile(name string) ([]byte, error) {
	if name == "-" {
		return readBounded(r.in, maxInputBytes)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return readBounded(f, maxInputBytes)
}
