package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/report"
)

// wanted is one report that was asked for; an empty path is standard output.
type wanted struct{ format, path string }

// reportFlags are the flags of reporting, the same for every command.
type reportFlags struct {
	wants      []wanted
	name       string
	baseline   string
	sourceRoot string
	failOnNew  bool
	github     githubFlags
}

// defineOffline is define for a command that asks no backend.
func (r *reportFlags) defineOffline(c *cobra.Command) {
	r.define(c)
	r.github.defineAuthorities(c)
}

// define adds the flags to a command that makes a run: where it is reported, and
// what of it goes to GitHub.
func (r *reportFlags) define(c *cobra.Command) {
	r.defineReports(c)
	r.github.define(c)
}

// defineReports adds the flags that say where a run is reported.
func (r *reportFlags) defineReports(c *cobra.Command) {
	flagGroup(c, "Reports", func(set *pflag.FlagSet) {
		set.Var((*wantedFlag)(&r.wants), "report", "write a report as text, json, junit, sarif, markdown, html, github or codequality, to standard output or a file (repeatable)")
		set.Var((*nameFlag)(&r.name), "name", "name of the environment, for reports that tell several apart")
		set.StringVar(&r.baseline, "baseline", "", "tell new findings from those that `file`, an earlier run (--report json), had")
		set.BoolVar(&r.failOnNew, "fail-on-new", false, "fail only because of findings that the baseline did not have")
		set.StringVar(&r.sourceRoot, "source-root", "", "`folder` that file names are relative to (default: the git work tree)")
	})
	_ = c.RegisterFlagCompletionFunc("report", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return report.Formats(), cobra.ShellCompDirectiveNoSpace
	})
}

// check finds what does not fit together. OtherStdout says that the command
// itself was told to write a document to standard output (--json).
func (r *reportFlags) check(otherStdout bool) error {
	if r.failOnNew && r.baseline == "" {
		return usage("--fail-on-new needs --baseline, the run to compare with")
	}
	if n := r.github.issueAfter; n > 1 {
		return usage("--issue-after %d counts earlier runs, which this one does not know: save each with --report json=history/N.json, then 'archverify post history/*.json --issue --issue-after %d'", n, n)
	}
	paths := map[string]string{}
	for _, w := range r.wants {
		path := w.path
		if path == "" {
			if otherStdout {
				return usage("--json and --report %s both want standard output: give the report a file, --report %s=FILE", w.format, w.format)
			}
		} else {
			path = filepath.Clean(path)
		}
		if other, taken := paths[path]; taken {
			if path == "" {
				return usage("--report %s and --report %s both want standard output: give one of them a file", other, w.format)
			}
			return usage("--report %s and --report %s both want the file %q", other, w.format, w.path)
		}
		paths[path] = w.format
	}
	return nil
}

// stdout reports whether a report goes to standard output, which then holds
// nothing else.
func (r *reportFlags) stdout() bool {
	return slices.ContainsFunc(r.wants, func(w wanted) bool { return w.path == "" })
}

// has reports whether a format was asked for at a path, "" being standard output.
func (r *reportFlags) has(format, path string) bool {
	return slices.Contains(r.wants, wanted{format, path})
}

// saved is where the run document is written, empty when it is not.
func (r *reportFlags) saved() string {
	for _, w := range r.wants {
		if w.format == "json" {
			return w.path
		}
	}
	return ""
}

// full says where the most complete report goes, for those that leave things out.
func (r *reportFlags) full() string {
	for _, format := range []string{"html", "json"} {
		for _, w := range r.wants {
			if w.format == format && w.path != "" {
				return w.path
			}
		}
	}
	return ""
}

// wantedFlag is the list behind --report.
type wantedFlag []wanted

func (f *wantedFlag) Type() string { return "format[=path]" }

func (f *wantedFlag) String() string {
	var texts []string
	for _, w := range *f {
		texts = append(texts, strings.TrimSuffix(w.format+"="+w.path, "="))
	}
	return strings.Join(texts, ",")
}

func (f *wantedFlag) Set(text string) error {
	format, path, given := strings.Cut(text, "=")
	if !slices.Contains(report.Formats(), format) {
		return fmt.Errorf("is none of %s", strings.Join(report.Formats(), ", "))
	}
	if given && path == "" {
		return errors.New("names no file after the equals sign")
	}
	if path == "-" {
		path = ""
	}
	*f = append(*f, wanted{format, path})
	return nil
}

// nameFlag is the name of an environment: it ends up in identifiers of every
// report, so it is kept plain.
type nameFlag string

var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

func (f *nameFlag) Type() string   { return "name" }
func (f *nameFlag) String() string { return string(*f) }

func (f *nameFlag) Set(text string) error {
	if !plainName.MatchString(text) {
		return errors.New("is no plain name: up to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit")
	}
	*f = nameFlag(text)
	return nil
}
