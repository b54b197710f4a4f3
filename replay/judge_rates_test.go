package replay

import (
	"fmt"
	"math/rand/v2"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// sampleRows counts how many of n rows have a field that each has with
// probability p; in a correlated answer p itself differs from answer to answer.
func sampleRows(r *rand.Rand, n int, p float64, correlated bool) uint64 {
	if correlated {
		// Half of the answers know the field in most rows, half in few.
		if r.IntN(2) == 0 {
			p /= 2
		} else {
			p = 1 - (1-p)/2
		}
	}
	has := uint64(0)
	for range n {
		if r.Float64() < p {
			has++
		}
	}
	return has
}

// alarmRates records some answers of n rows and replays one more of the same
// kind; it returns the shares of replays that the table calls yellow at all, and
// yellow as rarer.
func alarmRates(samples, n int, p float64, correlated bool) (all, rarer float64) {
	const runs = 4000
	r := rand.New(rand.NewPCG(uint64(samples*1000+n), uint64(p*1000)))
	for range runs {
		recorded := presence{leastShare: 1, samples: samples}
		for range samples {
			has := sampleRows(r, n, p, correlated)
			recorded.parents += uint64(n)
			recorded.has += has
			recorded.leastShare = min(recorded.leastShare, float64(has)/float64(n))
		}
		switch recorded.judge(presence{parents: uint64(n), has: sampleRows(r, n, p, correlated)}) {
		case gone, short:
			all++
		case rarely:
			all++
			rarer++
		}
	}
	return all / runs, rarer / runs
}

// False alarms of a field that is optional by nature, which the recording may
// have shown in every row by chance. For independent rows the numbers are bounds
// that hold; for rows that agree with each other they are only what this
// simulation of one kind of agreement shows.
var _ = Describe("section 4: how often natural variation raises an alarm", func() {
	worst := func(samples int, correlated bool) (all, rarer float64) {
		for _, n := range []int{1, 5, 20, 100} {
			line := fmt.Sprintf("%d samples of %3d rows:", samples, n)
			for _, p := range []float64{0.5, 0.8, 0.9, 0.95, 0.99} {
				total, rare := alarmRates(samples, n, p, correlated)
				line += fmt.Sprintf("  p=%.2f %.4f", p, total)
				rarer = max(rarer, rare)
				if n*samples >= manyParents {
					all = max(all, total)
				}
			}
			GinkgoWriter.Println(line)
		}
		return all, rarer
	}
	DescribeTable("from 20 recorded rows on", func(samples int, correlated bool, bound, rarerBound float64) {
		all, rarer := worst(samples, correlated)
		GinkgoWriter.Printf("at most %.4f, rarer %.4f\n", all, rarer)
		Expect(all).To(BeNumerically("<=", bound))
		Expect(rarer).To(BeNumerically("<=", rarerBound))
	},
		Entry("independent rows, 1 sample", 1, false, 0.02, 0.0),
		Entry("independent rows, 2 samples", 2, false, 0.05, 0.0),
		Entry("independent rows, 5 samples", 5, false, 0.07, 0.0),
		Entry("rows that agree, 1 sample", 1, true, 0.25, 0.0),
		Entry("rows that agree, 2 samples", 2, true, 0.12, 0.02),
		Entry("rows that agree, 5 samples", 5, true, 0.02, 0.02),
	)
	It("a field that some answers have in all rows and others in none is never rarer after both were seen", func() {
		recorded := presence{parents: 200, has: 100, leastShare: 0, samples: 2}
		Expect(recorded.judge(presence{parents: 100, has: 0})).To(Equal(usual))
	})
})
