package replay

import "github.com/archverify/archverify/finding"

// The closed registry of reasons to refuse a recording. Append only.
const (
	RecordNotRead          finding.Code = "record-not-read"
	RecordUnbound          finding.Code = "record-unbound"
	RecordExists           finding.Code = "record-exists"
	RecordInCI             finding.Code = "record-in-ci"
	RecordMissing          finding.Code = "record-missing"
	RecordGoldenUnreadable finding.Code = "record-golden-unreadable"
	RecordGoldenPlace      finding.Code = "record-golden-place"
	RecordStatusCode       finding.Code = "record-status"
	RecordEmptyBody        finding.Code = "record-empty-body"
	RecordNotJSON          finding.Code = "record-not-json"
	RecordLimit            finding.Code = "record-limit"
	RecordErrorEnvelope    finding.Code = "record-error-envelope"
	RecordOffOrigin        finding.Code = "record-off-origin"
	RecordViolation        finding.Code = "record-violation"
	RecordMixedTypes       finding.Code = "mixed-types"
	RecordSecretKeys       finding.Code = "record-secret-keys"
	RecordDynamicKeys      finding.Code = "record-dynamic-keys"
	RecordMapMissing       finding.Code = "record-map-missing"
	RecordUnseen           finding.Code = "record-unseen"
	RecordNotGreen         finding.Code = "record-not-green"
	RecordYAMLLayout       finding.Code = "record-yaml-layout"
)

// RecordCodes explains every reason to refuse a recording, in registry order.
func RecordCodes() []finding.Entry {
	rows := []struct {
		code             finding.Code
		title, means, do string
	}{
		{RecordNotRead, "capability does more than read", "Recording is a real invocation, and this capability's effect is not read.", "Record a read counterpart, or pass --sandbox when the backend really is a sandbox."},
		{RecordUnbound, "capability without a binding", "Nothing says how to ask a backend for this capability.", "Write a binding document for it first."},
		{RecordExists, "recording already there", "The capability has a recording, and the new answer differs from it.", "Look at the difference; pass --force to replace the recording, or --merge to add to its evidence."},
		{RecordInCI, "replacing in CI", "A CI run would replace or widen a recording, which nobody would have looked at.", "Record on a developer's machine and commit the result, or pass --allow-ci."},
		{RecordMissing, "nothing recorded yet", "Merging and adding evidence need a recording to add to.", "Record the capability first."},
		{RecordGoldenUnreadable, "golden cannot be read", "The golden file of the recording is broken, so that what was added to it by hand would be lost.", "Repair the file, or pass --force to write a new one."},
		{RecordGoldenPlace, "golden in the wrong place", "The golden's path leaves the manifest folder, is no regular file, or belongs to another capability as well.", "Give the contract a fixture path of its own below the manifest folder."},
		{RecordStatusCode, "backend refused the request", "The backend answered with a status other than success; such an answer is no baseline.", "Correct the request or the binding and record again."},
		{RecordEmptyBody, "empty answer", "The backend answered without a body, so that there is no shape to keep.", "Choose a request that has an answer."},
		{RecordNotJSON, "answer is not JSON", "The body is not JSON: often a login or error page.", "Check base URL, path and credentials."},
		{RecordLimit, "answer beyond a limit", "The answer is too large, too deep or has too many paths to be judged.", "Choose a request with a smaller answer."},
		{RecordErrorEnvelope, "error in a success answer", "The answer is an object with an error member, and what the declaration asks for is missing.", "Correct the request; an error must not become the baseline."},
		{RecordOffOrigin, "value outside the declared origins", "A link or an image lies on a host that the binding does not declare.", "Declare the origin if it is meant, or report the backend."},
		{RecordViolation, "answer breaks the declaration", "Judged by the declaration, this answer would be red at once.", "Correct the mapping or the declaration; the findings say where."},
		{RecordMixedTypes, "rows disagree in type", "A required declared field has different JSON types in different rows, so that no type can be recorded for it.", "Declare the field optional, map another field, or have the backend corrected."},
		{RecordSecretKeys, "keys look like secrets", "The answer has keys that look like addresses, tokens or account numbers; they would enter the golden.", "Confirm the object as a map with --map PATH, or pass --allow-dynamic-keys."},
		{RecordDynamicKeys, "keys look like data", "An object's keys look like ids, dates or codes and would be taken for fields.", "Confirm the object as a map with --map PATH, or pass --allow-dynamic-keys."},
		{RecordMapMissing, "no such map", "The path given with --map is no object in the answer.", "Correct the path; it is written like $.rates or $.rows[].prices."},
		{RecordUnseen, "never seen before", "Merging would accept paths, types or formats that were never recorded.", "Look at the findings; pass --force to accept them."},
		{RecordNotGreen, "answer does not judge green", "Evidence is only added from an answer that fits the existing recording.", "Resolve the findings first, or record again with --force."},
		{RecordYAMLLayout, "layout that cannot be edited", "The binding is written in a way that a change of single lines could damage.", "Write the block named in the message in plain block style, indented by blanks."},
	}
	entries := make([]finding.Entry, len(rows))
	for i, r := range rows {
		entries[i] = finding.Entry{Name: string(r.code), Registry: "record", Severity: finding.Red, Title: r.title, Means: r.means, Do: r.do}
	}
	return entries
}
