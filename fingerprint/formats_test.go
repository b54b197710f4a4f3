package fingerprint_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

// formatOf scans the texts as elements of one array.
func formatOf(texts ...string) fingerprint.Counts {
	body, err := json.Marshal(texts)
	Expect(err).NotTo(HaveOccurred())
	r, err := fingerprint.ScanBytes(body, fingerprint.Options{})
	Expect(err).NotTo(HaveOccurred())
	return r.Tree().Counts(r.Tree().Find("$[]"))
}

var _ = DescribeTable("05-4 formats: grammar of each class", func(f fingerprint.Format, weighs uint64, good, bad []string) {
	Expect(f.WeighsFrom()).To(Equal(weighs))
	for _, s := range good {
		Expect(formatOf(s).Format).To(Equal(f), "%q", s)
		Expect(formatOf(s).Fits(f)).To(BeTrue(), "%q", s)
	}
	for _, s := range bad {
		Expect(formatOf(s).Format).NotTo(Equal(f), "%q", s)
	}
	Expect(formatOf(good...)).To(And(HaveField("Format", f), HaveField("FormatCount", uint64(len(good)))))
	Expect(formatOf(append([]string{"not of it!"}, good...)...).Format).To(Equal(fingerprint.FormatText))
},
	Entry("date", fingerprint.FormatDate, uint64(1),
		[]string{"2031-02-03", "2032-02-29", "2000-02-29", "0001-12-31"},
		[]string{"2031-02-29", "1900-02-29", "2031-13-01", "2031-00-10", "2031-04-31", "2031-4-3", "03/02/2031", "2031-02-03 ", "20310203", "2031/02/03", "2031-02-0x"}),
	Entry("date-time", fingerprint.FormatDateTime, uint64(1),
		[]string{"2031-02-03T04:05:06Z", "2031-02-03t04:05:06z", "2031-02-03 04:05:06.123456789+05:30", "2031-02-03T23:59:60Z"},
		[]string{"2031-02-03T24:00:00Z", "2031-02-03T04:60:00Z", "2031-02-03T04:05:61Z", "2031-02-03T04:05Z", "2031-02-03T04:05:06+0530", "2031-02-03T04:05:06.Z", "2031-02-30T04:05:06Z", "2031-02-03_04:05:06Z", "2031-02-03T04:05:06Zz"}),
	Entry("local-date-time", fingerprint.FormatLocalDateTime, uint64(1),
		[]string{"2031-02-03T04:05:06", "2031-02-03 04:05:06.5"},
		[]string{"2031-02-03T04:05", "2031-02-03T04:05:06Z", "2031-02-03T4:05:06"}),
	Entry("uuid", fingerprint.FormatUUID, uint64(1),
		[]string{"0e37dfc6-3c3f-4e3f-8a39-1f6a3f1c9b11", "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE"},
		[]string{"0e37dfc63c3f4e3f8a391f6a3f1c9b11", "0e37dfc6-3c3f-4e3f-8a39-1f6a3f1c9b1", "0e37dfc6-3c3f-4e3f-8a39-1f6a3f1c9b1g", "0e37dfc6_3c3f-4e3f-8a39-1f6a3f1c9b11"}),
	Entry("uri", fingerprint.FormatURI, uint64(3),
		[]string{"https://a.test/x?y=1#z", "ftp://files.test", "svn+ssh://host", "http://user@host.test/"},
		[]string{"/x/y", "a.test/x", "mailto:a@b.test", "http://", "http:///x", "https://a b", "1http://a", "://a"}),
	Entry("email", fingerprint.FormatEmail, uint64(3),
		[]string{"ana@post.test", "a.b+c@x.y.test", "_@x.io"},
		[]string{"ana@post", "@post.test", "ana@@post.test", "ana @post.test", "ana@post.", "ana@.test"}),
	Entry("boolean", fingerprint.FormatBoolean, uint64(20), []string{"true", "false"}, []string{"True", "yes", "1", "falsey"}),
	Entry("integer", fingerprint.FormatInteger, uint64(20),
		[]string{"7", "+7", "-7", "007", "12345678", "99999999999999999999999"},
		[]string{"7.0", "1e3", "1 000", "--7", "+", "7-", "0x10"}),
	Entry("decimal", fingerprint.FormatDecimal, uint64(20),
		[]string{"7.5", "-0.25", "1e3", "1.5E-7", "+2.0"},
		[]string{"7,5", ".5", "5.", "1e", "1.e3", "1.2.3", "NaN"}),
	Entry("hex", fingerprint.FormatHex, uint64(20),
		[]string{"deadbeef", "DEADBEEF00", "0123456789ab"},
		[]string{"deadbee", "deadbeef0", "12345678", "0xdeadbeef", "deadbeeg"}),
	Entry("base64", fingerprint.FormatBase64, uint64(20),
		[]string{"YWJjZGVmZ2hpamtsbQ==", "abcdefghijklmno=", "ab/defghijklmno+"},
		[]string{"abcdefghijklmnop", "YWJjZGVmZ2hpamtsb===", "ab=defghijklmnop", "YWJj", "ab_defghijklmno-", "abcdefghijklmno+x"}),
	Entry("time", fingerprint.FormatTime, uint64(20),
		[]string{"00:00", "23:59", "12:30:60"},
		[]string{"24:00", "12:60", "1:30", "12:30:61", "12:30pm", "12-30"}),
)

