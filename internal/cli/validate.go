package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

func (a *app) validateCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "validate <dir>",
		Short:   "Load a manifest and list what is wrong with it",
		GroupID: groupCheck,
		Long: "Loads the manifest in a folder and lists everything that is wrong with it: what breaks the shape of a file, what contradicts " +
			"something else, and warnings, each with file, line and column. Nothing is asked.\n\nExit codes: 0 valid, 1 invalid, 2 the folder cannot be read.",
		Example:           "  archverify validate manifest\n  archverify validate manifest --json | jq -r '.errors[].code'\n",
		Args:              folderAnd(false),
		ValidArgsFunction: completeFolder,
		RunE: a.run(func(_ context.Context, args []string) (int, error) {
			m := manifest.Load(args[0])
			if notFound(m) {
				return a.refuse("validate", m, asJSON)
			}
			if asJSON {
				return validity(m), a.validateJSON(m)
			}
			a.validateText(m)
			return validity(m), nil
		}),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document instead of text")
	return c
}

func validity(m *manifest.Manifest) int {
	if m.Valid() {
		return finding.ExitOK
	}
	return finding.ExitFailed
}

func (a *app) validateJSON(m *manifest.Manifest) error {
	document := struct {
		OK bool `json:"ok"`
		problems
		Warnings      []diagnosticJSON `json:"warnings"`
		SchemaVersion int              `json:"schemaVersion"`
		Tool          finding.Tool     `json:"tool"`
	}{m.Valid(), problemsOf(m), diagnosticsOf(m, manifest.Warning), finding.SchemaVersion, tool()}
	return a.printJSON(document)
}

func (a *app) validateText(m *manifest.Manifest) {
	style := a.style(a.out)
	a.out.printf("\n%s\n", style.Wrap("", "  ", style.Text("archverify validate "+m.Dir)))
	if text := problemText(m, style, false); text != "" {
		a.out.printf("%s\n", text)
	}
	errors := len(diagnosticsOf(m, manifest.Error))
	for _, i := range m.Issues {
		errors += len(violationsOf(i))
	}
	warnings := len(diagnosticsOf(m, manifest.Warning))
	line, color := fmt.Sprintf("valid: %s", contents(m)), termtext.Green
	if !m.Valid() {
		line, color = "invalid: "+count(errors, "error", "errors"), termtext.Red
	}
	if warnings > 0 {
		line += ", " + count(warnings, "warning", "warnings")
	}
	a.out.printf("%s", style.Wrap("", "  ", style.Paint(color, style.Text(line))))
}

func contents(m *manifest.Manifest) string {
	return count(len(m.Capabilities), "capability", "capabilities") + ", " + count(len(m.Bindings), "binding", "bindings") + ", " +
		count(len(m.Resources), "resource", "resources") + ", " + count(len(m.Policies), "policy", "policies")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
