package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/coverage"
)

// pathsShown is how many paths of a capability the text names.
const pathsShown = 10

func (a *app) coverageCommand() *cobra.Command {
	var asJSON bool
	var least float64
	c := &cobra.Command{
		Use:               "coverage <dir>",
		Short:             "Try how much drift the recorded contracts would notice",
		GroupID:           groupCheck,
		Long:              coverageText(),
		Example:           "  archverify coverage manifest\n  archverify coverage manifest --min 80\n  archverify coverage manifest --json | jq '.summary.percent'\n",
		Args:              folderAnd(false),
		ValidArgsFunction: completeFolder,
		RunE: a.run(func(ctx context.Context, args []string) (int, error) {
			m := manifest.Load(args[0])
			if !m.Valid() {
				return a.refuse("coverage", m, asJSON)
			}
			report, err := coverageOf(ctx, m)
			if err != nil {
				return 0, err
			}
			code := finding.ExitOK
			if report.Summary.Percent < least {
				code = finding.ExitFailed
			}
			if asJSON {
				return code, a.coverageJSON(report)
			}
			a.out.printf("%s", showCoverage(m.Dir, report, least, a.style(a.out)))
			return code, nil
		}),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document instead of text, with every change that would pass")
	c.Flags().Var(percentFlag{&least}, "min", "exit 1 when less than this share of the changes is noticed")
	return c
}

func coverageText() string {
	var b strings.Builder
	b.WriteString("Draws an answer from what each contract recorded, changes it in a fixed list of ways, and lets the judge of verify look at every " +
		"changed answer. Red and yellow count as noticed. A capability without a contract counts as 0 %, and so does one for which no green answer can be drawn. " +
		"Nothing is asked.\n\nEach of these is tried on each path, in the first row, in a later row and everywhere:")
	for _, change := range coverage.Changes() {
		fmt.Fprintf(&b, "\n\n%s: %s", change.Name, change.Means)
	}
	b.WriteString("\n\nWhat was recorded coming and going is not changed in single rows.\n\n" +
		"Exit codes: 0, 1 below --min, 2 wrong usage or an invalid manifest.")
	return b.String()
}

func coverageOf(ctx context.Context, m *manifest.Manifest) (*coverage.Report, error) {
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		return nil, fmt.Errorf("open manifest folder %q: %w", m.Dir, err)
	}
	defer func() { _ = root.Close() }()
	files := root.FS()
	return coverage.Assess(ctx, m.IR, func(tool *manifest.Tool) (*replay.Golden, error) {
		return replay.ReadGolden(files, tool.Contract.ProbeFixture)
	})
}

func (a *app) coverageJSON(report *coverage.Report) error {
	return a.printJSON(struct {
		*coverage.Report
		SchemaVersion int          `json:"schemaVersion"`
		Tool          finding.Tool `json:"tool"`
	}{report, finding.SchemaVersion, tool()})
}

func showCoverage(dir string, report *coverage.Report, least float64, style termtext.Style) string {
	var b strings.Builder
	line := func(first, rest, text string) { b.WriteString(style.Wrap(first, rest, style.Text(text))) }
	b.WriteByte('\n')
	line("", "  ", "archverify coverage "+dir)
	b.WriteByte('\n')
	for _, c := range report.Capabilities {
		showCapability(line, c)
	}
	s := report.Summary
	b.WriteByte('\n')
	if s.Capabilities == 0 {
		line("", "  ", "no bound read capability and no contract: nothing would be noticed")
	} else {
		line("", "  ", fmt.Sprintf("%s of changes noticed, as the mean of %s: %d assessed, %d unrecorded, %d that cannot be assessed",
			percent(s.Percent), count(s.Capabilities, "capability", "capabilities"), s.Assessed, s.Unrecorded, s.Unassessable))
	}
	if s.Percent < least {
		line("", "  ", fmt.Sprintf("below the %s that --min asks for", percent(least)))
	}
	return b.String()
}

func showCapability(line func(first, rest, text string), c coverage.Capability) {
	if c.State != coverage.Assessed {
		line("  ", "    ", fmt.Sprintf("%s: 0 %%, %s: %s", c.ID, c.State, c.Reason))
		return
	}
	known := "a shape without evidence"
	if c.Evidence {
		known = "evidence"
	}
	line("  ", "    ", fmt.Sprintf("%s: %s of %s noticed, from %s (%d red, %d yellow, %d noted, %d unnoticed)",
		c.ID, percent(c.Percent), count(c.Changes, "change", "changes"), known, c.Red, c.Yellow, c.Noted, c.Unnoticed))
	pathLine(line, "nothing guards ", c.Unguarded)
	pathLine(line, "may change everywhere unnoticed: ", passing(c))
}

// passing names the changes that pass even when they are made in every row.
func passing(c coverage.Capability) []string {
	var all []string
	for _, m := range c.Missed {
		if m.Where == coverage.Everywhere {
			all = append(all, termtext.Cut(m.Path, 4*termtext.NameLimit)+" ("+m.Change+")")
		}
	}
	return all
}

// pathLine names some paths, and counts the rest.
func pathLine(line func(first, rest, text string), what string, paths []string) {
	if len(paths) == 0 {
		return
	}
	shown, rest := paths, ""
	if len(shown) > pathsShown {
		shown, rest = shown[:pathsShown], fmt.Sprintf(" and %d more", len(paths)-pathsShown)
	}
	names := make([]string, len(shown))
	for i, path := range shown {
		names[i] = termtext.Cut(path, 5*termtext.NameLimit)
	}
	line("    ", "      ", what+strings.Join(names, ", ")+rest)
}

func percent(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) + " %" }

// percentFlag is a share of 0 to 100.
type percentFlag struct{ value *float64 }

func (f percentFlag) String() string { return strconv.FormatFloat(*f.value, 'f', -1, 64) }
func (f percentFlag) Type() string   { return "percent" }

func (f percentFlag) Set(text string) error {
	p, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || math.IsNaN(p) || p < 0 || p > 100 {
		return errors.New("is no percentage from 0 to 100")
	}
	*f.value = p
	return nil
}
