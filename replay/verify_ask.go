package replay

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// judged is what became of one question. Exactly one of refusal and verdict
// means anything.
type judged struct {
	number   int
	status   int
	attempts int
	refusal  *Refusal
	verdict  Verdict
}

func (j judged) outcome() finding.Outcome {
	if j.refusal != nil {
		return finding.OutcomeUnverified
	}
	return finding.OutcomeOf(j.verdict.Findings)
}

// errTimeUp is why a run's context ends when its time is up.
var errTimeUp = errors.New("the time of the whole run is up (--timeout)")

// askAll asks every question of every item, so many at a time, and returns the
// judged answers in the order of items and questions.
func (o Options) askAll(ctx context.Context, items []Item, ir *manifest.IR) [][]judged {
	ctx, cancel := o.bounded(ctx)
	defer cancel()
	all := make([][]judged, len(items))
	meter := newMeter(o, items)
	inParallel(o.concurrency(), meter.state.Total, questions(items, all), func(a asked) {
		meter.begin()
		*a.into = o.replay(ctx, ir, *a.item, *a.question)
		meter.end()
	})
	return all
}

// asked is one question and where its judged answer belongs.
type asked struct {
	item     *Item
	question *Question
	into     *judged
}

// questions yields every question of every item, and makes room for the answers.
func questions(items []Item, all [][]judged) iter.Seq[asked] {
	return func(yield func(asked) bool) {
		for i := range items {
			all[i] = make([]judged, len(items[i].Questions))
			for j := range items[i].Questions {
				if !yield(asked{&items[i], &items[i].Questions[j], &all[i][j]}) {
					return
				}
			}
		}
	}
}

// inParallel does every task, at most so many at a time. The same few goroutines
// do all of them, because a new one grows its stack several times before it has
// judged an answer.
func inParallel[T any](limit, total int, tasks iter.Seq[T], do func(T)) {
	queue := make(chan T)
	var workers sync.WaitGroup
	for range min(limit, total) {
		workers.Go(func() {
			for task := range queue {
				do(task)
			}
		})
	}
	for task := range tasks {
		queue <- task
	}
	close(queue)
	workers.Wait()
}

// bounded adds the time limit of the run.
func (o Options) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := o.Timeout
	if limit == 0 {
		limit = DefaultTimeout
	}
	if limit < 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, errTimeUp)
}

// replay asks a question, judges the answer, and asks again what is to be
// confirmed.
func (o Options) replay(ctx context.Context, ir *manifest.IR, item Item, q Question) judged {
	first := o.askOnce(ctx, ir, item, q)
	moved := first.outcome() == finding.OutcomeYellow || first.outcome() == finding.OutcomeRed
	// What does more than read is not repeated, not even in a sandbox.
	if o.Confirm < 1 || !moved || item.Tool.Effect != manifest.Read {
		return first
	}
	votes := []judged{first}
	for range o.Confirm {
		again := o.askOnce(ctx, ir, item, q)
		first.attempts += again.attempts
		if again.refusal == nil { // what was not answered does not vote
			votes = append(votes, again)
		}
	}
	winner := elect(votes)
	winner.attempts = first.attempts
	return winner
}

func (o Options) askOnce(ctx context.Context, ir *manifest.IR, item Item, q Question) judged {
	j := judged{number: q.Number}
	if ctx.Err() != nil {
		j.refusal = interrupted(ctx, "it was not asked any more")
		return j
	}
	answer := q.connector.Ask(ctx, q.Prepared)
	j.status, j.attempts, j.refusal = answer.Status, answer.Attempts, answer.Refused
	switch {
	case j.refusal != nil && ctx.Err() != nil:
		j.refusal = interrupted(ctx, "its answer was not waited for")
	case j.refusal == nil:
		j.verdict = Judge(Case{
			IR: ir, Tool: item.Tool, Golden: item.Golden, Request: q.Number,
			Status: answer.Status, Body: answer.Body,
			Attempts: answer.Attempts, Retried: answer.Retried,
			CredentialsDropped: answer.CredentialsDropped, Limits: o.Limits,
		})
		j.refusal = j.verdict.Refused
	}
	if j.refusal != nil {
		j.verdict = Verdict{}
	}
	return j
}

func interrupted(ctx context.Context, what string) *Refusal {
	why := "the run was interrupted"
	if errors.Is(context.Cause(ctx), errTimeUp) {
		why = errTimeUp.Error()
	}
	return &Refusal{Reason: finding.Interrupted, Detail: fmt.Sprintf("%s; %s", why, what)}
}

// meter tells a progress listener how far a run is.
type meter struct {
	mu      sync.Mutex
	tell    func(Progress)
	now     func() time.Time
	started time.Time
	state   Progress
}

func newMeter(o Options, items []Item) *meter {
	m := &meter{tell: o.Progress, now: o.now, started: o.now()}
	for _, item := range items {
		m.state.Total += len(item.Questions)
	}
	return m
}

func (m *meter) begin() { m.change(1, 0) }
func (m *meter) end()   { m.change(-1, 1) }

func (m *meter) change(inFlight, done int) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.InFlight += inFlight
	m.state.Done += done
	m.state.Elapsed = m.now().Sub(m.started)
	m.tell(m.state)
}
