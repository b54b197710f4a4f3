package audit

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// pieceBytes is how much is sorted in memory at once.
const pieceBytes = 64 << 20

// sorter brings rows into the order of their keys, rows of one key in the order
// in which they came. Pieces beyond the first lie in temporary files.
type sorter struct {
	dir    string // for temporary files; "" for the system's
	piece  []row
	bytes  int
	limit  int
	spills []*os.File
}

type row struct {
	key  string
	text []byte
}

func newSorter(dir string) *sorter { return &sorter{dir: dir, limit: pieceBytes} }

// rowCost is what a row costs beside its text.
const rowCost = 64

// add takes a row; the text is the sorter's from then on.
func (s *sorter) add(key string, text []byte) error {
	s.piece = append(s.piece, row{key, text})
	s.bytes += len(key) + len(text) + rowCost
	if s.bytes < s.limit {
		return nil
	}
	return s.spill()
}

func (s *sorter) sortPiece() {
	slices.SortStableFunc(s.piece, func(a, b row) int { return cmp.Compare(a.key, b.key) })
}

func (s *sorter) spill() error {
	s.sortPiece()
	f, err := os.CreateTemp(s.dir, "archverify-audit-*")
	if err != nil {
		return fmt.Errorf("keep sorted records: %w", err)
	}
	s.spills = append(s.spills, f)
	w := bufio.NewWriterSize(f, 1<<20)
	for _, r := range s.piece {
		writeBlock(w, []byte(r.key))
		writeBlock(w, r.text)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("keep sorted records: %w", err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("keep sorted records: %w", err)
	}
	s.piece, s.bytes = nil, 0
	return nil
}

// writeBlock leaves errors to the flush, where a bufio.Writer repeats them.
func writeBlock(w *bufio.Writer, b []byte) {
	var size [binary.MaxVarintLen64]byte
	_, _ = w.Write(size[:binary.PutUvarint(size[:], uint64(len(b)))])
	_, _ = w.Write(b)
}

func readBlock(r *bufio.Reader) ([]byte, error) {
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	b := make([]byte, size)
	_, err = io.ReadFull(r, b)
	return b, err
}

// each calls yield for every row in order.
func (s *sorter) each(yield func(text []byte) error) error {
	s.sortPiece()
	var m merge
	for i, f := range s.spills {
		src := &source{order: i, in: bufio.NewReaderSize(f, 1<<18)}
		if err := m.start(src); err != nil {
			return err
		}
	}
	if err := m.start(&source{order: len(s.spills), piece: s.piece}); err != nil {
		return err
	}
	for len(m) > 0 {
		if err := yield(m[0].head.text); err != nil {
			return err
		}
		if err := m.advance(); err != nil {
			return err
		}
	}
	return nil
}

// close removes the temporary files.
func (s *sorter) close() {
	for _, f := range s.spills {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// source is one sorted piece, on disk or in memory.
type source struct {
	order int
	in    *bufio.Reader
	piece []row
	head  row
}

// next moves to the next row; false is the end.
func (s *source) next() (bool, error) {
	if s.in == nil {
		if len(s.piece) == 0 {
			return false, nil
		}
		s.head, s.piece = s.piece[0], s.piece[1:]
		return true, nil
	}
	key, err := readBlock(s.in)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err == nil {
		s.head.key = string(key)
		s.head.text, err = readBlock(s.in)
	}
	if err != nil {
		return false, fmt.Errorf("read sorted records back: %w", err)
	}
	return true, nil
}

// merge is a heap of sources by their heads; of equal keys the earlier piece
// comes first.
type merge []*source

func (m merge) Len() int      { return len(m) }
func (m merge) Swap(i, j int) { m[i], m[j] = m[j], m[i] }
func (m merge) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(m[i].head.key, m[j].head.key), cmp.Compare(m[i].order, m[j].order)) < 0
}
func (m *merge) Push(x any) { *m = append(*m, x.(*source)) }
func (m *merge) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}

func (m *merge) start(s *source) error {
	more, err := s.next()
	if more {
		heap.Push(m, s)
	}
	return err
}

func (m *merge) advance() error {
	more, err := (*m)[0].next()
	if err != nil {
		return err
	}
	if more {
		heap.Fix(m, 0)
	} else {
		heap.Pop(m)
	}
	return nil
}
