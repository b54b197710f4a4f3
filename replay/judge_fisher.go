package replay

import "math"

// fisherBelow is the one-sided Fisher exact test: the probability of x or fewer
// "has" among n, when k+x of m+n have in all and rows are exchangeable. It sums
// hypergeometric terms in log space, so that neither large counts nor tiny
// probabilities overflow or vanish.
func fisherBelow(k, m, x, n uint64) float64 {
	has, all := k+x, m+n
	least := uint64(0)
	if n > all-has {
		least = n - (all - has)
	}
	if x >= min(n, has) {
		return 1
	}
	term := logHypergeometric(has, all, x, n)
	sum, ratio := 1.0, 1.0
	for i := x; i > least; i-- {
		// P(i-1)/P(i); below the mode the terms only shrink.
		ratio *= float64(i) * float64(all-has-n+i) / (float64(has-i+1) * float64(n-i+1))
		sum += ratio
		if ratio < sum*1e-17 {
			break
		}
	}
	return math.Min(1, math.Exp(term+math.Log(sum)))
}

// logHypergeometric is the log of the chance that exactly i of n drawn from all
// are among the has that have.
func logHypergeometric(has, all, i, n uint64) float64 {
	return logChoose(has, i) + logChoose(all-has, n-i) - logChoose(all, n)
}

func logChoose(n, k uint64) float64 {
	if k > n {
		return math.Inf(-1)
	}
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n uint64) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}
