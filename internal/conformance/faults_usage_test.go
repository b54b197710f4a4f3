package conformance

import (
	"strings"
	"testing"
)

func TestWrongUsage(t *testing.T) {
	kiosk(t)
	wrong := func(name string, args string, says ...string) fault {
		return fault{name: name, args: strings.Fields(args), unasked: true, exit: 2, says: says}
	}
	right := func(name string, args string, says ...string) fault {
		return fault{name: name, args: strings.Fields(args), exit: 0, says: says}
	}
	try(t, []fault{
		{name: "nothing at all", args: []string{}, unasked: true, exit: 2, says: []string{"archverify <command>"}},
		{name: "an empty word", args: []string{""}, unasked: true, exit: 2},
		{name: "an empty folder", args: []string{"verify", ""}, unasked: true, exit: 2},
		{name: "an empty capability", args: []string{"verify", "kiosk", ""}, unasked: true, exit: 2},
		wrong("a command nobody knows", "verfy kiosk", "verfy", "verify"),
		wrong("a flag nobody knows", "verify kiosk --strikt", "--strikt", "--strict"),
		wrong("a flag of another command", "verify kiosk --keep x", "--keep"),
		wrong("a short flag nobody knows", "verify kiosk -z", "-z"),
		wrong("a single dash", "verify kiosk -strict", "-s"),
		wrong("no folder", "verify", "folder"),
		wrong("a value that is missing", "verify kiosk --retries", "--retries"),
		wrong("a value that is a flag", "verify kiosk --retries --json", "--retries"),
		wrong("a value where there is none", "verify kiosk --json=maybe", "--json"),
		wrong("fewer than no retries", "verify kiosk --retries -1", "--retries"),
		wrong("retries beyond every number", "verify kiosk --retries 99999999999", "--retries"),
		wrong("no concurrency", "verify kiosk --concurrency 0", "--concurrency"),
		wrong("concurrency in words", "verify kiosk --concurrency many", "many"),
		wrong("half a request", "verify kiosk --per-host 1.5", "--per-host"),
		wrong("no time", "verify kiosk --timeout 0", "--timeout"),
		wrong("time without a unit", "verify kiosk --timeout 30", "--timeout"),
		wrong("time that ran backwards", "verify kiosk --request-timeout -5s", "--request-timeout"),
		wrong("a size below nothing", "verify kiosk --max-body -1", "--max-body"),
		wrong("a size beyond every number", "verify kiosk --max-body 99999999999GiB", "--max-body"),
		wrong("a rate that is no number", "verify kiosk --rate NaN", "--rate"),
		wrong("a rate without end", "verify kiosk --rate Inf", "--rate"),
		wrong("confirmations below nothing", "verify kiosk --confirm -2", "--confirm"),
		wrong("a bar nobody knows", "verify kiosk --fail-on blue", "blue", "yellow"),
		wrong("a bar that contradicts itself", "verify kiosk --strict --fail-on red", "--strict"),
		wrong("a report nobody knows", "verify kiosk --report pdf", "pdf", "junit"),
		wrong("a report without a format", "verify kiosk --report =run.xml", "--report"),
		wrong("a report without a file", "verify kiosk --report junit=", "--report"),
		wrong("two documents on one stream", "verify kiosk --report json --json", "--json"),
		wrong("two reports on one stream", "verify kiosk --report json --report junit", "--report"),
		wrong("a request in two ways", "record kiosk kiosk.list-papers --request a.json --input rack=1", "--request"),
		wrong("no samples", "record kiosk --samples 0", "--samples"),
		wrong("two folders to validate", "validate kiosk kiosk", "kiosk"),
		wrong("nothing to compare", "diff", "diff"),
		wrong("three sides", "diff kiosk kiosk kiosk", "kiosk"),
		wrong("a severity nobody knows", "diff kiosk kiosk --severity x=terrible", "--severity"),
		wrong("an age that is none", "doctor kiosk --max-age yesterday", "--max-age"),
		wrong("a code nobody knows", "explain gaimed", "gained"),
		wrong("a shell nobody knows", "completion cmd.exe", "cmd.exe"),
		wrong("nothing to report", "report", "report"),
		wrong("help on a command nobody knows", "help verfy", "verfy"),
		{name: "a flag that is unsafe to print", args: []string{"verify", "kiosk", "--\x1b[31m\n::error::x"}, unasked: true, exit: 2},
		{name: "a command that is unsafe to print", args: []string{"\x1b]0;x\x07\u202e##[error]x"}, unasked: true, exit: 2},
		{name: "a value that is unsafe to print", args: []string{"verify", "kiosk", "--fail-on", "\x1b[31mred\r\n##[error]x"}, unasked: true, exit: 2},
		{name: "a hundred thousand words", args: append([]string{"explain"}, strings.Fields(strings.Repeat("x ", 10_000))...), unasked: true, exit: 2},
		right("flags in front", "--no-color verify --retries 0 kiosk", "1 green"),
		right("flags behind", "verify kiosk kiosk.list-papers --retries=0 --ascii", "1 green"),
		right("flags between", "verify --retries 0 kiosk --per-host 1 kiosk.list-papers", "1 green"),
		right("an end of flags", "verify --retries 0 -- kiosk kiosk.list-papers", "1 green"),
		wrong("a flag behind the end of flags", "verify kiosk -- --json", "--json"),
		right("a folder with a slash", "verify ./kiosk/ --retries 0", "1 green"),
		right("a folder in a roundabout way", "verify kiosk/../kiosk/. --retries 0", "1 green"),
		right("the same capability twice", "verify kiosk kiosk.list-papers kiosk.list-papers --retries 0", "1 of 1 verified"),
		right("a version", "--version"),
		right("help", "verify --help", "--strict"),
		right("help instead of work", "record kiosk --help", "--force"),
		{name: "a folder that looks like a flag", prepare: func(t *testing.T, b *bed) {
			b.write(t, "-kiosk/capabilities.yaml", b.read(t, "kiosk/capabilities.yaml"))
		}, args: []string{"validate", "--", "-kiosk"}, exit: 1, says: []string{"-kiosk"}},
	})
}
