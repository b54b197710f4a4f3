package finding

// SchemaVersion is the version of the Run document (`--report json`).
const SchemaVersion = 1

// Run is everything that one command found: the only input of every report.
// Seal brings one into canonical order; a Run holds no value of an answer and
// no secret.
type Run struct {
	SchemaVersion int  `json:"schemaVersion"`
	Tool          Tool `json:"tool"`
	// Command is the command family: verify, diff, doctor or apply; "report"
	// when runs of several families were merged.
	Command string `json:"command"`
	// Name is the environment (`--name`), empty when there is only one.
	Name string `json:"name,omitempty"`
	// Manifest is the manifest folder as the user named it; Root is the same
	// folder relative to the repository root with forward slashes ("" when they
	// are the same, absent file positions are joined to it).
	Manifest string `json:"manifest"`
	Root     string `json:"root"`
	// At is when the run started, RFC 3339 in UTC, from the injected clock; and
	// Commit what was checked out. Both may be empty.
	At     string `json:"at,omitempty"`
	Commit string `json:"commit,omitempty"`
	// Complete is false when something that should have been asked was not.
	Complete bool `json:"complete"`
	// Selected is set when only named subjects were asked for: the run says
	// nothing of the others, not even that they are gone.
	Selected bool      `json:"selected,omitempty"`
	Subjects []Subject `json:"subjects"`
	Summary  Summary   `json:"summary"`
	// Warnings are run-wide remarks that are no findings (credentials over plain
	// http, capabilities without a contract), one line each.
	Warnings []string  `json:"warnings,omitempty"`
	Receipts []Receipt `json:"receipts,omitempty"`
	// Bar is what failed this run; Seal fills it.
	Bar Bar `json:"bar"`
	// Baseline is there when the run was compared with an earlier one.
	Baseline *Comparison `json:"baseline,omitempty"`
	// Parts are there when several runs were merged: one an environment.
	Parts []Part `json:"parts,omitempty"`
	// Exit is how the command ended (see Exit).
	Exit int `json:"exit"`
}

// Part is one environment (or manifest, or command) of a merged run.
type Part struct {
	// Label tells the parts of one merged run apart; Subject.Run holds it.
	Label    string  `json:"label"`
	Command  string  `json:"command"`
	Name     string  `json:"name,omitempty"`
	Manifest string  `json:"manifest"`
	Root     string  `json:"root"`
	At       string  `json:"at,omitempty"`
	Commit   string  `json:"commit,omitempty"`
	Bar      Bar     `json:"bar"`
	Summary  Summary `json:"summary"`
	Exit     int     `json:"exit"`
	// Runs is how many runs went into it.
	Runs int `json:"runs"`
}

// Comparison says what a run was compared with, and what came of it.
type Comparison struct {
	Name   string `json:"name,omitempty"`
	At     string `json:"at,omitempty"`
	Commit string `json:"commit,omitempty"`
	New    int    `json:"new"`
	Known  int    `json:"known"`
	// Gone counts findings of the baseline that a capability judged in both
	// runs no longer shows.
	Gone int `json:"gone"`
}

// Tool names the program that made a run.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// SubjectKind says what a subject is.
type SubjectKind string

// The closed set of subject kinds.
const (
	SubjectCapability SubjectKind = "capability"
	SubjectResource   SubjectKind = "resource"
	SubjectManifest   SubjectKind = "manifest"
)