var _ = Describe("05-4 formats", func() {
	DescribeTable("join of classes", func(a, b, want fingerprint.Format) {
		Expect(a.Join(b)).To(Equal(want))
		Expect(b.Join(a)).To(Equal(want))
	},
		Entry("none is neutral", fingerprint.FormatNone, fingerprint.FormatURI, fingerprint.FormatURI),
		Entry("none and none", fingerprint.FormatNone, fingerprint.FormatNone, fingerprint.FormatNone),
		Entry("a class with itself", fingerprint.FormatBase64, fingerprint.FormatBase64, fingerprint.FormatBase64),
		Entry("integer ⊂ decimal", fingerprint.FormatInteger, fingerprint.FormatDecimal, fingerprint.FormatDecimal),
		Entry("date and date-time", fingerprint.FormatDate, fingerprint.FormatDateTime, fingerprint.FormatText),
		Entry("hex and integer, for the digits may be odd", fingerprint.FormatHex, fingerprint.FormatInteger, fingerprint.FormatText),
		Entry("text swallows", fingerprint.FormatText, fingerprint.FormatUUID, fingerprint.FormatText),
	)

	It("hex ids of digits alone stay hex in one answer, and fit hex by themselves", func() {
		Expect(formatOf("12345678", "deadbeef").Format).To(Equal(fingerprint.FormatHex))
		Expect(formatOf("12345678").Format).To(Equal(fingerprint.FormatInteger))
		Expect(formatOf("12345678").Fits(fingerprint.FormatHex)).To(BeTrue())
		Expect(formatOf("1234567").Fits(fingerprint.FormatHex)).To(BeFalse())
		Expect(formatOf("abcdefghijklmnop").Fits(fingerprint.FormatBase64)).To(BeTrue())
	})

	It("order leaves nothing behind, not even unseen", func() {
		for _, pair := range [][2]string{{"deadbeef", "x y"}, {"YWJjZGVmZ2hpamtsbQ==", "2031-01-02"}} {
			Expect(formatOf(pair[0], pair[1])).To(Equal(formatOf(pair[1], pair[0])))
		}
	})

	It("empty strings are neutral", func() {
		c := formatOf("", "2031-02-03", "")
		Expect(c).To(And(HaveField("Format", fingerprint.FormatDate), HaveField("FormatCount", uint64(1)), HaveField("Empty", uint64(2)), HaveField("String", uint64(3))))
		Expect(formatOf("", "")).To(HaveField("Format", fingerprint.FormatNone))
	})

	It("escapes are decoded before the class is named", func() {
		r, err := fingerprint.ScanBytes([]byte(`["https:\/\/a.test\/x","\u0068ttps://b.test"]`), fingerprint.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Tree().Counts(r.Tree().Find("$[]")).Format).To(Equal(fingerprint.FormatURI))
	})
})
