package doctest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	listedCommand = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`)
	anyFlag       = regexp.MustCompile(`--[a-z][a-z-]*`)
	definedFlag   = regexp.MustCompile(`(?m)^\s+(?:-[a-z], )?(--[a-z][a-z-]*)`)
)

// program is what the help says: the flags of each command.
type program map[string][]string

// readHelp asks for the help of each command, several at a time.
func readHelp(t *testing.T) program {
	t.Helper()
	help, _ := output(t, "help")
	p := program{}
	var guard sync.Mutex
	var wait sync.WaitGroup
	for _, m := range listedCommand.FindAllStringSubmatch(help, -1) {
		wait.Go(func() {
			text, _ := output(t, m[1], "--help")
			guard.Lock()
			defer guard.Unlock()
			p[m[1]] = flagsOf(text)
		})
	}
	wait.Wait()
	if len(p) < 10 || !slices.Contains(p["verify"], "--strict") {
		t.Fatalf("the help names only %v", p)
	}
	p["check"] = p["apply"] // the other name that its help gives it
	return p
}

// flagsOf are the flags that a help text defines.
func flagsOf(help string) []string {
	var list []string
	for _, m := range definedFlag.FindAllStringSubmatch(help, -1) {
		list = append(list, m[1])
	}
	return list
}

// knows reports whether any command has the flag.
func (p program) knows(flag string) bool {
	for _, flags := range p {
		if slices.Contains(flags, flag) {
			return true
		}
	}
	return flag == "--version"
}

var (
	// A name before the command may be a path, and $(…) or quotes may stand before it.
	call = regexp.MustCompile("(?:^|[\\s/(`'\"])archverify(?:\\.exe)? +([^\n]*)")
	// Where a call ends: a comment, a pipe, another command.
	end = regexp.MustCompile("\\s#|\\||&&|;|`|'$|\\)$")
)

// calls are the calls of the program in a text of shell.
func calls(text string) []string {
	text = regexp.MustCompile(`\\\s*\n\s*`).ReplaceAllString(text, " ")
	var list []string
	for _, m := range call.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.TrimSpace(end.Split(m[1], 2)[0]))
	}
	return list
}
