package finding

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
	FailOn Severity
	// AllowUnverified turns exit 3 into 0.
	AllowUnverified bool
	// OnlyNew lets only findings with State "new" fail.
	OnlyNew bool
}
