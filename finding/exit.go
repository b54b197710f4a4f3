package finding

import (
	"cmp"
	"slices"
)

// Exit codes of every command. Usage errors and manifests that cannot be judged
// are ExitUsage whatever else happened; then ExitFailed beats ExitUnverified,
// which beats ExitDelivery.
const (
	// ExitOK: nothing at or above the bar.
	ExitOK = 0
	// ExitFailed: a consumer breaks, or something reached the bar set by flag.
	ExitFailed = 1
	// ExitUsage: wrong usage, or a manifest that cannot be judged.
	ExitUsage = 2
	// ExitUnverified: something could not be asked, or was not answered.
	ExitUnverified = 3
	// ExitDelivery: a result could not be delivered.
	ExitDelivery = 4
	// ExitKilled: a second interrupt ended the process at once.
	ExitKilled = 130
)

// Bar sets what ends a run with ExitFailed or ExitUnverified. Its zero value
// is the default: red fails, unverified is exit 3.
type Bar struct {
	// FailOn is the mildest severity that fails; empty means Red.
	FailOn Severity `json:"failOn"`
	// AllowUnverified turns exit 3 into 0.
	AllowUnverified bool `json:"allowUnverified,omitempty"`
	// OnlyNew lets only findings with State "new" fail.
	OnlyNew bool `json:"onlyNew,omitempty"`
}

// Fails reports whether a finding reaches the bar.
func (b Bar) Fails(f Finding) bool {
	if b.OnlyNew && f.State != StateNew {
		return false
	}
	return f.Severity.Rank() <= cmp.Or(b.FailOn, Red).Rank()
}

// stricter is the bar that fails whenever b or c does.
func (b Bar) stricter(c Bar) Bar {
	if c.FailOn.Rank() > b.FailOn.Rank() {
		b.FailOn = c.FailOn
	}
	b.AllowUnverified = b.AllowUnverified && c.AllowUnverified
	b.OnlyNew = b.OnlyNew && c.OnlyNew
	return b
}

// WorseExit is the exit code of two commands taken together: ExitKilled, then
// ExitUsage, ExitFailed, ExitUnverified, ExitDelivery, ExitOK. A code outside
// the table counts as ExitUsage would, and is kept.
func WorseExit(a, b int) int {
	if exitRank(b) < exitRank(a) {
		return b
	}
	return a
}

func exitRank(code int) int {
	order := []int{ExitKilled, ExitUsage, ExitFailed, ExitUnverified, ExitDelivery, ExitOK}
	if i := slices.Index(order, code); i >= 0 {
		return i
	}
	return 1
}
