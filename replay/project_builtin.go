package replay

import (
	"math"

	"github.com/archverify/archverify/fingerprint"
)

// The members of the built-in object types.
const (
	moneyAmount   = "amount"
	moneyCurrency = "currency"
	partyAdults   = "adults"
	partyChildren = "children"
	rangeFrom     = "from"
	rangeTo       = "to"
)

func (p *projector) money(s *slot, v fingerprint.Value) reading {
	if v.Word() != fingerprint.WordObject {
		return p.misfits(s)
	}
	p.undeclaredIn(s, v, moneyAmount, moneyCurrency)
	amount, currency := v.Member(moneyAmount), v.Member(moneyCurrency)
	finite := amount.Word() == fingerprint.WordNumber && !math.IsInf(amount.Number(), 0)
	return p.unless(finite && currency.Word() == fingerprint.WordString && isCurrency(currency.Str()), s)
}

func isCurrency(s string) bool {
	return len(s) == 3 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z' && s[2] >= 'A' && s[2] <= 'Z'
}

func (p *projector) party(s *slot, v fingerprint.Value) reading {
	if isPrimitive(v) {
		return reading{}
	}
	if v.Word() != fingerprint.WordObject {
		return p.misfits(s)
	}
	p.undeclaredIn(s, v, partyAdults, partyChildren)
	if !isPrimitive(v.Member(partyAdults)) {
		return p.misfits(s)
	}
	p.members(s, v, partyAdults, partyChildren)
	children := v.Member(partyChildren)
	if children.Exists() && children.Word() != fingerprint.WordNull && !isPrimitive(children) {
		return reading{degraded: []string{s.label + "." + partyChildren}}
	}
	return reading{}
}

func (p *projector) dateRange(s *slot, v fingerprint.Value) reading {
	if isPrimitive(v) {
		return reading{}
	}
	if v.Word() != fingerprint.WordObject {
		return p.misfits(s)
	}
	p.undeclaredIn(s, v, rangeFrom, rangeTo)
	if !isPrimitive(v.Member(rangeFrom)) || !isPrimitive(v.Member(rangeTo)) {
		return p.misfits(s)
	}
	p.members(s, v, rangeFrom, rangeTo)
	return reading{}
}

// members counts types that moved inside a built-in object.
func (p *projector) members(s *slot, v fingerprint.Value, names ...string) {
	for _, m := range p.memberSlots(s, names...) {
		member := v.Member(m.key)
		if !member.Exists() || member.Word() == fingerprint.WordNull {
			continue
		}
		p.place(m)
		r := reading{}
		if !isPrimitive(member) {
			r = fails(m, misfit)
		}
		p.observe(m, member, r)
	}
}
