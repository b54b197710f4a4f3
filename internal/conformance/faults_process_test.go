package conformance

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// readOnly is a folder in which nothing can be made; to root there is none.
func readOnly(t *testing.T, b *bed) {
	if os.Geteuid() <= 0 {
		t.Skip("rights do not bind this user, or are no bits here")
	}
	if err := os.Mkdir(b.path("locked"), 0o500); err != nil {
		t.Fatal(err)
	}
}

func linked(t *testing.T, b *bed) {
	b.write(t, "target.json", "before\n")
	if err := os.Symlink("target.json", b.path("out.json")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func written(name, text string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) { b.write(t, name, text) }
}

// whole tells that a written file is a JSON document of its own.
func whole(name string) func(*testing.T, *bed, output) {
	return func(t *testing.T, b *bed, _ output) {
		if !json.Valid([]byte(b.read(t, name))) {
			t.Errorf("%s is no JSON", name)
		}
	}
}

func TestFaultsOfWhatIsWritten(t *testing.T) {
	kiosk(t)
	try(t, []fault{
		{name: "beside", args: with("--out", "out.json"), exit: 0, writes: []string{"out.json"}, after: whole("out.json")},
		{name: "over what was there", prepare: written("out.json", strings.Repeat("x", 1<<20)), args: with("--out", "out.json"), exit: 0, writes: []string{"out.json"}, after: whole("out.json")},
		{name: "into a folder that is made", args: with("--out", "no/out.json"), exit: 0, writes: []string{"no", "no/out.json"}, after: whole("no/out.json")},
		{name: "into a file", args: with("--out", "kiosk/capabilities.yaml/out.json"), exit: 4, says: []string{"capabilities.yaml"}},
		{name: "into a folder that is locked", prepare: readOnly, args: with("--out", "locked/out.json"), exit: 4, says: []string{"locked/out.json"}},
		{name: "over a folder", args: with("--out", "kiosk"), exit: 4, says: []string{"kiosk"}},
		{name: "through a link", prepare: linked, args: with("--out", "out.json"), exit: 0, writes: []string{"target.json"}, after: whole("target.json")},
		{name: "without a name", args: with("--out", ""), exit: 2, says: []string{"--out"}},
		{name: "a name longer than any", args: with("--out", strings.Repeat("n", 300)), exit: 4},
		{name: "red beats what cannot be written", answer: status(404), args: with("--out", "kiosk"), exit: 1, says: []string{"kiosk"}},
		{name: "a report into a folder that is made", args: with("--report", "junit=no/run.xml"), exit: 0, writes: []string{"no", "no/run.xml"}},
		{name: "a report into a file", args: with("--report", "junit=kiosk/capabilities.yaml/run.xml"), exit: 4, says: []string{"capabilities.yaml"}},
		{name: "one report of two fails", args: with("--report", "html=kiosk", "--report", "json=run.json"), exit: 4, says: []string{"kiosk"}, writes: []string{"run.json"}, after: whole("run.json")},
		{name: "two reports into one file", args: with("--report", "html=run", "--report", "json=run"), exit: 2, unasked: true, says: []string{"run"}},
		{name: "health that is new", args: with("--health", "health.json"), exit: 0, writes: []string{"health.json"}, after: whole("health.json")},
		{name: "health that is no JSON", prepare: written("health.json", "{"), args: with("--health", "health.json"), exit: 0, writes: []string{"health.json"}, after: whole("health.json")},
		{name: "health that is a list", prepare: written("health.json", "[]"), args: with("--health", "health.json"), exit: 0, writes: []string{"health.json"}, after: whole("health.json")},
		{name: "health that is null", prepare: written("health.json", "null"), args: with("--health", "health.json"), exit: 0, writes: []string{"health.json"}, after: whole("health.json")},
		{name: "health of a million levels", prepare: written("health.json", strings.Repeat("[", 1_000_000)), args: with("--health", "health.json"), exit: 0, writes: []string{"health.json"}, after: whole("health.json")},
		{name: "health that is a folder", args: with("--health", "kiosk"), exit: 4, says: []string{"kiosk"}},
		{name: "a baseline that is missing", args: with("--baseline", "no.json"), exit: 2, unasked: true, says: []string{"no.json"}},
		{name: "a baseline that is another document", prepare: written("base.json", `{"results":[]}`), args: with("--baseline", "base.json"), exit: 2, unasked: true, says: []string{"base.json"}},
		{name: "a run document that is none", prepare: written("run.json", `{"command":"verify","subjects":[null]}`), args: []string{"report", "run.json"}, exit: 2, says: []string{"run.json"}},
		{name: "a run document of the future", prepare: written("run.json", `{"schemaVersion":99,"command":"verify","subjects":[]}`), args: []string{"report", "run.json"}, exit: 2, says: []string{"99"}},
		{name: "a run document with harmful texts", prepare: written("run.json", harmfulRun), args: []string{"report", "run.json", "--report", "text", "--report", "html=run.html"}, exit: 1, writes: []string{"run.html"}, after: wellFormed},
		{name: "an artifact over a folder", args: []string{"build", "kiosk", "--out", "kiosk"}, exit: 1, says: []string{"kiosk"}},
		{name: "an example over what is there", args: []string{"demo", "--keep", "kiosk"}, exit: 2, says: []string{"kiosk"}},
		{name: "a fingerprint of a folder", args: []string{"fingerprint", "kiosk"}, exit: 2, says: []string{"kiosk"}},
		{name: "a fingerprint of nothing there", args: []string{"fingerprint", "no.json"}, exit: 2, says: []string{"no.json"}},
	})
}

const harmfulRun = `{"schemaVersion":1,"command":"verify","tool":{"name":"\u001b]0;x\u0007","version":"1"},"root":"m","subjects":[` +
	`{"id":"a\n::error::owned","outcome":"red","detail":"\u001b[2J##[error]owned","findings":[{"identity":"1","code":"gained","severity":"red","path":"$.<script>alert(1)</script>","message":"\u202e<img src=x>","hint":"x"}]}]}`

func TestReadersThatGoAway(t *testing.T) {
	kiosk(t)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	for name, c := range map[string]struct {
		script string
		exit   int
	}{
		"the first line is enough":           {`"$A" verify kiosk --json | head -c 1 >/dev/null`, 0},
		"nobody reads":                       {`"$A" verify kiosk >&-; exit $?`, 0},
		"nobody reads what is wrong":         {`"$A" verify nowhere 2>&-; exit $?`, 2},
		"everything is closed":               {`"$A" verify kiosk <&- >&- 2>&-; exit $?`, 0},
		"a disk that is full":                {`[ -e /dev/full ] || exit 77; "$A" verify kiosk >/dev/full; exit $?`, 4},
		"a disk that is full, and a red":     {`[ -e /dev/full ] || exit 77; KIOSK_URL="$KIOSK_URL/nothing" "$A" verify kiosk >/dev/full; exit $?`, 1},
		"a disk that is full of errors":      {`[ -e /dev/full ] || exit 77; "$A" verify nowhere 2>/dev/full; exit $?`, 2},
		"a disk that is full of reports":     {`[ -e /dev/full ] || exit 77; "$A" verify kiosk --report json >/dev/full; exit $?`, 4},
		"a document larger than a pipe":      {`"$A" explain | "$A" fingerprint - >/dev/null; "$A" explain | wc -c | grep -q '^ *[0-9]\{4,\}'; exit $?`, 0},
		"a list that is cut":                 {`"$A" explain | head -1 >/dev/null; exit $?`, 0},
		"a folder that was removed":          {`mkdir gone && cd gone && rmdir ../gone; "$A" verify ../kiosk; exit $?`, 2},
		"a temporary folder that is missing": {`TMPDIR=/nowhere "$A" verify kiosk --out out.json; code=$?; rm -f out.json; exit $code`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBed(t, fault{answer: onlyPapers})
			b.env["A"] = binary
			cmd := b.command(t.Context())
			cmd.Path, cmd.Args = shell, []string{"sh", "-c", c.script}
			before := b.tree(t)
			out, _ := cmd.CombinedOutput()
			exit := cmd.ProcessState.ExitCode()
			if exit == 77 {
				t.Skip("no such device here")
			}
			if exit != c.exit {
				t.Errorf("exit %d, want %d\n%s", exit, c.exit, out)
			}
			wellBehaved(t, string(out))
			b.unchanged(t, before, nil)
		})
	}
}
