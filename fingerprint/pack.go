package fingerprint

import "math"

// packed are the counters of one node in the order in which the slab holds
// those that are not zero; leastShare follows when it is below 1.
var packed = [...]func(*Counts) *uint64{
	func(c *Counts) *uint64 { return &c.String },
	func(c *Counts) *uint64 { return &c.Boolean },
	func(c *Counts) *uint64 { return &c.Null },
	func(c *Counts) *uint64 { return &c.Array },
	func(c *Counts) *uint64 { return &c.Object },
	func(c *Counts) *uint64 { return &c.Integer },
	func(c *Counts) *uint64 { return &c.Number },
	func(c *Counts) *uint64 { return &c.EmptyArray },
	func(c *Counts) *uint64 { return &c.Empty },
	func(c *Counts) *uint64 { return &c.Absent },
	func(c *Counts) *uint64 { return &c.FormatCount },
}

const shareBit = 1 << len(packed)

// add appends a node. Most paths have one or two counters, so they are packed.
func (t *Tree) add(n treeNode, name []byte, c Counts) {
	n.name, n.nameLen = uint32(len(t.names)), uint32(len(name))
	n.slab, n.format, n.forms = uint32(len(t.slab)), c.Format, c.forms
	for i, at := range packed {
		if v := *at(&c); v > 0 {
			n.mask |= 1 << i
			t.slab = append(t.slab, v)
		}
	}
	if c.LeastShare < 1 {
		n.mask |= shareBit
		t.slab = append(t.slab, math.Float64bits(c.LeastShare))
	}
	t.names = append(t.names, name...)
	t.nodes = append(t.nodes, n)
}

// Counts returns what was seen on the path, the zero Counts for NoNode.
func (t *Tree) Counts(n NodeID) Counts {
	if !t.has(n) {
		return Counts{}
	}
	d := &t.nodes[n]
	c := Counts{LeastShare: 1, Format: d.format, forms: d.forms}
	from := d.slab
	for i, at := range packed {
		if d.mask&(1<<i) != 0 {
			*at(&c) = t.slab[from]
			from++
		}
	}
	if d.mask&shareBit != 0 {
		c.LeastShare = math.Float64frombits(t.slab[from])
	}
	return c
}
