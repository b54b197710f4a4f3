package fingerprint

import (
	"errors"
	"fmt"
	"io"
)

const windowSize = 256 << 10

// source is a window over the document: the whole of it in memory, or a
// sliding part of a stream that always holds the token at i.
type source struct {
	buf  []byte
	i    int
	base int64 // offset of buf[0]
	r    io.Reader
	max  int64
	// window is the first size of buf when streaming.
	window int
	err    error
}

func (s *source) offset(i int) int64 { return s.base + int64(i) }

// fill drops what lies before i and reads on; false at the end or on an error,
// which then stands in err. Indices into buf other than i become invalid.
func (s *source) fill() bool {
	if s.r == nil || s.err != nil {
		return false
	}
	kept := copy(s.buf, s.buf[s.i:])
	s.base += int64(s.i)
	s.buf, s.i = s.buf[:kept], 0
	if 2*kept >= cap(s.buf) {
		grown := make([]byte, kept, max(s.window, 2*cap(s.buf)))
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := io.ReadFull(s.r, s.buf[kept:cap(s.buf)])
	s.buf = s.buf[:kept+n]
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		s.r = nil
	case err != nil:
		s.err = fmt.Errorf("read body: %w", err)
		return false
	}
	if s.base+int64(len(s.buf)) > s.max {
		s.err = &LimitError{Limit: "bytes", Max: s.max, Offset: s.max}
		return false
	}
	return n > 0
}

// next is peek with its common case, no white space, up front.
func (s *source) next() byte {
	if b, i := s.buf, s.i; i < len(b) && b[i] > ' ' {
		return b[i]
	}
	return s.peek()
}

// peek moves to the next byte that is not white space and returns it, 0 at the end.
func (s *source) peek() byte {
	for {
		buf, i := s.buf, s.i
		for i < len(buf) {
			c := buf[i]
			if c > ' ' {
				s.i = i
				return c
			}
			if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
				s.i = i
				return c
			}
			i++
			if c == '\n' {
				i = skipBlanks(buf, i)
			}
		}
		s.i = i
		if !s.fill() {
			return 0
		}
	}
}

// skipBlanks skips the indentation of a line, eight bytes at a time.
func skipBlanks(buf []byte, i int) int {
	for i+8 <= len(buf) {
		if other := load64(buf, i) ^ 0x2020202020202020; other != 0 {
			return i + lowestByte(other)
		}
		i += 8
	}
	return i
}
