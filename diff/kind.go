package diff

// Kind names what changed. The set is closed and append-only.
type Kind string

// Kinds of entries, in the order of the classification table.
const (
	CapabilityRemoved      Kind = "capability-removed"
	CapabilityAdded        Kind = "capability-added"
	EffectChanged          Kind = "effect-changed"
	LifecycleRetired       Kind = "lifecycle-retired"
	LifecycleDeprecated    Kind = "lifecycle-deprecated"
	LifecycleForward       Kind = "lifecycle-forward"
	LifecycleReversed      Kind = "lifecycle-reversed"
	InputAddedRequired     Kind = "input-added-required"
	InputAddedOptional     Kind = "input-added-optional"
	InputRemoved           Kind = "input-removed"
	InputNowRequired       Kind = "input-now-required"
	InputNowOptional       Kind = "input-now-optional"
	InputRetyped           Kind = "input-retyped"
	OutputRemoved          Kind = "output-removed"
	OutputAdded            Kind = "output-added"
	OutputNowOptional      Kind = "output-now-optional"
	OutputNowRequired      Kind = "output-now-required"
	OutputRetyped          Kind = "output-retyped"
	ResourceFieldChanged   Kind = "resource-field-changed"
	PolicyNarrowed         Kind = "policy-narrowed"
	PolicyWidened          Kind = "policy-widened"
	PolicyRateLimitChanged Kind = "policy-rate-limit-changed"
	PolicyTokensChanged    Kind = "policy-tokens-changed"
	DescriptionChanged     Kind = "description-changed"
	BindingChanged         Kind = "binding-changed"
)

// Kinds of changes of what was recorded about a backend. They are compared on
// demand, stand in a section of their own and enter no summary.
const (
	ContractAdded       Kind = "contract-added"
	ContractRemoved     Kind = "contract-removed"
	ContractGained      Kind = "contract-gained"
	ContractLost        Kind = "contract-lost"
	ContractRetyped     Kind = "contract-retyped"
	ContractUnexplained Kind = "contract-unexplained"
)
