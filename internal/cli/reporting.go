package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/atomicfile"
	"github.com/archverify/archverify/internal/sourceroot"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/report"
)

// runDocumentLimit bounds a run document that is read back.
const runDocumentLimit = 1 << 30

// reporting carries out what the report flags ask for.
type reporting struct {
	*reportFlags
	app *app
	// before is the baseline, nil without one.
	before *finding.Run
	// dir is the manifest folder, empty where there is none (saved runs).
	dir   string
	place sourceroot.Place
}

// reportingOn is reporting about the manifest in dir, which is located now.
func (a *app) reportingOn(ctx context.Context, r *reportFlags, dir string) (*reporting, error) {
	out, err := a.reporting(r)
	if err != nil {
		return nil, err
	}
	out.dir = dir
	if out.place, err = sourceroot.Find(ctx, dir, r.sourceRoot, sourceroot.Lookup(a.lookup)); err != nil {
		return nil, usage("%w", err)
	}
	return out, nil
}

// reporting reads what the flags name, before anything is asked: a baseline that
// cannot be read ends the command at once.
func (a *app) reporting(r *reportFlags) (*reporting, error) {
	out := &reporting{reportFlags: r, app: a}
	if r.baseline == "" {
		return out, nil
	}
	before, err := a.readRun(r.baseline)
	if err != nil {
		return nil, usage("read baseline %w", err)
	}
	out.before = before
	return out, nil
}

// complete fills what only the command line knows of a run: its name, when it
// was, where the manifest lies in its repository. It seals the run again, with
// the baseline's knowledge. To be called before anything of the run is shown.
func (r *reporting) complete(run *finding.Run, bar finding.Bar) {
	if r.place.Warning != "" {
		r.app.err.printf("archverify: %s\n", termtext.Safe(r.place.Warning))
	}
	run.Root, run.Commit, run.Name = r.place.Root, r.place.Commit, r.name
	if run.At == "" {
		run.At = r.app.now().UTC().Format(time.RFC3339)
	}
	r.compare(run, bar)
}

// compare marks what is new, and seals the run.
func (r *reporting) compare(run *finding.Run, bar finding.Bar) {
	bar.OnlyNew = bar.OnlyNew || r.failOnNew
	if r.before != nil {
		run.Seal(bar)
		run.Compare(r.before)
	}
	run.Seal(bar)
}

// deliver writes every report that was asked for, sends what goes to GitHub, and
// returns the exit code: the one given, or ExitDelivery where that is worse and
// something did not arrive. Each delivery leaves one line on standard error.
func (r *reporting) deliver(ctx context.Context, run *finding.Run, code int) int {
	for _, w := range r.wants {
		if err := r.write(run, w); err != nil {
			r.app.err.printf("archverify: report %s: failed: %s\n", w.format, termtext.Safe(err.Error()))
			if !r.github.bestEffort {
				code = finding.WorseExit(code, finding.ExitDelivery)
			}
			continue
		}
		if w.path != "" {
			r.app.err.printf("archverify: report %s: written to %s\n", w.format, termtext.Safe(w.path))
		}
	}
	if r.dir == "" { // a saved run was told where it was made
		return code
	}
	code = r.app.receipts(&r.github, r.app.toJob(r.reportFlags, run), false, code)
	sent, fork := r.app.toGitHub(ctx, &r.github, run, r.place.Top)
	return r.app.receipts(&r.github, sent, fork, code)
}

func (r *reporting) write(run *finding.Run, w wanted) error {
	o := report.Options{Entries: explanations(), Full: r.full(), Bytes: r.room(w)}
	if w.path == "" {
		o.Style = r.app.style(r.app.out)
	}
	data, err := report.Render(w.format, run, o)
	if err != nil {
		return err
	}
	if w.path == "" {
		_, _ = r.app.out.Write(data)
		return nil
	}
	return atomicfile.Write(w.path, data, 0)
}

// room is how much Markdown may be written: a job summary takes more than a comment.
func (r *reporting) room(w wanted) int {
	if summary, ok := r.app.lookup("GITHUB_STEP_SUMMARY"); ok && summary != "" && w.path == summary {
		return report.SummaryBytes
	}
	return report.CommentBytes
}

// explanations are the entries of every registry, by name, and by command and
// name: what doctor calls evidence-stale is not what verify calls so. By the bare
// name the first registry counts.
func explanations() map[string]finding.Entry {
	all := map[string]finding.Entry{}
	add := func(name string, e finding.Entry) {
		if _, known := all[name]; !known {
			all[name] = e
		}
	}
	for _, r := range registries() {
		for _, e := range r.entries {
			for _, command := range r.commands {
				add(command+"/"+e.Name, e)
			}
			add(e.Name, e)
		}
	}
	return all
}

// readRuns reads run documents, and takes merged ones apart.
func (a *app) readRuns(paths []string) ([]*finding.Run, error) {
	var runs []*finding.Run
	for _, path := range paths {
		run, err := a.readRun(path)
		if err != nil {
			return nil, usage("read run document %w", err)
		}
		runs = append(runs, run)
	}
	return finding.Split(runs), nil
}

// readRun reads a run document from a file, or from standard input for "-".
func (a *app) readRun(path string) (*finding.Run, error) {
	in, name := a.in, "standard input"
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", path, pathCause(err))
		}
		defer func() { _ = f.Close() }()
		in, name = f, path
	}
	data, err := io.ReadAll(io.LimitReader(in, runDocumentLimit+1))
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, pathCause(err))
	}
	if len(data) > runDocumentLimit {
		return nil, fmt.Errorf("%q: larger than a run document may be (%d bytes)", name, runDocumentLimit)
	}
	run, err := report.ReadRun(data)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return recomputed(run), nil
}

// pathCause is what went wrong with a file whose name the message has already.
func pathCause(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// recomputed does not believe what a document says of itself: outcomes, counts
// and exit codes follow from its findings again.
func recomputed(run *finding.Run) *finding.Run {
	parts := finding.Split([]*finding.Run{run})
	for _, p := range parts {
		p.Seal(p.Bar)
	}
	return finding.Merge(parts)
}
