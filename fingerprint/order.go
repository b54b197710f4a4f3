package fingerprint

import "encoding/binary"

// head packs the first eight bytes of a name so that comparing two numbers
// settles most comparisons: a smaller head is a smaller name, an equal one
// leaves it open.
func head(name []byte) uint64 {
	if len(name) >= 8 {
		return binary.BigEndian.Uint64(name)
	}
	var h uint64
	for i := range 8 {
		h <<= 8
		if i < len(name) {
			h |= uint64(name[i])
		}
	}
	return h
}

// unitHead is head for the order of UTF-16 code units, which bytes from 0xED up
// do not follow: there it stops.
func unitHead(name []byte) uint64 {
	for i, c := range name[:min(8, len(name))] {
		if c >= 0xED {
			var cut [8]byte
			copy(cut[:], name[:i])
			cut[i] = 0xED
			return head(cut[:])
		}
	}
	return head(name)
}

// reachesHigh tells whether unitHead would stop in a name, that is, whether its
// order by code units may differ from that by bytes.
func reachesHigh(name []byte) bool {
	for _, c := range name {
		if c >= 0xED {
			return true
		}
	}
	return false
}
