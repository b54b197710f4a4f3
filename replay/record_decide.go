package replay

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// decide turns the answers of a target into what is to be written, or refuses.
func (r *recorder) decide(t *target) {
	for _, a := range t.asks {
		t.out.Requests = append(t.out.Requests, a.shown())
		if a.refusal != nil {
			refusal := *a.refusal
			refusal.Detail = t.label(a.Number, refusal.Detail)
			if !refusal.Pos.Known() {
				refusal.Pos = connectorPos(t.tool)
			}
			t.out.notAsked(&refusal)
			return
		}
	}
	seen := make([]*observed, 0, len(t.asks))
	for _, a := range t.asks {
		o := r.observe(t, a)
		if t.out.Status != "" {
			return
		}
		seen = append(seen, o)
	}
	switch {
	case r.Merge || r.EvidenceOnly:
		r.widen(t, seen)
	default:
		r.compose(t, seen)
	}
	if t.out.Status == "" {
		r.checkResult(t)
	}
	if t.out.Status == "" {
		r.checkReplacing(t)
	}
	if t.out.Status == "" {
		t.out.Status = RecordDone
	}
}

// shown is the request as the recording may show it.
func (a *ask) shown() finding.Request {
	r := a.Prepared.Show()
	r.Body = ""
	if n := len(a.answers); n > 0 {
		r.Status, r.Attempts = a.answers[n-1].Status, a.answers[n-1].Attempts
	}
	return r
}

// observed is what the distinct answers to one request showed.
type observed struct {
	*ask
	first    *fingerprint.Result
	evidence *fingerprint.Evidence
}

// observe scans every answer to a request and checks what must never be
// recorded, whatever the declaration says.
func (r *recorder) observe(t *target, a *ask) *observed {
	o := &observed{ask: a}
	for _, s := range a.answers {
		result := r.scan(t, a, s)
		if result == nil {
			return nil
		}
		if o.first == nil {
			o.first = result
		}
		o.evidence = fingerprint.MergeEvidence(o.evidence, fingerprint.NewEvidence(result, s.at))
	}
	if !r.Merge || r.Force { // without force, merging takes in no key that was never seen
		r.checkKeys(t, o)
	}
	return o
}

// compose makes a new recording, or adds further requests to one.
func (r *recorder) compose(t *target, seen []*observed) {
	now := r.instant()
	golden := &Golden{CapabilityID: t.tool.ID}
	if t.old != nil {
		kept := *t.old
		golden, golden.Also = &kept, slices.Clone(kept.Also)
	}
	golden.CapabilityID = t.tool.ID
	for _, o := range seen {
		golden.put(o.Number, o.Input, o.evidence)
	}
	t.golden = golden
	t.out.Samples = seen[0].evidence.Samples
	if seen[0].Number != 1 { // only further requests: the contract stays
		t.out.Fingerprint = t.tool.Contract.Fingerprint
		return
	}
	golden.RecordedAt, golden.Nonconforming = now, nil
	t.contract = r.newContract(t, seen[0], now)
	t.out.Fingerprint = t.contract.Fingerprint
}

// put sets the n-th question of a golden; n is at most one beyond the last.
func (g *Golden) put(n int, input Input, evidence *fingerprint.Evidence) {
	switch {
	case n == 1:
		g.Request, g.Evidence = input, evidence
	case n-2 < len(g.Also):
		g.Also[n-2].Request, g.Also[n-2].Evidence = input, evidence
	default:
		g.Also = append(g.Also, AlsoRequest{Request: input, Evidence: evidence})
	}
}

// newContract is what the binding is to say about an answer.
func (r *recorder) newContract(t *target, o *observed, now string) *manifest.Contract {
	c := &manifest.Contract{Fingerprint: o.first.Fingerprint(), ProbeFixture: t.out.Golden, VerifiedAt: now}
	if old := t.tool.Contract; old != nil {
		c.ProbeFixture = old.ProbeFixture
	}
	shape, reason := writableShape(o.first, o.evidence.Maps)
	if reason != "" {
		t.out.Notes = append(t.out.Notes, "the binding gets the fingerprint only, no shape: "+reason)
	}
	c.Shape = shape
	return c
}

