package replay

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// Record asks backends once and keeps what the answers show: a golden beside
// the manifest and the contract block of the binding, everything that could be
// recorded as one set that the loader has accepted. What was refused or not
// asked is in the Recording. Errors are usage (see IsUsage), what Before said,
// or files that could not be written; no file has changed then.
func Record(ctx context.Context, m *manifest.Manifest, o RecordOptions) (*Recording, error) {
	if !m.Valid() {
		return nil, ErrInvalidManifest
	}
	if err := errors.Join(o.check(), checkNames(m.IR, o.Only)); err != nil {
		return nil, err
	}
	files, closeFiles, err := o.options().open(m)
	if err != nil {
		return nil, err
	}
	defer closeFiles()
	o.Maps = asStored(o.Maps)
	r := &recorder{RecordOptions: o, manifest: m, files: files}
	targets, err := r.targets()
	if err != nil {
		return nil, err
	}
	r.ask(ctx, targets)
	for _, t := range targets {
		if t.out.Status == "" {
			r.decide(t)
		}
	}
	return r.land(targets)
}

// recorder is one call of Record.
type recorder struct {
	RecordOptions
	manifest *manifest.Manifest
	files    fs.FS
}

// target is one capability on its way. Its out.Status is empty as long as
// nothing stands against recording it.
type target struct {
	tool *manifest.Tool
	out  Recorded
	// old is the golden that is there; nil when it is missing, or broken and to
	// be replaced.
	old     *Golden
	missing bool
	asks    []*ask

	golden   *Golden            // what is to be written
	contract *manifest.Contract // what the binding is to say; nil leaves it alone
}

// ask is one request of a target and its distinct answers.
type ask struct {
	Question
	answers []sample
	refusal *Refusal
}

type sample struct {
	Answer
	at string
}

// recordedAtLayout is how instants are written: UTC, milliseconds, Z.
const recordedAtLayout = "2006-01-02T15:04:05.000Z"

func (r *recorder) instant() string { return r.options().now().UTC().Format(recordedAtLayout) }

// targets lists the capabilities concerned, in tool order. An error is usage.
func (r *recorder) targets() ([]*target, error) {
	var all []*target
	for _, tool := range r.manifest.IR.Tools {
		if !r.concerns(tool) {
			continue
		}
		t := &target{tool: tool, out: Recorded{Tool: tool, Position: placeOf(tool)}}
		if err := r.prepare(t); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	r.refuseShared(all)
	return all, nil
}

func (r *recorder) concerns(tool *manifest.Tool) bool {
	switch {
	case tool.Lifecycle == manifest.Retired:
		return false
	case len(r.Only) > 0:
		return slices.Contains(r.Only, tool.ID)
	case r.Merge || r.EvidenceOnly:
		return recordable(tool) && tool.Contract != nil
	}
	return recordable(tool) && tool.Contract == nil
}

// ask sends everything, each request as often as samples are wanted.
func (r *recorder) ask(ctx context.Context, targets []*target) {
	o := r.options()
	if o.Timeout >= 0 {
		o.Timeout = cmp.Or(o.Timeout, DefaultTimeout) + time.Duration(r.samples()-1)*r.Every
	}
	ctx, cancel := o.bounded(ctx)
	defer cancel()
	meter := newMeter(o, nil)
	for _, t := range targets {
		meter.state.Total += len(t.asks) * r.samples()
	}
	slots := make(chan struct{}, o.concurrency())
	var group sync.WaitGroup
	for _, t := range targets {
		for _, a := range t.asks {
			group.Go(func() { r.sample(ctx, a, slots, meter) })
		}
	}
	group.Wait()
}

// sample takes the answers of one request; the first that fails ends it.
// Identical bodies count once.
func (r *recorder) sample(ctx context.Context, a *ask, slots chan struct{}, meter *meter) {
	seen := map[[sha256.Size]byte]bool{}
	for n := range r.samples() {
		if n > 0 && r.Every > 0 && r.sleep(ctx, r.Every) != nil {
			a.refusal = interrupted(ctx, "not every sample was taken")
			return
		}
		answer, asked := r.askOne(ctx, a, slots, meter)
		switch {
		case !asked:
			a.refusal = interrupted(ctx, "it was not asked any more")
		case answer.Refused != nil && ctx.Err() != nil:
			a.refusal = interrupted(ctx, "its answer was not waited for")
		case answer.Refused != nil:
			a.refusal = answer.Refused
		}
		if a.refusal != nil {
			return
		}
		if sum := sha256.Sum256(answer.Body); !seen[sum] {
			seen[sum] = true
			a.answers = append(a.answers, sample{answer, r.instant()})
		}
	}
}

// askOne waits for a free slot and asks.
func (r *recorder) askOne(ctx context.Context, a *ask, slots chan struct{}, meter *meter) (Answer, bool) {
	select {
	case <-ctx.Done():
		return Answer{}, false
	case slots <- struct{}{}:
	}
	defer func() { <-slots }()
	if ctx.Err() != nil {
		return Answer{}, false
	}
	meter.begin()
	defer meter.end()
	return a.connector.Ask(ctx, a.Prepared), true
}

func (r *recorder) sleep(ctx context.Context, d time.Duration) error {
	if r.Sleep != nil {
		return r.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// exitOf is how a recording ends: something refused beats something not asked.
func exitOf(items []Recorded) int {
	exit := finding.ExitOK
	for _, item := range items {
		switch item.Status {
		case RecordRefused:
			return finding.ExitFailed
		case RecordNotAsked, RecordNeedsRequest:
			exit = finding.ExitUnverified
		}
	}
	return exit
}

// recordedShape is a contract's shape in the terms of package fingerprint.
func recordedShape(c *manifest.Contract) fingerprint.Shape {
	shape := make(fingerprint.Shape, len(c.Shape))
	for i, entry := range c.Shape {
		shape[i] = fingerprint.Pair{Path: entry.Path, Type: fingerprint.Word(entry.Type)}
	}
	return shape
}

// label puts the number of the request before a detail when there are several.
func (t *target) label(number int, detail string) string {
	if len(t.asks) < 2 {
		return detail
	}
	return fmt.Sprintf("request %d: %s", number, detail)
}
