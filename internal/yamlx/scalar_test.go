package yamlx_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/yamlx"
)

var _ = DescribeTable("plain scalars are resolved as YAML 1.2 core (DR1.11)",
	func(text string, kind yamlx.Kind) {
		root, err := yamlx.Parse([]byte("key: " + text))
		Expect(err).NotTo(HaveOccurred())
		value := root.At("key")
		Expect(value.Kind).To(Equal(kind))
		if kind != yamlx.Null {
			Expect(value.Text).To(Equal(text), "the text stays as written")
		}
	},
	Entry("no", "no", yamlx.String),
	Entry("on", "on", yamlx.String),
	Entry("yes", "yes", yamlx.String),
	Entry("y", "y", yamlx.String),
	Entry("Off", "Off", yamlx.String),
	Entry("a date", "2026-03-04", yamlx.String),
	Entry("a time stamp", "2026-03-04T05:06:07Z", yamlx.String),
	Entry("base 60", "12:30:45", yamlx.String),
	Entry("underscores", "1_000", yamlx.String),
	Entry("binary", "0b101", yamlx.String),
	Entry("a merge key", "<<", yamlx.String),
	Entry("a version of three parts", "1.2.3", yamlx.String),
	Entry("a lone dot", ".", yamlx.String),
	Entry("a lone exponent", "e5", yamlx.String),
	Entry("an upper-case hexadecimal prefix", "0X1F", yamlx.String),
	Entry("a signed hexadecimal", "+0x1F", yamlx.String),
	Entry("true", "true", yamlx.Bool),
	Entry("FALSE", "FALSE", yamlx.Bool),
	Entry("tRue", "tRue", yamlx.String),
	Entry("nothing", "", yamlx.Null),
	Entry("a tilde", "~", yamlx.Null),
	Entry("Null", "Null", yamlx.Null),
	Entry("digits", "42", yamlx.Int),
	Entry("a sign", "-7", yamlx.Int),
	Entry("leading zero", "010", yamlx.Int),
	Entry("octal", "0o17", yamlx.Int),
	Entry("hexadecimal", "0x1f", yamlx.Int),
	Entry("1.10", "1.10", yamlx.Float),
	Entry("no whole part", ".5", yamlx.Float),
	Entry("no fraction", "5.", yamlx.Float),
	Entry("an exponent", "+12e03", yamlx.Float),
	Entry("infinity", "-.inf", yamlx.Float),
	Entry("no number", ".NaN", yamlx.Float),
)

var _ = DescribeTable("numbers have a value",
	func(text string, want float64, integer bool) {
		root, err := yamlx.Parse([]byte("key: " + text))
		Expect(err).NotTo(HaveOccurred())
		value, ok := root.At("key").Number()
		Expect(ok).To(BeTrue())
		Expect(value).To(Equal(want))
		_, isInteger := root.At("key").Integer()
		Expect(isInteger).To(Equal(integer))
	},
	Entry("decimal, not octal", "010", 10.0, true),
	Entry("octal", "0o17", 15.0, true),
	Entry("hexadecimal", "0x1F", 31.0, true),
	Entry("a whole float", "2.0", 2.0, true),
	Entry("an exponent", "1e3", 1000.0, true),
	Entry("a fraction", "1.10", 1.1, false),
	Entry("too large for an integer", "1e300", 1e300, false),
)

var _ = DescribeTable("quotes and core tags",
	func(text string, kind yamlx.Kind) {
		root, err := yamlx.Parse([]byte("key: " + text))
		Expect(err).NotTo(HaveOccurred())
		Expect(root.At("key").Kind).To(Equal(kind))
	},
	Entry("single quotes", "'1'", yamlx.String),
	Entry("double quotes", `"true"`, yamlx.String),
	Entry("a literal block", "|\n  1\n", yamlx.String),
	Entry("!!str", "!!str 1", yamlx.String),
	Entry("!!int", `!!int "3"`, yamlx.Int),
	Entry("!!float on an integer", "!!float 1", yamlx.Float),
	Entry("!!null", "!!null ''", yamlx.Null),
	Entry("!!map", "!!map {a: 1}", yamlx.Mapping),
	Entry("!!seq", "!!seq [1]", yamlx.Sequence),
)