// maxShapeBytes bounds the shape in a binding, which may not grow beyond what
// the loader reads.
const maxShapeBytes = 256 << 10

// writableShape is the shape as a binding can hold it, or why it cannot.
func writableShape(result *fingerprint.Result, maps []string) ([]manifest.ShapeEntry, string) {
	if len(maps) > 0 {
		return nil, "the keys of a confirmed map must not be written down"
	}
	pairs := slices.Clone(result.Shape())
	slices.SortStableFunc(pairs, func(a, b fingerprint.Pair) int { return compareUTF16(a.Path, b.Path) })
	size := 0
	entries := make([]manifest.ShapeEntry, len(pairs))
	for i, p := range pairs {
		size += len(p.Path) + len(p.Type) + 12
		switch {
		case i > 0 && pairs[i-1].Path == p.Path:
			return nil, fmt.Sprintf("two different places share the path %s", shown(p.Path))
		case !utf8.ValidString(p.Path):
			return nil, "a key holds half of a surrogate pair, which YAML cannot write"
		case size > maxShapeBytes:
			return nil, fmt.Sprintf("it would be larger than %d KiB", maxShapeBytes>>10)
		}
		entries[i] = manifest.ShapeEntry{Path: p.Path, Type: string(p.Type)}
	}
	return entries, ""
}

// checkReplacing refuses to put a new recording over another one without
// --force, and in CI at all. One that says nothing new changes no file.
func (r *recorder) checkReplacing(t *target) {
	if t.contract == nil || t.tool.Contract == nil {
		return
	}
	t.out.Replaces = true
	if old := recordedShape(t.tool.Contract); len(old) > 0 {
		t.out.Diff = maskDiff(fingerprint.DiffShapes(old, recordedShape(t.contract)), t.golden.Evidence.Tree)
	}
	switch {
	case sameRecording(t):
		t.out.Status, t.out.Detail = RecordSame, "the answer says nothing new"
	case t.missing && t.tool.Contract.Fingerprint == t.contract.Fingerprint:
		t.out.Notes = append(t.out.Notes, "the contract's golden was gone and is written anew")
	case !r.Force:
		t.out.refuse(RecordExists, "there is a recording already, and the new answer differs from it; --force replaces it")
	case r.CI:
		t.out.refuse(RecordInCI, "CI must not replace a recording that somebody looked at; record on your own machine, or pass --allow-ci")
	}
}

// maskDiff masks the keys of an answer that look like secrets, which may be
// recorded when told to, but never printed.
func maskDiff(d fingerprint.ShapeDiff, tree *fingerprint.Tree) fingerprint.ShapeDiff {
	var pairs []string
	for n := range fingerprint.NodeID(tree.Len()) {
		if secretKey(tree, n) {
			pairs = append(pairs, tree.Name(n), masked)
		}
	}
	replacer := strings.NewReplacer(pairs...)
	for _, list := range [][]fingerprint.Pair{d.Added, d.Removed} {
		for i := range list {
			list[i].Path = replacer.Replace(list[i].Path)
		}
	}
	for i := range d.Retyped {
		d.Retyped[i].Path = replacer.Replace(d.Retyped[i].Path)
	}
	return d
}

// sameRecording tells whether nothing but times and counts changed.
func sameRecording(t *target) bool {
	old, golden := t.old, t.golden
	switch {
	case old == nil, old.CapabilityID != golden.CapabilityID, len(old.Also) != len(golden.Also),
		!slices.Equal(old.Nonconforming, golden.Nonconforming):
		return false
	case t.tool.Contract.Fingerprint != t.contract.Fingerprint, (t.contract.Shape == nil) != (t.tool.Contract.Shape == nil):
		return false
	}
	if _, usable := usableShape(t.tool.Contract); t.contract.Shape != nil && !usable {
		return false // a shape that somebody edited is written anew
	}
	for n := 1; ; n++ {
		request, evidence, ok := old.Question(n)
		if !ok {
			return true
		}
		newRequest, newEvidence, _ := golden.Question(n)
		if !request.Equal(newRequest) || evidenceSignature(evidence) != evidenceSignature(newEvidence) {
			return false
		}
	}
}
