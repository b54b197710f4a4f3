package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// RecordOptions say what is recorded and how. The zero value records every read
// capability that has no contract, once.
type RecordOptions struct {
	// Connectors, Files, Caller, Concurrency, Timeout, Limits, Clock and Progress
	// mean what they mean in Options.
	Connectors  map[manifest.ConnectorType]Connector
	Files       fs.FS
	Caller      Caller
	Concurrency int
	Timeout     time.Duration
	Limits      fingerprint.Limits
	Clock       func() time.Time
	Progress    func(Progress)

	// Only names the capabilities to record; empty means those without a
	// contract, or with Merge and EvidenceOnly those with one.
	Only []string
	// Sandbox also records what does more than read.
	Sandbox bool
	// Request is the input to ask with, for one named capability; nil takes it
	// from the golden, or {} when no input is required.
	Request *Input
	// Also are further inputs to record beside the capability's own, for one
	// named capability.
	Also []Input
	// Force replaces an existing recording, and lets Merge take in what was
	// never seen.
	Force bool
	// CI forbids replacing: the caller sets it when the environment says that
	// this is a CI system and nothing allows it there.
	CI bool
	// AllowDynamicKeys records keys that look like data as they are.
	AllowDynamicKeys bool
	// Maps are unambiguous paths of objects whose keys are data.
	Maps []string
	// Samples is how many answers are taken of each request; 0 means 1. Every is
	// the pause between them; pauses come on top of Timeout.
	Samples int
	Every   time.Duration
	// Merge adds what the answers show to the evidence of an existing recording.
	Merge bool
	// EvidenceOnly adds evidence to a recording that has none.
	EvidenceOnly bool

	// Sleep waits between samples; nil means the real clock.
	Sleep func(context.Context, time.Duration) error
	// Before is called with everything that would land before anything does; an
	// error keeps all files as they are and is returned.
	Before func(*Recording) error
}

// options are the parts that recording shares with replaying.
func (o RecordOptions) options() Options {
	return Options{
		Connectors: o.Connectors, Files: o.Files, Caller: o.Caller, Concurrency: o.Concurrency,
		Timeout: o.Timeout, Limits: o.Limits, Clock: o.Clock, Progress: o.Progress, Sandbox: o.Sandbox,
	}
}

func (o RecordOptions) samples() int { return max(o.Samples, 1) }

// errUsage marks combinations of options that cannot be meant.
var errUsage = errors.New("wrong usage")

// IsUsage reports whether an error of Record is the user's doing, so that the
// command ends with ExitUsage: options that exclude each other, a name that no
// capability has, an input that breaks the declaration, an invalid manifest.
func IsUsage(err error) bool {
	var name *NameError
	var input *InputError
	return errors.Is(err, errUsage) || errors.Is(err, ErrInvalidManifest) || errors.As(err, &name) || errors.As(err, &input)
}

// check refuses options that exclude each other.
func (o RecordOptions) check() error {
	switch {
	case o.Request != nil && len(o.Only) != 1:
		return fmt.Errorf("%w: a request belongs to one capability; name exactly one", errUsage)
	case len(o.Also) > 0 && len(o.Only) != 1:
		return fmt.Errorf("%w: a further request (--also) belongs to one capability; name exactly one", errUsage)
	case o.Merge && o.EvidenceOnly:
		return fmt.Errorf("%w: --merge and --evidence-only exclude each other", errUsage)
	case (o.Merge || o.EvidenceOnly) && (o.Request != nil || len(o.Also) > 0):
		return fmt.Errorf("%w: --merge and --evidence-only ask the recorded requests; they take no new one", errUsage)
	case o.Merge && len(o.Maps) > 0:
		return fmt.Errorf("%w: --map needs a new recording (--force), since the recorded evidence holds the keys", errUsage)
	case o.Samples < 0 || o.Every < 0:
		return fmt.Errorf("%w: samples and their pause cannot be negative", errUsage)
	}
	for _, path := range o.Maps {
		if _, err := fingerprint.SplitPath(path); err != nil {
			return fmt.Errorf("%w: --map: %w", errUsage, err)
		}
	}
	return nil
}

