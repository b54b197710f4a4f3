package cli

import (
	"errors"
	"strings"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"
)

var _ = DescribeTable("suggestions", func(word, want string) {
	Expect(suggestion(word, []string{"verify", "validate", "record", "version"})).To(Equal(want))
},
	Entry("swapped neighbours", "evrify", `; did you mean "verify"?`),
	Entry("a missing letter", "recrd", `; did you mean "record"?`),
	Entry("a beginning", "valid", `; did you mean "validate"?`),
	Entry("upper case", "VERIFY", `; did you mean "verify"?`),
	Entry("nothing near", "quux", ""),
)

var _ = DescribeTable("the command moves to the front", func(given, want string) {
	a := &app{}
	got, err := arrange(a.root(), strings.Fields(given))
	Expect(err).NotTo(HaveOccurred())
	Expect(strings.Join(got, " ")).To(Equal(want))
},
	Entry("as usual", "verify dir --json", "verify dir --json"),
	Entry("after a switch", "--json verify dir", "verify --json dir"),
	Entry("after a flag with a value", "--out record verify dir", "verify --out record dir"),
	Entry("after a flag with an attached value", "--out=x verify dir", "verify --out=x dir"),
	Entry("after an unknown flag", "--jsn verify dir", "verify --jsn dir"),
	Entry("flags only", "--ascii --json", "--ascii --json"),
	Entry("after the end of flags", "-- verify", "-- verify"),
	Entry("a completion request", "__complete verify", "__complete verify"),
)

// arrange knows a flag by its name alone, whichever command it belongs to.
var _ = It("gives a flag's name one meaning in all commands", func() {
	valued := map[string]bool{}
	for _, c := range (&app{}).root().Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			takes := f.NoOptDefVal == ""
			if known, seen := valued[f.Name]; seen {
				Expect(takes).To(Equal(known), "%s of %s", f.Name, c.Name())
			}
			valued[f.Name] = takes
		})
	}
	Expect(valued).NotTo(BeEmpty())
})

var _ = It("gives every command a group, an example and a one-line description", func() {
	root := (&app{}).root()
	for _, c := range root.Commands() {
		Expect(c.GroupID).NotTo(BeEmpty(), c.Name())
		Expect(c.Example).To(ContainSubstring("archverify "+c.Name()), c.Name())
		Expect(c.Short).NotTo(BeEmpty(), c.Name())
		Expect(c.Short).NotTo(HaveSuffix("."), c.Name())
	}
})

type failing struct {
	err   error
	calls int
}

func (f *failing) Write([]byte) (int, error) {
	f.calls++
	return 0, f.err
}

var _ = Describe("an output stream", func() {
	It("swallows the rest in silence when its reader went away", func() {
		w := &failing{err: syscall.EPIPE}
		s := newSink(w)
		s.printf("one")
		s.printf("two")
		Expect(w.calls).To(Equal(1))
		Expect(s.failed).NotTo(HaveOccurred())
	})

	It("keeps any other failure, so that it can be told", func() {
		full := errors.New("no space left on device")
		out, complaint := newSink(&failing{err: full}), &strings.Builder{}
		out.printf("one")
		Expect(out.failed).To(MatchError(full))
		a := &app{out: out, err: newSink(complaint)}
		Expect(a.ended(0)).To(Equal(4))
		Expect(a.ended(1)).To(Equal(1))
		Expect(complaint.String()).To(ContainSubstring("write standard output: no space left on device"))
	})
})

var _ = DescribeTable("the caller", func(principal *string, tokenEnv string, callers []string, values map[string]string, notes int, fails bool) {
	k := newAsking()
	k.principal.value, k.tokenEnv, k.callers = principal, tokenEnv, callers
	lookup := func(name string) (string, bool) {
		value, ok := map[string]string{"TOKEN": "t", "TENANT": "acme", "EMPTY": ""}[name]
		return value, ok
	}
	caller, told, err := k.caller(lookup)
	if fails {
		Expect(err).To(MatchError(ContainSubstring("is not of the form name=VARIABLE")))
		return
	}
	Expect(err).NotTo(HaveOccurred())
	Expect(caller.Principal).To(Equal(principal))
	Expect(caller.Values).To(Equal(values))
	Expect(told).To(HaveLen(notes))
},
	Entry("nobody", nil, "", nil, map[string]string{}, 0, false),
	Entry("an empty principal is a principal", new(string), "", nil, map[string]string{"principal": ""}, 0, false),
	Entry("a token", nil, "TOKEN", nil, map[string]string{"accessToken": "t"}, 0, false),
	Entry("an empty variable counts as set", nil, "EMPTY", nil, map[string]string{"accessToken": ""}, 0, false),
	Entry("7.21 an unset variable leaves its value out, and says so", nil, "UNSET", nil, map[string]string{}, 1, false),
	Entry("further values", nil, "", []string{"tenantId=TENANT"}, map[string]string{"tenantId": "acme"}, 0, false),
	Entry("no variable", nil, "", []string{"tenantId"}, nil, 0, true),
	Entry("no name", nil, "", []string{"=TENANT"}, nil, 0, true),
)

var _ = DescribeTable("7.28 CI", func(value string, want bool) {
	a := &app{lookup: func(string) (string, bool) { return value, value != "unset" }}
	Expect(a.inCI()).To(Equal(want))
},
	Entry("unset", "unset", false),
	Entry("empty", "", false),
	Entry("0", "0", false),
	Entry("false", "false", false),
	Entry("true", "true", true),
	Entry("1", "1", true),
)