// Subject is one capability (or, in diff, doctor and apply, also a resource or
// the manifest as a whole) with everything found about it.
type Subject struct {
	ID string `json:"id"`
	// Run is the label of the part that the subject belongs to in a merged run,
	// and Command its family where parts differ in it; else both are empty.
	Run     string      `json:"run,omitempty"`
	Command string      `json:"command,omitempty"`
	Kind    SubjectKind `json:"kind"`
	Effect  string      `json:"effect,omitempty"`
	Outcome Outcome     `json:"outcome"`
	// Reason and Detail say why an unverified subject was not asked or did not
	// answer; Detail is also the one-line text of every other outcome.
	Reason   Reason `json:"reason,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Attempts int    `json:"attempts,omitempty"`
	// Position is where the subject is declared or bound.
	Position *Position `json:"position,omitempty"`
	Findings []Finding `json:"findings"`
	// Requests are what was asked, masked: placeholders, never their values.
	Requests []Request `json:"requests,omitempty"`
	// Shape is the answer as a flat tree in path order; empty where not judged.
	Shape []ShapeNode `json:"shape,omitempty"`

	RecordedFingerprint string   `json:"recordedFingerprint,omitempty"`
	ObservedFingerprint string   `json:"observedFingerprint,omitempty"`
	VerifiedAt          string   `json:"verifiedAt,omitempty"`
	UndeclaredNested    []string `json:"undeclaredNested,omitempty"`
	PolicyDenied        bool     `json:"policyDenied,omitempty"`
	// Drift is the reference's plain shape difference with its naive paths.
	Drift *Drift `json:"drift,omitempty"`
	// History is how the subject fared in the merged runs of its part, oldest
	// first, the last one being this one; empty when there was only one.
	History []Past `json:"history,omitempty"`
}

// Past is how a subject fared in one run.
type Past struct {
	At       string         `json:"at,omitempty"`
	Commit   string         `json:"commit,omitempty"`
	Outcome  Outcome        `json:"outcome"`
	Reason   Reason         `json:"reason,omitempty"`
	Findings FindingSummary `json:"findings"`
}

// Request is one request as it may be shown: a method and a URL in which every
// ${…} is still a placeholder.
type Request struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	// Headers are sorted by name; values that hold placeholders stay masked.
	Headers []Header `json:"headers,omitempty"`
	// Body is the body template with the recorded inputs filled in and every
	// ${…} masked; only `--plan` shows it.
	Body string `json:"body,omitempty"`
	// Variables are the environment variables it reads, with the host they go to.
	Variables []Variable `json:"variables,omitempty"`
	Status    int        `json:"status,omitempty"`
	Attempts  int        `json:"attempts,omitempty"`
}

// Header is one header of a shown request.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Variable is an environment variable (or caller placeholder) and the host, as
// authored, to which its value would be sent.
type Variable struct {
	Name string `json:"name"`
	Host string `json:"host"`
}

// ShapeNode is one path of an answer: what was recorded, what came, what moved.
type ShapeNode struct {
	Path string `json:"path"`
	// Recorded and Live are unions of type words, empty where absent.
	Recorded string `json:"recorded,omitempty"`
	Live     string `json:"live,omitempty"`
	// State is the code of the worst finding on this path, or empty.
	State Code `json:"state,omitempty"`
	// Field is the declared field that the path reaches.
	Field string `json:"field,omitempty"`
}

// Drift is the reference's shape difference (VR4.13), with naive paths.
type Drift struct {
	Added   []DriftEntry `json:"added"`
	Removed []DriftEntry `json:"removed"`
	Retyped []Retype     `json:"retyped"`
}

// DriftEntry is a path that came or went.
type DriftEntry struct {
	Path string `json:"path"`
	Type string `json:"type"`
}

// Retype is a path whose type moved.
type Retype struct {
	Path string `json:"path"`
	From string `json:"from"`
	To   string `json:"to"`
}

// Summary counts subjects by outcome and findings by severity.
type Summary struct {
	Green      int            `json:"green"`
	Yellow     int            `json:"yellow"`
	Red        int            `json:"red"`
	Unverified int            `json:"unverified"`
	Skipped    int            `json:"skipped"`
	Findings   FindingSummary `json:"findings"`
	// WithoutContract counts bound, not retired read capabilities that nothing
	// was recorded for (they are in no other count unless contracts are required).
	WithoutContract int `json:"withoutContract,omitempty"`
}

// Judged counts the subjects whose answer was seen and judged.
func (s Summary) Judged() int { return s.Green + s.Yellow + s.Red }

// Asked counts the subjects that should have been judged: the judged ones and
// the unverified ones.
func (s Summary) Asked() int { return s.Judged() + s.Unverified }

// Plus adds two summaries up.
func (s Summary) Plus(t Summary) Summary {
	return Summary{
		Green: s.Green + t.Green, Yellow: s.Yellow + t.Yellow, Red: s.Red + t.Red, Unverified: s.Unverified + t.Unverified,
		Skipped: s.Skipped + t.Skipped, WithoutContract: s.WithoutContract + t.WithoutContract,
		Findings: FindingSummary{
			Red: s.Findings.Red + t.Findings.Red, Yellow: s.Findings.Yellow + t.Findings.Yellow, Note: s.Findings.Note + t.Findings.Note,
		},
	}
}

// FindingSummary counts findings by severity.
type FindingSummary struct {
	Red    int `json:"red"`
	Yellow int `json:"yellow"`
	Note   int `json:"note"`
}

// Total counts the findings of every severity.
func (s FindingSummary) Total() int { return s.Red + s.Yellow + s.Note }

// Receipt says what became of one delivery.
type Receipt struct {
	// Channel names where: comment, summary, check, sarif, issue, file path …
	Channel string `json:"channel"`
	// Status is one of sent, updated, unchanged, folded, not-permitted, too-large, failed, skipped.
	Status string `json:"status"`
	Detail string `json:"detail,omitempty"`
}
