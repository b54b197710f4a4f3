package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"
)

// printer hashes the canonical text of a pair list: a JSON array of two-element
// arrays without blanks, escaped as JavaScript does (VR4.7, VR0.12).
type printer struct {
	h   hash.Hash
	buf []byte
	n   int
}

const (
	printerFlush = 4096
	// printerStart is enough for most shapes; a run hashes thousands of them.
	printerStart = 1024
)

func newPrinter() *printer { return &printer{h: sha256.New(), buf: make([]byte, 0, printerStart)} }

// pair adds a path in two parts, the first of which is escaped already.
func (p *printer) pair(escaped []byte, path string, word Word) {
	open := `,["`
	if p.n == 0 {
		open = `[["`
	}
	p.n++
	p.buf = append(append(p.buf, open...), escaped...)
	p.buf = appendEscaped(p.buf, path)
	p.buf = append(append(append(p.buf, `","`...), word...), `"]`...)
	if len(p.buf) >= printerFlush {
		p.h.Write(p.buf)
		p.buf = p.buf[:0]
	}
}

func (p *printer) sum() string {
	if p.n == 0 {
		p.buf = append(p.buf, '[')
	}
	p.h.Write(append(p.buf, ']'))
	return "sha256:" + hex.EncodeToString(p.h.Sum(nil))
}

// appendEscaped appends s as the inside of a JSON string: only quote, backslash,
// C0 controls and lone surrogates are escaped.
func appendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < 0x20:
			dst = appendControl(dst, c)
		case c == 0xED && i+2 < len(s) && s[i+1] >= 0xA0:
			r, _ := decodeUnit(s[i:])
			dst = appendHexEscape(dst, uint16(r))
			i += 2
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func appendControl(dst []byte, c byte) []byte {
	const short = "\b\t\n\f\r"
	if k := strings.IndexByte(short, c); k >= 0 {
		return append(dst, '\\', "btnfr"[k])
	}
	return appendHexEscape(dst, uint16(c))
}

func appendHexEscape(dst []byte, u uint16) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15])
}
