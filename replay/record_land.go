package replay

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/atomicfile"
	"github.com/archverify/archverify/internal/yamledit"
	"github.com/archverify/archverify/manifest"
)

// land writes what could be recorded as one set, after the real loader has
// read it from the staged edits.
func (r *recorder) land(targets []*target) (*Recording, error) {
	bindings := map[string][]byte{}
	for _, t := range targets {
		if t.out.Status == RecordDone && t.contract != nil {
			r.editBinding(t, bindings)
		}
	}
	r.refuseUnreadable(targets, bindings)
	out := &Recording{Warnings: r.options().warnings()}
	var set atomicfile.Set
	for _, t := range targets {
		if t.out.Status == RecordDone {
			set.Stage(r.onDisk(t.out.Golden), t.golden.Bytes(), 0)
			out.Files = append(out.Files, t.out.Golden)
		}
	}
	for _, t := range targets {
		if text := bindings[t.out.Binding]; t.out.Status == RecordDone && text != nil {
			set.Stage(r.onDisk(t.out.Binding), text, 0)
			out.Files = append(out.Files, t.out.Binding)
		}
	}
	slices.Sort(out.Files)
	for _, t := range targets {
		out.Items = append(out.Items, t.out)
	}
	out.Exit = exitOf(out.Items)
	if r.Before != nil {
		if err := r.Before(out); err != nil {
			return nil, err
		}
	}
	if err := set.Commit(nil); err != nil {
		return nil, fmt.Errorf("write the recording: %w", err)
	}
	return out, nil
}

func (r *recorder) onDisk(name string) string {
	return filepath.Join(r.manifest.Dir, filepath.FromSlash(name))
}

// editBinding stages the binding's new text, or refuses the target.
func (r *recorder) editBinding(t *target, bindings map[string][]byte) {
	t.out.Binding = r.bindingFile(t.tool)
	data, err := os.ReadFile(r.onDisk(t.out.Binding))
	if err != nil {
		t.out.refuse(RecordYAMLLayout, "binding %q cannot be read: %v", t.out.Binding, innerError(err))
		return
	}
	doc := yamledit.Parse(data)
	if err := doc.SetContract(editOf(t)); err != nil {
		r.refuseLayout(t, err)
		return
	}
	bindings[t.out.Binding] = doc.Bytes()
}

// refuseLayout refuses a target whose binding a line edit cannot touch.
func (r *recorder) refuseLayout(t *target, err error) {
	pos := finding.Position{File: t.out.Binding}
	reason := err.Error()
	var refusal *yamledit.RefusalError
	if errors.As(err, &refusal) {
		pos.Line, reason = refusal.Line, refusal.Reason
	}
	where := pos.File
	if pos.Line > 0 {
		pos.Column = 1
		where = fmt.Sprintf("%s:%d", pos.File, pos.Line)
	}
	t.out.refuse(RecordYAMLLayout, "%s: %s", where, reason)
	t.out.Position = pos
}

// bindingFile is the document that binds a tool. A valid manifest has one.
func (r *recorder) bindingFile(tool *manifest.Tool) string {
	for _, b := range r.manifest.Bindings {
		if b.CapabilityID == tool.ID {
			return b.File
		}
	}
	return tool.BindingPos.File
}

// editOf is the contract block as the editor takes it. An existing block keeps
// its fixture line.
func editOf(t *target) yamledit.Contract {
	c := yamledit.Contract{Fingerprint: t.contract.Fingerprint, VerifiedAt: t.contract.VerifiedAt}
	if t.tool.Contract == nil {
		c.Fixture = t.contract.ProbeFixture
	}
	for _, entry := range t.contract.Shape {
		c.Shape = append(c.Shape, yamledit.ShapeLine{Path: entry.Path, Type: entry.Type})
	}
	return c
}

// refuseUnreadable has the real loader read the staged bindings, all together;
// when that does not give what was meant, one by one, and refuses the culprits.
func (r *recorder) refuseUnreadable(targets []*target, bindings map[string][]byte) {
	if len(bindings) == 0 || r.problem(targets, bindings) == "" {
		return
	}
	for _, t := range targets {
		text := bindings[t.out.Binding]
		if t.out.Status != RecordDone || text == nil {
			continue
		}
		if problem := r.problem([]*target{t}, map[string][]byte{t.out.Binding: text}); problem != "" {
			t.out.refuse(RecordYAMLLayout, "%s: the edited text would not read back as meant: %s", t.out.Binding, problem)
			delete(bindings, t.out.Binding)
		}
	}
}

// problem says what is wrong with staged bindings: they must load, say what was
// meant, and leave everything else as it was.
func (r *recorder) problem(targets []*target, bindings map[string][]byte) string {
	loaded := manifest.LoadFS(stagedFS{os.DirFS(r.manifest.Dir), bindings}, r.manifest.Dir)
	if !loaded.Valid() {
		return firstProblem(loaded)
	}
	if !bytes.Equal(loaded.IR.Build(), r.manifest.IR.Build()) {
		return "something beside the contract would change"
	}
	for _, t := range targets {
		if bindings[t.out.Binding] == nil || t.out.Status != RecordDone {
			continue
		}
		tool := loaded.IR.Tool(t.tool.ID)
		if tool == nil || tool.Contract == nil || !sameContract(tool.Contract, t.contract) {
			return "the contract would say something else"
		}
	}
	return ""
}

func firstProblem(m *manifest.Manifest) string {
	for _, issue := range m.Issues {
		return issue.Message
	}
	for _, d := range m.Diagnostics {
		if d.Severity == manifest.Error {
			return d.Message
		}
	}
	return "the manifest would be invalid"
}

// sameContract compares what two contracts say; the order of a shape says nothing.
func sameContract(a, b *manifest.Contract) bool {
	if a.Fingerprint != b.Fingerprint || a.ProbeFixture != b.ProbeFixture || a.VerifiedAt != b.VerifiedAt || len(a.Shape) != len(b.Shape) {
		return false
	}
	return slices.EqualFunc(sortedShape(a), sortedShape(b), func(x, y manifest.ShapeEntry) bool {
		return x.Path == y.Path && x.Type == y.Type
	})
}

func sortedShape(c *manifest.Contract) []manifest.ShapeEntry {
	return slices.SortedFunc(slices.Values(c.Shape), func(a, b manifest.ShapeEntry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Type, b.Type))
	})
}
