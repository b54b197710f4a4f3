package diff

import "github.com/archverify/archverify/finding"

// row is one row of the registry: a kind, its usual severity, and the words
// that `archverify explain` shows.
type row struct {
	kind             Kind
	severity         Severity
	title, means, do string
}

// Entries explains every kind, in registry order.
func Entries() []finding.Entry {
	rows := registry()
	entries := make([]finding.Entry, 0, len(rows))
	for _, r := range rows {
		entries = append(entries, finding.Entry{
			Name: string(r.kind), Registry: "diff", Severity: r.severity.Finding(), Title: r.title, Means: r.means, Do: r.do,
		})
	}
	return entries
}

// KnownKind reports whether the registry holds the kind.
func KnownKind(k Kind) bool { return usual(k) != "" }

// usual is the severity that the registry gives a kind, "" for no kind.
func usual(k Kind) Severity { return usualSeverities[k] }

// usualSeverities indexes the registry; it is never written to.
var usualSeverities = indexRegistry()

func indexRegistry() map[Kind]Severity {
	index := map[Kind]Severity{}
	for _, r := range registry() {
		index[r.kind] = r.severity
	}
	return index
}

func registry() []row {
	return append(append(capabilityRows(), fieldRegistry()...), append(otherRows(), contractRows()...)...)
}

func capabilityRows() []row {
	return []row{
		{CapabilityRemoved, Breaking, "capability removed",
			"The capability is declared before and not after, so whoever calls it finds nothing. Removing one that was experimental before is notable.",
			"Deprecate it first, or tell its consumers; keep the id when it was only moved to another file."},
		{CapabilityAdded, Compatible, "capability added",
			"The capability is declared after and not before.", "Nothing: nobody relies on it yet."},
		{EffectChanged, Breaking, "effect changed",
			"The capability moved between read, write and irreversible. Agents decide by it whether they ask a person and whether they retry, so every direction counts.",
			"Declare another capability instead of changing what calling this one does."},
		{LifecycleRetired, Breaking, "capability retired",
			"The lifecycle moved to retired: the capability can no longer be invoked. Retiring one that was experimental before is notable.",
			"Deprecate first and retire when nobody calls it any more."},
		{LifecycleDeprecated, Notable, "capability deprecated",
			"The lifecycle moved to deprecated; the capability can still be invoked.", "Name its successor in the description."},
		{LifecycleForward, Compatible, "lifecycle moved forward",
			"The capability matured: experimental to beta or stable, or beta to stable.", "Nothing."},
		{LifecycleReversed, Breaking, "lifecycle moved back",
			"The lifecycle made a move that consumers do not expect: backwards, or out of deprecated or retired.",
			"Undo the move, or agree on it with the consumers and lower the kind with --severity."},
	}
}

func otherRows() []row {
	return []row{
		{ResourceFieldChanged, Breaking, "resource field changed",
			"A field of a shared resource was added, removed, retyped or changed between required and optional. The severity is that of the same change on an output, or of an input where the resource is sent and that is worse.",
			"Look at the capabilities named as reached: they all change with it."},
		{PolicyNarrowed, Breaking, "policy narrowed",
			"A policy rule now refuses callers that it let through: an allow list appeared or lost a principal, or a deny list gained one.",
			"Make sure that nobody who is shut out still calls."},
		{PolicyWidened, Notable, "policy widened",
			"A policy rule lets callers through that it refused: an allow list went or gained a principal, or a deny list lost one.",
			"Let somebody who answers for access look at it."},
		{PolicyRateLimitChanged, Notable, "rate limit changed",
			"The rate limit of a policy rule was added, removed or moved.", "Check that callers stay below it."},
		{PolicyTokensChanged, Notable, "policy tokens changed",
			"The set of policy tokens that a capability declares is another one.", "Check that callers bring what the new tokens ask for."},
		{DescriptionChanged, Compatible, "description changed",
			"The words that a model chooses by are other ones, and nothing else about the capability or field.",
			"Read them as a model would."},
		{BindingChanged, Compatible, "binding changed",
			"The way to the backend is another one. Only losing the connector is breaking: the capability is then advertised and cannot be invoked.",
			"Run archverify verify: this command asks no backend."},
	}
}

func contractRows() []row {
	return []row{
		{ContractAdded, Notable, "answer recorded",
			"The capability had no recorded answer and has one now.", "Nothing, beyond checking that the recorded answer is the right one."},
		{ContractRemoved, Notable, "recorded answer dropped",
			"The capability had a recorded answer and has none now: verify has nothing left to compare with.", "Record again, or say why it is not needed."},
		{ContractGained, Notable, "recorded answer gained a path",
			"Merging this accepts a path that the backend did not show before.", "Check that the new path may be there: a leaked field looks just like this."},
		{ContractLost, Notable, "recorded answer lost a path",
			"Merging this accepts that the backend no longer shows a path.", "Check that nobody reads it."},
		{ContractRetyped, Notable, "recorded path changed its type",
			"Merging this accepts that a path holds another JSON type.", "Check that those who read it can read the new type."},
		{ContractUnexplained, Notable, "recorded fingerprint moved without a shape",
			"The recorded fingerprint is another one and at least one side has no recorded shape to name the difference.", "Record again, so that the shape is written too."},
	}
}