// InputError is an input that breaks the declared contract of its capability.
type InputError struct {
	ID        string
	Problems  []Problem
	Truncated bool
}

// Error lists the problems on one line.
func (e *InputError) Error() string {
	return fmt.Sprintf("the input does not fit what capability %q declares: %s", e.ID, problemText(e.Problems, e.Truncated))
}

func problemText(problems []Problem, truncated bool) string {
	parts := make([]string, 0, len(problems)+1)
	for _, p := range problems {
		parts = append(parts, fmt.Sprintf("%s: expected %s", p.Path, p.Expected))
	}
	if truncated {
		parts = append(parts, "…")
	}
	return strings.Join(parts, "; ")
}

// fits checks an input against the declaration.
func fits(m *manifest.Manifest, tool *manifest.Tool, in Input) *InputError {
	problems, truncated := ValidateInput(m.IR, tool.Input, in)
	if len(problems) == 0 {
		return nil
	}
	return &InputError{ID: tool.ID, Problems: problems, Truncated: truncated}
}

// RecordStatus is what became of one capability.
type RecordStatus string

// The closed set of statuses.
const (
	// RecordDone: the recording lands (or, with an error of Record, would have).
	RecordDone RecordStatus = "recorded"
	// RecordSame: what came says nothing new, so that no file changes.
	RecordSame RecordStatus = "unchanged"
	// RecordRefused: what came, or what is there, forbids recording.
	RecordRefused RecordStatus = "refused"
	// RecordNotAsked: the backend could not be asked or did not answer.
	RecordNotAsked RecordStatus = "unverified"
	// RecordNeedsRequest: nobody has said what to ask.
	RecordNeedsRequest RecordStatus = "needs-request"
)

// Recording is what Record did.
type Recording struct {
	// Items are the capabilities concerned, in tool order.
	Items []Recorded
	// Files are the files that changed, relative to the manifest, sorted.
	Files    []string
	Warnings []string
	// Exit is finding.ExitOK, ExitFailed when something was refused, or
	// ExitUnverified when something could not be asked or needs a request.
	Exit int
}

// Recorded is one capability of a recording.
type Recorded struct {
	Tool   *manifest.Tool
	Status RecordStatus
	// Code says why it was refused, Reason why it was not asked; else empty.
	Code   finding.Code
	Reason finding.Reason
	// Detail is one line; names chosen by the backend are made safe in it.
	Detail string
	// Position is the line concerned, if there is one.
	Position finding.Position
	// Template is the request to fill in, for RecordNeedsRequest.
	Template Input
	// Requests are what was asked, masked.
	Requests []finding.Request
	// Findings are what judging the answer against the declaration, and against
	// the recording when there is one, found.
	Findings []finding.Finding
	// Replaces tells that there is an earlier recording; Diff is how its shape
	// differs from the new one, with raw naive paths.
	Replaces bool
	Diff     fingerprint.ShapeDiff
	// Candidates are objects whose keys look like data.
	Candidates []fingerprint.Candidate
	// Notes are remarks that refuse nothing, one line each.
	Notes []string
	// Golden and Binding are the files of the recording, relative to the manifest.
	Golden, Binding string
	// Fingerprint is the recorded one; Samples counts the distinct answers of
	// the capability's own request.
	Fingerprint string
	Samples     int
}

func (r *Recorded) refuse(code finding.Code, format string, args ...any) {
	r.Status, r.Code, r.Detail = RecordRefused, code, fmt.Sprintf(format, args...)
}

func (r *Recorded) notAsked(refusal *Refusal) {
	r.Status, r.Reason, r.Detail, r.Position = RecordNotAsked, refusal.Reason, refusal.Detail, refusal.Pos
}
