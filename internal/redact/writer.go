package redact

import "io"

// Writer scrubs what goes through it, also secrets that two writes share. It
// holds back no more than what may be the beginning of a secret; Close writes
// that too, and does not close what is beneath.
type Writer struct {
	to   io.Writer
	r    *Redactor
	held string
}

// Writer returns a scrubbing writer onto w; it is not safe for concurrent use.
func (r *Redactor) Writer(w io.Writer) *Writer { return &Writer{to: w, r: r} }

// Write scrubs and passes on. It reports len(p) unless writing failed.
func (w *Writer) Write(p []byte) (int, error) {
	out, held := w.r.scrub(w.held+string(p), false)
	w.held = held
	if out == "" {
		return len(p), nil
	}
	if _, err := io.WriteString(w.to, out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes what was held back.
func (w *Writer) Close() error {
	out, _ := w.r.scrub(w.held, true)
	w.held = ""
	if out == "" {
		return nil
	}
	_, err := io.WriteString(w.to, out)
	return err
}
