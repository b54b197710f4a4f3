package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Item is what a run will do with one capability, decided without asking
// anybody.
type Item struct {
	Tool *manifest.Tool
	// Skipped is set when the capability is deliberately not asked: it does more
	// than read and there is no sandbox.
	Skipped bool
	// Refusal says why the capability cannot be asked; nil when it can.
	Refusal *Refusal
	// PolicyDenied is set when Refusal is a policy's.
	PolicyDenied bool
	Golden       *Golden
	// Questions are the recorded requests, the golden's own first.
	Questions []Question
}

// Question is one request that is ready to be sent.
type Question struct {
	// Number counts from 1.
	Number   int
	Input    Input
	Prepared Prepared

	connector Connector
}

// Detail is the one line that says why the capability is not asked; "" when it is.
func (i Item) Detail() string {
	switch {
	case i.Skipped:
		return fmt.Sprintf("not replayed: effect is `%s`, and a replay is a real invocation — it would repeat that effect against the live backend.", i.Tool.Effect)
	case i.Refusal != nil:
		return i.Refusal.Detail
	}
	return ""
}

// NameError is a capability named by the user that cannot be meant.
type NameError struct {
	ID string
	// Retired tells a retired capability from an unknown one.
	Retired bool
	// Nearest is the known id most like it, "" when none is.
	Nearest string
}

// Error says what is wrong with the name and what was probably meant.
func (e *NameError) Error() string {
	switch {
	case e.Retired:
		return fmt.Sprintf("capability %q is retired: nothing asks it any more", e.ID)
	case e.Nearest != "":
		return fmt.Sprintf("there is no capability %q in this manifest; did you mean %q?", e.ID, e.Nearest)
	}
	return fmt.Sprintf("there is no capability %q in this manifest", e.ID)
}

// ErrInvalidManifest says that a manifest has errors, so that nothing in it can
// be replayed or recorded.
var ErrInvalidManifest = errors.New("the manifest is invalid")

// Plan decides, offline, what a run would do: one item a capability with a
// contract, in tool order; retired ones are nowhere. It reads goldens, evaluates
// policies and prepares every request. A *NameError names an unknown or retired
// capability of Options.Only.
func Plan(m *manifest.Manifest, o Options) ([]Item, error) {
	if !m.Valid() {
		return nil, ErrInvalidManifest
	}
	if err := checkNames(m.IR, o.Only); err != nil {
		return nil, err
	}
	files, closeFiles, err := o.open(m)
	if err != nil {
		return nil, err
	}
	defer closeFiles()
	var items []Item
	for _, tool := range m.IR.Tools {
		if o.wants(tool) {
			items = append(items, o.plan(tool, files))
		}
	}
	return items, nil
}

// open returns the manifest folder, and what closes it again.
func (o Options) open(m *manifest.Manifest) (fs.FS, func(), error) {
	if o.Files != nil {
		return o.Files, func() {}, nil
	}
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open manifest folder %q: %w", m.Dir, innerError(err))
	}
	return root.FS(), func() { _ = root.Close() }, nil
}

// wants reports whether a tool becomes an item.
func (o Options) wants(tool *manifest.Tool) bool {
	switch {
	case tool.Lifecycle == manifest.Retired:
		return false
	case len(o.Only) > 0:
		return slices.Contains(o.Only, tool.ID)
	case tool.Contract != nil:
		return true
	}
	return o.RequireContracts && recordable(tool)
}

// recordable reports whether a contract is expected of a tool.
func recordable(tool *manifest.Tool) bool {
	return tool.Bound() && tool.Effect == manifest.Read && tool.Lifecycle != manifest.Retired
}

// WithoutContract counts the capabilities that a contract is expected of and
// that have none: bound, read, not retired.
func WithoutContract(ir *manifest.IR) int {
	n := 0
	for _, tool := range ir.Tools {
		if recordable(tool) && tool.Contract == nil {
			n++
		}
	}
	return n
}

// placeOf is where a tool is bound, or else declared.
func placeOf(tool *manifest.Tool) finding.Position {
	if tool.BindingPos.Known() {
		return tool.BindingPos
	}
	return tool.Pos
}

func connectorPos(tool *manifest.Tool) finding.Position {
	if tool.Bound() && tool.Connector.Pos.Known() {
		return tool.Connector.Pos
	}
	return placeOf(tool)
}
