package conformance

import (
	"strings"
	"testing"
)

// variable makes the binding read another variable as its key.
func variable(name string) func(*testing.T, *bed) {
	return both(edit(papersFile, "${KIOSK_KEY}", "${"+name+"}"), env(name, keyCanary))
}

func TestFaultsOfTheEnvironment(t *testing.T) {
	kiosk(t)
	base := func(value string) func(*testing.T, *bed) { return env("KIOSK_URL", value) }
	caller := edit(papersFile, "X-Api-Key: ${KIOSK_KEY}", "Authorization: Bearer ${caller.accessToken}")
	try(t, []fault{
		{name: "a variable is not set", prepare: unset("KIOSK_KEY"), exit: 3, says: append(unverified("env-missing"), "KIOSK_KEY")},
		{name: "two variables are not set", prepare: unset("KIOSK_KEY", "KIOSK_URL"), exit: 3, says: []string{"KIOSK_KEY", "KIOSK_URL"}},
		{name: "nothing is set but the path", prepare: unset("KIOSK_KEY", "KIOSK_URL", "HOME", "KIOSK_TOKEN", "SYSTEMROOT"), exit: 3, says: unverified("env-missing")},
		{name: "an empty key is a key", prepare: env("KIOSK_KEY", ""), exit: 0, says: []string{"1 green"}},
		{name: "no base address", prepare: base(""), exit: 3, says: unverified("base-url-invalid")},
		{name: "a base address without scheme", prepare: base("kiosk.example/" + keyCanary), exit: 3, says: unverified("base-url-invalid")},
		{name: "a base address of another kind", prepare: base("ftp://kiosk.example/" + keyCanary), exit: 3, says: unverified("base-url-invalid")},
		{name: "a base address with a login", prepare: func(_ *testing.T, b *bed) {
			b.env["KIOSK_URL"] = strings.Replace(b.url, "//", "//user:"+keyCanary+"@", 1)
		}, exit: 3, says: []string{"0 of 1 verified"}},
		{name: "a base address with line breaks", prepare: base("http://kiosk.example\r\nX-Evil: 1"), exit: 3, says: unverified("base-url-invalid"), hides: []string{"X-Evil"}},
		{name: "a base address of 1 MiB", prepare: base("http://" + strings.Repeat("a", 100<<10)), exit: 3, says: []string{"0 of 1 verified"}},
		{name: "a key with line breaks", prepare: env("KIOSK_KEY", keyCanary+"\r\nX-Evil: 1"), exit: 3, says: unverified("env-missing"), hides: []string{"X-Evil"}},
		{name: "a key no header can hold", prepare: env("KIOSK_KEY", keyCanary+"→"), exit: 3, says: unverified("env-missing")},
		{name: "GITHUB_TOKEN", prepare: variable("GITHUB_TOKEN"), exit: 3, says: append(unverified("env-missing"), "GITHUB_TOKEN")},
		{name: "ACTIONS_RUNTIME_TOKEN", prepare: variable("ACTIONS_RUNTIME_TOKEN"), exit: 3, says: unverified("env-missing")},
		{name: "RUNNER_TEMP", prepare: variable("RUNNER_TEMP"), exit: 3, says: unverified("env-missing")},
		{name: "INPUT_TOKEN", prepare: variable("INPUT_TOKEN"), exit: 3, says: unverified("env-missing")},
		{name: "AWS_SECRET_ACCESS_KEY", prepare: variable("AWS_SECRET_ACCESS_KEY"), exit: 3, says: unverified("env-missing")},
		{name: "AZURE_CLIENT_SECRET", prepare: variable("AZURE_CLIENT_SECRET"), exit: 3, says: unverified("env-missing")},
		{name: "GOOGLE_APPLICATION_CREDENTIALS", prepare: variable("GOOGLE_APPLICATION_CREDENTIALS"), exit: 3, says: unverified("env-missing")},
		{name: "SSH_AUTH_SOCK", prepare: variable("SSH_AUTH_SOCK"), exit: 3, says: unverified("env-missing")},
		{name: "GITHUB_TOKEN that is named", prepare: variable("GITHUB_TOKEN"), args: with("--env", "GITHUB_TOKEN,KIOSK_URL"), exit: 0, says: []string{"1 green"}},
		{name: "only what is named", args: with("--env", "KIOSK_URL"), exit: 3, says: append(unverified("env-missing"), "KIOSK_KEY")},
		{name: "a pattern that fits", args: with("--env", "KIOSK_*"), exit: 0, says: []string{"1 green"}},
		{name: "a pattern that fits nothing", args: with("--env", "SHOP_*"), exit: 3, says: unverified("env-missing")},
		{name: "a pattern that is none", args: with("--env", "KIOSK_[*"), exit: 2, says: []string{"KIOSK_["}},
		{name: "a list left empty", args: with("--env", ""), exit: 2, says: []string{"--env"}},
		{name: "a host with a port", args: with("--allow-host", "kiosk.example:8080"), exit: 2, says: []string{"--allow-host", "kiosk.example:8080"}},
		{name: "no caller", prepare: caller, exit: 3, says: unverified("credential-missing")},
		{name: "a caller's token", prepare: caller, args: with("--token-env", "KIOSK_TOKEN"), exit: 0, says: []string{"1 green"}},
		{name: "a token that is not set", prepare: caller, args: with("--token-env", "KIOSK_NOTHING"), exit: 3, says: append(unverified("credential-missing"), "KIOSK_NOTHING")},
		{name: "a token instead of a variable", prepare: caller, args: with("--token-env", "eyJ.abc"), exit: 2, says: []string{"--token-env"}},
		{name: "a caller without a variable", args: with("--caller", "accessToken"), exit: 2, says: []string{"--caller"}},
		{name: "the plan masks what is set", args: []string{"verify", "kiosk", "--plan"}, exit: 0, says: []string{"${KIOSK_KEY}", "${KIOSK_URL}"}},
		{name: "the plan as JSON", args: []string{"verify", "kiosk", "--plan", "--json"}, exit: 0, says: []string{"${KIOSK_KEY}"}, after: wellFormed},
		{name: "no home, no colour, no terminal", prepare: both(unset("HOME"), env("NO_COLOR", "1", "TERM", "dumb")), exit: 0, says: []string{"1 green"}},
		{name: "a locale of bytes", prepare: env("LC_ALL", "C"), exit: 0, says: []string{"1 green"}, after: asciiOnly},
		{name: "asked for ASCII", args: with("--ascii"), exit: 0, says: []string{"1 green"}, after: asciiOnly},
		{name: "a locale nobody has", prepare: env("LC_ALL", "xx_XX.KOI8-R"), exit: 0, says: []string{"1 green"}, after: asciiOnly},
		{name: "a terminal that is none", prepare: env("TERM", "../../etc", "COLUMNS", "-7", "CLICOLOR_FORCE", "x"), exit: 0, says: []string{"1 green"}},
		{name: "replacing in CI", prepare: env("CI", "true"), answer: answers(papers(`,"new":1`)), args: []string{"record", "kiosk", "kiosk.list-papers", "--force"}, exit: 1, says: []string{"record-in-ci", "--allow-ci"}},
		{name: "replacing outside of CI", prepare: env("CI", "false"), answer: answers(papers(`,"new":1`)), args: []string{"record", "kiosk", "kiosk.list-papers", "--force"}, exit: 0,
			says: []string{"$.new"}, writes: []string{"kiosk/" + papersFile, "kiosk/" + papersGolden}, after: greenAgain},
		{name: "replacing in CI that is allowed", prepare: env("CI", "1"), answer: answers(papers(`,"new":1`)), args: []string{"record", "kiosk", "kiosk.list-papers", "--force", "--allow-ci"}, exit: 0,
			writes: []string{"kiosk/" + papersFile, "kiosk/" + papersGolden}, after: greenAgain},
	})
}

func asciiOnly(t *testing.T, _ *bed, o output) {
	t.Helper()
	if strings.ContainsFunc(o.stdout+o.stderr, func(r rune) bool { return r > 0x7e }) {
		t.Error("not only ASCII is printed")
	}
}
