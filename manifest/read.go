package manifest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"sync"

	"github.com/archverify/archverify/internal/yamlx"
)

// readDoc is what became of one file: a document to add to a manifest, or an
// issue.
type readDoc struct {
	add   func(m *Manifest)
	issue *Issue
}

// reader reads a file of a file system; it is called concurrently.
type reader func(fsys fs.FS, file string) ([]byte, error)

// readAll reads, parses and checks the files, parsing as many at a time as there
// are processors; the results are in the order of the files.
func readAll(fsys fs.FS, sources []source, read reader) []readDoc {
	docs := make([]readDoc, len(sources))
	shapes := newSchemas()
	workers := min(runtime.GOMAXPROCS(0), len(sources))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(sources); i += workers {
				docs[i] = readOne(sources[i], shapes, func(file string) ([]byte, error) { return read(fsys, file) })
			}
		})
	}
	wg.Wait()
	return docs
}

func readOne(s source, shapes *schemas, read func(file string) ([]byte, error)) readDoc {
	data, err := read(s.file)
	if s.group == catalogGroup && errors.Is(err, fs.ErrNotExist) {
		return readDoc{issue: newIssue(s.file, "missing (required manifest)", yamlx.Place{})}
	}
	if err != nil {
		return readDoc{issue: parseIssue(s.file, err.Error(), yamlx.Place{})}
	}
	root, err := yamlx.Parse(data)
	if err != nil {
		var refused *yamlx.Error
		errors.As(err, &refused)
		return readDoc{issue: parseIssue(s.file, refused.Message, refused.Place)}
	}
	c := &shapeCheck{file: s.file}
	shapes.of(s.group).check(c, root, nil)
	if issue := c.issue(); issue != nil {
		return readDoc{issue: issue}
	}
	return readDoc{add: decode(s, root)}
}

// decode turns a document that passed its shape check into the model.
func decode(s source, root *yamlx.Node) func(m *Manifest) {
	d := decoder{file: s.file}
	switch s.group {
	case capabilityGroup:
		doc := d.capability(root.At("capability"))
		return func(m *Manifest) { m.Capabilities = append(m.Capabilities, doc) }
	case bindingGroup:
		doc := d.binding(root.At("binding"))
		return func(m *Manifest) { m.Bindings = append(m.Bindings, doc) }
	case resourceGroup:
		doc := d.resource(root.At("resource"))
		return func(m *Manifest) { m.Resources = append(m.Resources, doc) }
	case policyGroup:
		doc := d.policy(root)
		return func(m *Manifest) { m.Policies = append(m.Policies, doc) }
	}
	doc := d.catalog(root)
	return func(m *Manifest) { m.Catalog = doc }
}

func (s *schemas) of(g group) shape {
	switch g {
	case capabilityGroup:
		return s.capability
	case bindingGroup:
		return s.binding
	case resourceGroup:
		return s.resource
	case policyGroup:
		return s.policy
	}
	return s.catalog
}

// readFile reads a regular file of at most the size of a document. Anything
// that is no regular file is refused before it is opened: it may never end.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return nil, unreadable{err}
	case info.IsDir():
		return nil, errors.New("is a folder, but must be a file")
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a regular file")
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, unreadable{err}
	}
	defer func() { _ = f.Close() }() // nothing was written
	data := bytes.NewBuffer(make([]byte, 0, min(info.Size(), yamlx.MaxBytes)+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(f, yamlx.MaxBytes+1)); err != nil {
		return nil, unreadable{err}
	}
	return data.Bytes(), nil
}

// unreadable is a file system error told without its path.
type unreadable struct{ error }

func (u unreadable) Error() string { return "cannot read file: " + reason(u.error) }
func (u unreadable) Unwrap() error { return u.error }

func newIssue(file, message string, p yamlx.Place) *Issue {
	return &Issue{File: file, Message: message, Pos: position(file, p)}
}

func parseIssue(file, message string, p yamlx.Place) *Issue {
	return newIssue(file, "parse error: "+message, p)
}
