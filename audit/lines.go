package audit

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds one record; a longer line is skipped, not kept.
const maxLine = 16 << 20

// reader returns the plain text of a trail, unpacked when it is gzip.
func reader(in io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(in, 1<<20)
	magic, _ := b.Peek(2)
	if len(magic) < 2 || magic[0] != 0x1f || magic[1] != 0x8b {
		return b, nil
	}
	unpacked, err := gzip.NewReader(b)
	if err != nil {
		return nil, fmt.Errorf("unpack gzip: %w", err)
	}
	return bufio.NewReaderSize(unpacked, 1<<20), nil
}

// eachLine calls line for every line that is not blank, numbered from 1, and
// long for those that are too long to be kept. The slice is only good during
// the call.
func eachLine(in *bufio.Reader, line func(n int, text []byte) error, long func(n int)) error {
	var kept []byte
	for n := 1; ; n++ {
		kept = kept[:0]
		over := false
		for {
			part, err := in.ReadSlice('\n')
			if len(kept)+len(part) > maxLine {
				over = true
			} else {
				kept = append(kept, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if e := oneLine(n, kept, over, line, long); e != nil || err != nil {
				return e // io.EOF ends the trail
			}
			break
		}
	}
}

func oneLine(n int, text []byte, over bool, line func(int, []byte) error, long func(int)) error {
	if over {
		long(n)
		return nil
	}
	if text = bytes.TrimSpace(text); len(text) > 0 {
		return line(n, text)
	}
	return nil
}
