package doctest

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/finding"
)

// table is what a page says of codes: the first cell, in code, and the second.
func table(p page, second []string) map[string]string {
	rows := map[string]string{}
	for _, cells := range p.rows() {
		code := spans(cells[0])
		if len(cells) >= 3 && len(code) == 1 && slices.Contains(second, cells[1]) && cells[2] != "" {
			rows[code[0]] = cells[1]
		}
	}
	return rows
}

func same(t *testing.T, where string, said, is map[string]string) {
	t.Helper()
	for _, code := range slices.Sorted(maps.Keys(is)) {
		if said[code] != is[code] {
			t.Errorf("%s: %s is %q, and the page says %q", where, code, is[code], said[code])
		}
	}
	for _, code := range slices.Sorted(maps.Keys(said)) {
		if is[code] == "" {
			t.Errorf("%s: there is no %s", where, code)
		}
	}
}

func TestEveryKindOfChangeIsOnItsPage(t *testing.T) {
	words := map[finding.Severity]string{}
	var levels []string
	for _, s := range diff.Severities() {
		words[s.Finding()] = string(s)
		levels = append(levels, string(s))
	}
	is := map[string]string{}
	for _, e := range diff.Entries() {
		is[e.Name] = words[e.Severity]
	}
	same(t, "docs/diff.md", table(named(t, "docs/diff.md"), levels), is)
}

func TestEveryCheckIsOnItsPage(t *testing.T) {
	list, _ := output(t, "doctor", "--list")
	is := map[string]string{}
	var levels []string
	for _, s := range doctor.Severities() {
		levels = append(levels, string(s))
	}
	for _, line := range strings.Split(strings.TrimSpace(list), "\n") {
		f := strings.Fields(line)
		is[f[1]] = f[0]
	}
	same(t, "docs/doctor.md", table(named(t, "docs/doctor.md"), levels), is)
}

func TestEveryRefusalIsOnItsPage(t *testing.T) {
	var said []string
	for _, cells := range named(t, "docs/diff.md").rows() {
		if code := spans(cells[0]); len(code) == 1 && strings.Contains(code[0], "_") {
			said = append(said, code[0])
		}
	}
	is := []string{string(diff.ArtifactUnreadable), string(diff.ManifestInvalid), string(diff.VersionMismatch), string(diff.BaseUnavailable)}
	if !slices.Equal(said, is) {
		t.Errorf("docs/diff.md lists %v, and there are %v", said, is)
	}
}

var (
	exitLine = regexp.MustCompile(`(?m)^  ([0-4]) {2,}(\S.*)$`)
	formats  = regexp.MustCompile(`write a report as ([^(]*?), to standard`)
)

func TestExitCodesAreThoseOfTheHelp(t *testing.T) {
	help, _ := output(t, "help")
	is := map[string]string{}
	for _, m := range exitLine.FindAllStringSubmatch(help, -1) {
		is[m[1]] = m[2]
	}
	said := map[string]string{}
	for _, cells := range named(t, "README.md").rows() {
		if len(cells) == 2 && len(cells[0]) == 1 {
			said[cells[0]] = strings.ReplaceAll(cells[1], "`", "")
		}
	}
	if len(is) != 5 || len(said) != 5 {
		t.Fatalf("help: %v, README: %v", is, said)
	}
	for code := range is {
		if said[code] == "" {
			t.Errorf("README.md does not say what exit code %s means", code)
		}
	}
}

func TestEveryReportFormatIsOnItsPage(t *testing.T) {
	help, _ := output(t, "verify", "--help")
	m := formats.FindStringSubmatch(strings.Join(strings.Fields(help), " "))
	if m == nil {
		t.Fatal("the help lists no formats")
	}
	is := strings.Split(strings.ReplaceAll(m[1], " or ", ", "), ", ")
	var said []string
	for _, cells := range named(t, "docs/reports.md").rows() {
		said = append(said, strings.Trim(cells[0], "`"))
	}
	if !slices.Equal(said, is) {
		t.Errorf("docs/reports.md lists %v, and the program writes %v", said, is)
	}
	if !strings.Contains(readFile(t, root+"/README.md"), "--report "+strings.Join(is, "|")) {
		t.Errorf("README.md does not list %v", is)
	}
}
