package replay

import (
	"math"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("section 4: the table of absence",
	func(k, m uint64, samples int, least float64, x, n uint64, want absence) {
		recorded := presence{parents: m, has: k, leastShare: least, samples: samples}
		Expect(recorded.judge(presence{parents: n, has: x})).To(Equal(want))
	},
	Entry("nothing lacks", uint64(3), uint64(3), 1, 1.0, uint64(4), uint64(4), usual),
	Entry("never lacking, gone everywhere", uint64(1), uint64(1), 1, 1.0, uint64(0), uint64(1), gone),
	Entry("no live parent says nothing", uint64(1), uint64(1), 1, 1.0, uint64(0), uint64(0), usual),
	Entry("nothing recorded says nothing", uint64(0), uint64(0), 1, 1.0, uint64(0), uint64(5), usual),
	Entry("20 recorded, 15 in 100 lack: exactly 3/m is allowed", uint64(20), uint64(20), 1, 1.0, uint64(85), uint64(100), thinly),
	Entry("20 recorded, 16 in 100 lack", uint64(20), uint64(20), 1, 1.0, uint64(84), uint64(100), short),
	Entry("19 recorded: half is the bound", uint64(19), uint64(19), 1, 1.0, uint64(5), uint64(10), thinly),
	Entry("5 recorded, fewer than half have it", uint64(5), uint64(5), 1, 1.0, uint64(4), uint64(10), short),
	Entry("4 recorded is too little", uint64(4), uint64(4), 1, 1.0, uint64(1), uint64(5), thinly),
	Entry("lacking was recorded, nothing special now", uint64(50), uint64(100), 2, 0.5, uint64(3), uint64(10), usual),
	Entry("lacking was recorded, gone from a few rows is chance", uint64(50), uint64(100), 2, 0.5, uint64(0), uint64(4), usual),
	Entry("lacking was recorded, gone from many", uint64(50), uint64(100), 2, 0.5, uint64(0), uint64(100), rarely),
	Entry("the same from one sample is thin", uint64(50), uint64(100), 1, 0.5, uint64(0), uint64(100), rarelyThin),
	Entry("a quarter of the least share is not below it", uint64(100), uint64(200), 2, 0.4, uint64(10), uint64(100), usual),
	Entry("just below a quarter", uint64(100), uint64(200), 2, 0.4, uint64(9), uint64(100), rarely),
)

// fisherExact sums the same probability with exact integers.
func fisherExact(k, m, x, n uint64) float64 {
	choose := func(n, k uint64) float64 {
		v := 1.0
		for i := range k {
			v = v * float64(n-i) / float64(i+1)
		}
		return v
	}
	sum := 0.0
	for i := uint64(0); i <= x; i++ {
		if i <= k+x && n-i <= m+n-k-x {
			sum += choose(k+x, i) * choose(m+n-k-x, n-i)
		}
	}
	return sum / choose(m+n, n)
}

var _ = Describe("Fisher's exact test", func() {
	It("agrees with direct summation on every small table", func() {
		for m := uint64(1); m <= 9; m++ {
			for n := uint64(1); n <= 9; n++ {
				for k := uint64(0); k <= m; k++ {
					for x := uint64(0); x <= n; x++ {
						Expect(fisherBelow(k, m, x, n)).To(BeNumerically("~", fisherExact(k, m, x, n), 1e-12), "%d/%d %d/%d", k, m, x, n)
					}
				}
			}
		}
	})
	It("stays a probability for large counts", func() {
		for _, p := range []float64{
			fisherBelow(500_000, 1_000_000, 0, 1_000_000),
			fisherBelow(500_000, 1_000_000, 499_000, 1_000_000),
			fisherBelow(1, 1<<40, 0, 1<<40),
			fisherBelow(1_000_000, 1_000_000, 999_999, 1_000_000),
		} {
			Expect(math.IsNaN(p)).To(BeFalse())
			Expect(p).To(BeNumerically(">=", 0))
			Expect(p).To(BeNumerically("<=", 1))
		}
		Expect(fisherBelow(500_000, 1_000_000, 0, 1_000_000)).To(BeNumerically("<", 1e-300))
	})
})
