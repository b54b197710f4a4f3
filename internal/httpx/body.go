package httpx

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"strings"
)

var errTooLarge = errors.New("beyond the cap")

// maxEncodings is how many content encodings may be nested; nobody means more.
const maxEncodings = 3

// encodingError is a content encoding that is not undone.
type encodingError struct{ why string }

func (u encodingError) Error() string { return u.why }

// read reads a whole body, decompressed; both what is sent and what it expands
// to are held below the cap.
func (c *Client) read(res *http.Response) ([]byte, error) {
	encodings, err := encodingsOf(res.Header)
	if err != nil {
		return nil, err
	}
	raw := &capped{r: res.Body, left: c.maxBody}
	body, err := decoded(raw, encodings)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if len(encodings) == 0 && res.ContentLength > 0 {
		buf.Grow(int(min(res.ContentLength, c.maxBody, 1<<20)) + bytes.MinRead)
	}
	if _, err := buf.ReadFrom(&capped{r: body, left: c.maxBody}); err != nil {
		return nil, err
	}
	// A compressed answer may end before its message does: see it end.
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// encodingsOf lists the encodings of an answer in the order to undo them.
func encodingsOf(h http.Header) ([]string, error) {
	var list []string
	for _, word := range strings.Split(strings.Join(h.Values("Content-Encoding"), ","), ",") {
		switch word = strings.ToLower(strings.TrimSpace(word)); word {
		case "", "identity":
		case "gzip", "x-gzip", "deflate":
			list = append([]string{word}, list...)
		default:
			return nil, encodingError{"it is compressed in a way that was not offered (offered: gzip)"}
		}
	}
	if len(list) > maxEncodings {
		return nil, encodingError{"it is compressed more than 3 times over"}
	}
	return list, nil
}

func decoded(r io.Reader, encodings []string) (io.Reader, error) {
	for _, encoding := range encodings {
		buffered := bufio.NewReader(r)
		head, err := buffered.Peek(2)
		if len(head) == 0 && errors.Is(err, io.EOF) {
			return buffered, nil // an empty body is empty however it is encoded
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if r, err = inflate(buffered, encoding, head); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// inflate undoes one encoding. Servers mean either of two formats by deflate.
func inflate(r io.Reader, encoding string, head []byte) (io.Reader, error) {
	if encoding != "deflate" {
		return gzip.NewReader(r)
	}
	if len(head) == 2 && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		return zlib.NewReader(r)
	}
	return flate.NewReader(r), nil
}

// capped reads up to a number of bytes; one more is errTooLarge.
type capped struct {
	r    io.Reader
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left > 0 {
		n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
		c.left -= int64(n)
		return n, err
	}
	n, err := c.r.Read(make([]byte, 1))
	if n > 0 {
		return 0, errTooLarge
	}
	return 0, err
}
