package fingerprint

import (
	"math"
	"math/bits"
)

// packedCounts is how many counters a node can have, in the order of pack.
const packedCounts = 11

const shareBit = 1 << packedCounts

func (c *Counts) pack() [packedCounts]uint64 {
	return [...]uint64{
		c.String, c.Boolean, c.Null, c.Array, c.Object, c.Integer, c.Number,
		c.EmptyArray, c.Empty, c.Absent, c.FormatCount,
	}
}

func (c *Counts) unpack(p *[packedCounts]uint64) {
	c.String, c.Boolean, c.Null, c.Array, c.Object, c.Integer, c.Number = p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	c.EmptyArray, c.Empty, c.Absent, c.FormatCount = p[7], p[8], p[9], p[10]
}

// add appends a node with its name.
func (t *Tree) add(n treeNode, name []byte, c *Counts) {
	n.name, n.nameLen = uint32(len(t.names)), uint32(len(name))
	t.names = append(t.names, name...)
	t.put(n, c)
}

// put appends a node. Most paths have one or two counters, so those that are
// zero, and a share of 1, take no room.
func (t *Tree) put(n treeNode, c *Counts) {
	n.slab, n.format, n.forms = uint32(len(t.slab)), c.Format, c.forms
	for i, v := range c.pack() {
		if v > 0 {
			n.mask |= 1 << i
			t.slab = append(t.slab, v)
		}
	}
	if c.LeastShare < 1 {
		n.mask |= shareBit
		t.slab = append(t.slab, math.Float64bits(c.LeastShare))
	}
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
	var counts [packedCounts]uint64
	for m := d.mask &^ shareBit; m != 0; m &= m - 1 {
		counts[bits.TrailingZeros16(m)] = t.slab[from]
		from++
	}
	c.unpack(&counts)
	if d.mask&shareBit != 0 {
		c.LeastShare = math.Float64frombits(t.slab[from])
	}
	return c
}
