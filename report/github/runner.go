package github

import (
	"fmt"
	"os"
	"strings"
)

// Runner writes into the files that a workflow step may append to.
type Runner struct {
	// SummaryFile and OutputFile are GITHUB_STEP_SUMMARY and GITHUB_OUTPUT;
	// empty ones are not written.
	SummaryFile, OutputFile string
	// Delimiter makes the fence of a multi-line output; it must be random.
	Delimiter func() string
}

// maxSummary is the size above which GitHub refuses a step's summary.
const maxSummary = 1 << 20

// AppendSummary appends Markdown to the step's summary. It fails when the file
// would grow beyond what GitHub takes, and then writes nothing.
func (r Runner) AppendSummary(markdown string) error {
	if r.SummaryFile == "" {
		return nil
	}
	if info, err := os.Stat(r.SummaryFile); err == nil && info.Size()+int64(len(markdown)) >= maxSummary {
		return fmt.Errorf("append to the job summary: %d bytes are there already, GitHub takes %d a step", info.Size(), maxSummary)
	}
	return appendTo(r.SummaryFile, markdown)
}

// Output is one output of the step.
type Output struct{ Name, Value string }

// SetOutputs appends outputs, each fenced by a random delimiter, so that no
// value can end its own fence or set another output.
func (r Runner) SetOutputs(outputs ...Output) error {
	if r.OutputFile == "" {
		return nil
	}
	var b strings.Builder
	for _, o := range outputs {
		fence := r.Delimiter()
		fmt.Fprintf(&b, "%s<<%s\n%s\n%s\n", o.Name, fence, o.Value, fence)
	}
	return appendTo(r.OutputFile, b.String())
}

// appendTo appends in one write: lines of two steps never mix.
func appendTo(name, text string) (err error) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("open %q: %w", name, err)
	}
	defer func() {
		if e := f.Close(); err == nil && e != nil {
			err = fmt.Errorf("close %q: %w", name, e)
		}
	}()
	if _, err := f.WriteString(text); err != nil {
		return fmt.Errorf("append to %q: %w", name, err)
	}
	return nil
}

// Mask is the workflow command that hides a value in the log; it must come
// before anything that could print it.
func Mask(value string) string {
	return "::add-mask::" + data(value) + "\n"
}

// data escapes the message of a workflow command.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}
