package cli

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("sizes", func(text string, want int64) {
	var got int64
	err := sizeFlag{&got}.Set(text)
	if want < 0 {
		Expect(err).To(HaveOccurred())
		return
	}
	Expect(err).NotTo(HaveOccurred())
	Expect(got).To(Equal(want))
},
	Entry("bytes", "500", int64(500)),
	Entry("bytes by name", "500B", int64(500)),
	Entry("binary units", "64MiB", int64(64<<20)),
	Entry("short units are binary", "2G", int64(2<<30)),
	Entry("decimal units", "10MB", int64(10_000_000)),
	Entry("a blank between", "1 KiB", int64(1024)),
	Entry("nothing", "", int64(-1)),
	Entry("zero", "0", int64(-1)),
	Entry("negative", "-1MiB", int64(-1)),
	Entry("a fraction", "1.5MiB", int64(-1)),
	Entry("an unknown unit", "5x", int64(-1)),
	Entry("beyond all counting", "99999999999GiB", int64(-1)),
)

var _ = DescribeTable("sizes as defaults are shown", func(bytes int64, want string) {
	Expect(sizeFlag{&bytes}.String()).To(Equal(want))
},
	Entry("mebibytes", int64(64<<20), "64MiB"),
	Entry("odd", int64(1025), "1025"),
)

var _ = DescribeTable("durations", func(text string, want time.Duration) {
	var got time.Duration
	err := durationFlag{value: &got}.Set(text)
	Expect(err == nil).To(Equal(want > 0))
	Expect(got).To(Equal(max(want, 0)))
},
	Entry("seconds", "30s", 30*time.Second),
	Entry("mixed", "1m30s", 90*time.Second),
	Entry("no unit", "30", time.Duration(-1)),
	Entry("zero", "0s", time.Duration(-1)),
	Entry("negative", "-5s", time.Duration(-1)),
)

var _ = DescribeTable("durations as defaults are shown", func(d time.Duration, want string) {
	Expect(shortDuration(d)).To(Equal(want))
},
	Entry("seconds", 30*time.Second, "30s"),
	Entry("minutes", 10*time.Minute, "10m"),
	Entry("hours", 2*time.Hour, "2h"),
	Entry("mixed", 90*time.Second, "1m30s"),
	Entry("parts of a second", 200*time.Millisecond, "200ms"),
)

var _ = DescribeTable("counts and rates", func(set func(string) error, text string, ok bool) {
	Expect(set(text) == nil).To(Equal(ok))
},
	Entry("a count", countFlag{new(int), 1}.Set, "4", true),
	Entry("a count below the least", countFlag{new(int), 1}.Set, "0", false),
	Entry("a count that overflows", countFlag{new(int), 0}.Set, "99999999999", false),
	Entry("a word", countFlag{new(int), 0}.Set, "many", false),
	Entry("no pause", durationFlag{new(time.Duration), true}.Set, "0", true),
	Entry("a pause below none", durationFlag{new(time.Duration), true}.Set, "-1s", false),
	Entry("a rate", rateFlag{new(float64)}.Set, "0.5", true),
	Entry("a negative rate", rateFlag{new(float64)}.Set, "-1", false),
	Entry("an endless rate", rateFlag{new(float64)}.Set, "Inf", false),
	Entry("no number", rateFlag{new(float64)}.Set, "NaN", false),
)
