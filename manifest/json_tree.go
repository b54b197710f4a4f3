package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/archverify/archverify/internal/yamlx"
)

// The limits of an artifact: far beyond ten thousand capabilities.
const (
	maxArtifactBytes = 64 << 20
	maxArtifactNodes = 3_000_000
)

// readJSON reads one JSON document into the same kind of tree that manifests
// are read into: ordered, without places.
func readJSON(data []byte) (*yamlx.Node, error) {
	if len(data) > maxArtifactBytes {
		return nil, fmt.Errorf("larger than %d bytes", maxArtifactBytes)
	}
	dec := &jsonReader{Decoder: jsontext.NewDecoder(bytes.NewReader(data))}
	root, err := dec.value()
	if err != nil {
		return nil, oneLine(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the document")
	}
	return root, nil
}

type jsonReader struct {
	*jsontext.Decoder
	nodes int
}

func (dec *jsonReader) value() (*yamlx.Node, error) {
	if dec.nodes++; dec.nodes > maxArtifactNodes {
		return nil, fmt.Errorf("more than %d values", maxArtifactNodes)
	}
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return dec.object()
	case '[':
		return dec.array()
	case '"':
		return &yamlx.Node{Kind: yamlx.String, Text: token.String()}, nil
	case '0':
		return &yamlx.Node{Kind: yamlx.Float, Text: token.String()}, nil
	case 't', 'f':
		return &yamlx.Node{Kind: yamlx.Bool, Text: token.String()}, nil
	}
	return &yamlx.Node{Kind: yamlx.Null}, nil
}

func (dec *jsonReader) object() (*yamlx.Node, error) {
	n := &yamlx.Node{Kind: yamlx.Mapping}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := dec.value()
		if err != nil {
			return nil, err
		}
		n.Entries = append(n.Entries, yamlx.Entry{Key: key, Value: value})
	}
	_, err := dec.ReadToken()
	return n, err
}

func (dec *jsonReader) array() (*yamlx.Node, error) {
	n := &yamlx.Node{Kind: yamlx.Sequence}
	for dec.PeekKind() != ']' {
		item, err := dec.value()
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, item)
	}
	_, err := dec.ReadToken()
	return n, err
}

// oneLine tells a syntax error by its offset, without the library's prefix.
func oneLine(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && syntax.Err != nil {
		return fmt.Errorf("byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	if errors.Is(err, io.EOF) {
		return errors.New("the document is empty")
	}
	return err
}
