package replay

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("VR3.26 whether a value lies on a declared origin",
	func(entry, value string, want bool) {
		Expect(newOriginSet([]string{entry}).allows(value)).To(Equal(want))
	},
	Entry("the plain case", "https://img.pier.example", "https://img.pier.example/a.png?x#y", true),
	Entry("host and scheme in any case, default port", "https://img.pier.example", "HTTPS://IMG.Pier.Example:443/a b", true),
	Entry("another port", "https://img.pier.example", "https://img.pier.example:8443/", false),
	Entry("the same other port", "https://img.pier.example:8443", "https://img.pier.example:08443/", true),
	Entry("http", "https://img.pier.example", "http://img.pier.example/", false),
	Entry("relative", "https://img.pier.example", "/a.png", false),
	Entry("protocol relative", "https://img.pier.example", "//img.pier.example/a.png", false),
	Entry("empty", "https://img.pier.example", "", false),
	Entry("user info", "https://img.pier.example", "https://me@img.pier.example/", false),
	Entry("a host dressed up as user info", "https://img.pier.example", "https://img.pier.example@evil.example/", false),
	Entry("empty user info is none", "https://img.pier.example", "https://@img.pier.example/", true),
	Entry("a trailing dot is another origin", "https://img.pier.example", "https://img.pier.example./", false),
	Entry("a suffix is another host", "https://pier.example", "https://xpier.example/", false),
	Entry("backslashes end the host", "https://img.pier.example", `https:\\img.pier.example\evil`, true),
	Entry("a backslash cannot smuggle a host", "https://img.pier.example", `https://evil.example\@img.pier.example/`, false),
	Entry("white space around and inside is dropped", "https://img.pier.example", " \thttps://img.pi\ner.example/ ", true),
	Entry("international hosts", "https://bücher.example", "https://xn--bcher-kva.example/x", true),
	Entry("full-width dots and letters", "https://pier.example", "https://ｐier。example/", true),
	Entry("percent-encoded hosts", "https://pier.example", "https://p%69er.example/", true),
	Entry("a broken port", "https://pier.example", "https://pier.example:a/", false),
	Entry("a port beyond range", "https://pier.example", "https://pier.example:65536/", false),
	Entry("spellings of one IPv4 address", "https://127.0.0.1", "https://0x7f.1/", true),
	Entry("no IPv4 address", "https://127.0.0.1", "https://1.2.3.256/", false),
	Entry("spellings of one IPv6 address", "https://[::1]", "https://[0:0:0:0:0:0:0:1]/", true),
	Entry("forbidden characters", "https://pier.example", "https://pi er.example/", false),
	Entry("VR3.25 an entry with a path matches nothing", "https://pier.example/x", "https://pier.example/x", false),
	Entry("VR3.25 a bare slash is fine", "https://pier.example/", "https://pier.example/x", true),
	Entry("VR3.25 an entry with a query matches nothing", "https://pier.example?a", "https://pier.example?a", false),
	Entry("VR3.25 an entry with user info matches nothing", "https://me@pier.example", "https://pier.example", false),
	Entry("VR3.25 an http entry matches nothing", "http://pier.example", "http://pier.example", false),
)
