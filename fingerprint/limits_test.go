package fingerprint_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

var _ = DescribeTable("05-7.32 each limit is refused by name", func(body string, l fingerprint.Limits, want fingerprint.LimitError) {
	for _, scan := range []func() error{
		func() error {
			_, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Limits: l})
			return err
		},
		func() error {
			_, err := fingerprint.Scan(strings.NewReader(body), fingerprint.Options{Limits: l})
			return err
		},
		func() error {
			_, err := fingerprint.Scan(strings.NewReader(body), fingerprint.Options{Limits: l, Keep: true})
			return err
		},
	} {
		var got *fingerprint.LimitError
		Expect(errors.As(scan(), &got)).To(BeTrue())
		Expect(*got).To(Equal(want))
		Expect(got.Error()).To(ContainSubstring(want.Limit))
	}
},
	Entry("bytes", `[1,2,3]`, fingerprint.Limits{Bytes: 6}, fingerprint.LimitError{Limit: "bytes", Max: 6, Offset: 6}),
	Entry("depth", `{"a":[[1]]}`, fingerprint.Limits{Depth: 2}, fingerprint.LimitError{Limit: "depth", Max: 2, Offset: 6}),
	Entry("paths", `{"a":1,"b":2}`, fingerprint.Limits{Paths: 2}, fingerprint.LimitError{Limit: "paths", Max: 2, Offset: 7}),
	Entry("paths, by an element", `{"a":[1]}`, fingerprint.Limits{Paths: 2}, fingerprint.LimitError{Limit: "paths", Max: 2, Offset: 6}),
	Entry("key length", `{"abcd":1}`, fingerprint.Limits{KeyLen: 3}, fingerprint.LimitError{Limit: "key length", Max: 3, Offset: 1}),
	Entry("path text", `{"abcdefgh":{"x":1}}`, fingerprint.Limits{PathText: 15}, fingerprint.LimitError{Limit: "path text", Max: 15, Offset: 13}),
	Entry("default depth", strings.Repeat("[", 10_001), fingerprint.Limits{}, fingerprint.LimitError{Limit: "depth", Max: 10_000, Offset: 10_000}),
	Entry("default key length", `{"`+strings.Repeat("k", 64<<10+1)+`":1}`, fingerprint.Limits{}, fingerprint.LimitError{Limit: "key length", Max: 64 << 10, Offset: 1}),
)

var _ = Describe("05-7.32 within the limits", func() {
	It("10,000 levels are read, shaped, compared and told", func() {
		body := strings.Repeat(`{"a":[`, 5000) + strings.Repeat(`]}`, 5000)
		r, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Keep: true})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Tree().Len()).To(Equal(10_000))
		Expect(r.Shape()).To(HaveLen(10_000))
		Expect(r.Shape().Fingerprint()).To(Equal(r.Fingerprint()))
		Expect(r.Root().JSON()).To(Equal(body))
	})

	It("default bytes are 64 MiB", func() {
		_, err := fingerprint.ScanBytes(bytes.Repeat([]byte(" "), 64<<20+1), fingerprint.Options{})
		Expect(err).To(MatchError(ContainSubstring("67108864")))
	})
})

var _ = Describe("streams", func() {
	It("an error of the reader is handed on, wrapped", func() {
		cut := errors.New("cable cut")
		for _, head := range []string{"", `{"a":`, `{"a":"x`, `{"a":1`, `{"a":1}`, `[12`, `[tr`, `{"ab`} {
			_, err := fingerprint.Scan(io.MultiReader(strings.NewReader(head), iotest.ErrReader(cut)), fingerprint.Options{})
			Expect(err).To(MatchError(cut), head)
			Expect(err).To(MatchError(ContainSubstring("read body")), head)
		}
	})

	It("no bytes at all are no body, blanks alone are not JSON", func() {
		r, err := fingerprint.Scan(strings.NewReader(""), fingerprint.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Shape()).To(Equal(fingerprint.Shape{{Path: "$", Type: fingerprint.WordUndefined}}))
		_, err = fingerprint.Scan(strings.NewReader("  "), fingerprint.Options{})
		var syntax *fingerprint.SyntaxError
		Expect(errors.As(err, &syntax)).To(BeTrue())
	})

	It("say where the fault is, counted over the whole stream", func() {
		body := "[" + strings.Repeat(`"some text",`, 100_000) + "01]"
		_, err := fingerprint.Scan(strings.NewReader(body), fingerprint.Options{})
		var syntax *fingerprint.SyntaxError
		Expect(errors.As(err, &syntax)).To(BeTrue())
		Expect(syntax.Offset).To(Equal(int64(len(body) - 3)))
		_, inMem := inMemory([]byte(body))
		Expect(inMem).To(MatchError(err.Error()))
	})
})
