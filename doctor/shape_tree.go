package doctor

import (
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/recordedpath"
	"github.com/archverify/archverify/manifest"
)

// shapeTree is the tree of the smallest answer that has a recorded shape; nil
// when the shape is deeper or larger than an answer may be.
func shapeTree(shape []manifest.ShapeEntry) *fingerprint.Tree {
	w := shapeWriter{words: make(map[string]string, len(shape)), keys: map[string][]string{}}
	paths := recordedpath.Of(shape)
	for _, s := range shape {
		w.words[s.Path] = s.Type
		parent, key := paths.Owner(s.Path)
		if key != "" && recordedpath.Name(key) == key { // elements repeat their array's key
			w.keys[parent] = append(w.keys[parent], key)
		}
	}
	w.value("$")
	result, err := fingerprint.ScanBytes(w.out, fingerprint.Options{})
	if err != nil {
		return nil
	}
	return result.Tree()
}

// shapeWriter writes an answer from the words of its paths.
type shapeWriter struct {
	words map[string]string
	keys  map[string][]string
	out   []byte
}

func (w *shapeWriter) value(path string) {
	switch w.words[path] {
	case "object":
		w.object(path)
	case "array":
		w.out = append(w.out, '[')
		if w.words[path+"[]"] != "" {
			w.value(path + "[]")
		}
		w.out = append(w.out, ']')
	case "string":
		w.out = append(w.out, `""`...)
	case "number":
		w.out = append(w.out, '0')
	case "boolean":
		w.out = append(w.out, "true"...)
	default:
		w.out = append(w.out, "null"...)
	}
}

func (w *shapeWriter) object(path string) {
	w.out = append(w.out, '{')
	for i, key := range w.keys[path] {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(finding.AppendJSONString(w.out, strings.ToValidUTF8(key, "\uFFFD")), ':')
		w.value(path + "." + key)
	}
	w.out = append(w.out, '}')
}
