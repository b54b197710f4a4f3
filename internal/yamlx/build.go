package yamlx

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// builder turns the library's nodes into ours, expanding aliases and keeping
// the limits.
type builder struct {
	lines [][]byte
	nodes int
	// open are the anchors being expanded, so that none can hold itself, and
	// outer the alias that began it: limits are reported there.
	open  []*yaml.Node
	outer *yaml.Node
}

func (b *builder) build(from *yaml.Node, depth int) (*Node, error) {
	if from.Kind == yaml.AliasNode {
		return b.alias(from, depth)
	}
	if b.nodes++; b.nodes > MaxNodes {
		return nil, refuse(b.blame(from), tooManyNodes, MaxNodes)
	}
	if depth > MaxDepth {
		return nil, refuse(b.blame(from), tooDeep, MaxDepth)
	}
	switch from.Kind {
	case yaml.SequenceNode:
		return b.sequence(from, depth)
	case yaml.MappingNode:
		return b.mapping(from, depth)
	}
	return b.scalar(from)
}

const (
	tooManyNodes = "document has more than %d nodes after alias expansion"
	tooDeep      = "document is nested more than %d levels deep"
)

// blame is the node that a limit is reported at.
func (b *builder) blame(from *yaml.Node) *yaml.Node {
	if b.outer != nil {
		return b.outer
	}
	return from
}

func (b *builder) alias(from *yaml.Node, depth int) (*Node, error) {
	target := from.Alias
	for _, open := range b.open {
		if open == target {
			return nil, refuse(from, "alias '*%s' refers to itself", from.Value)
		}
	}
	if len(b.open) == 0 {
		b.outer = from
		defer func() { b.outer = nil }()
	}
	b.open = append(b.open, target)
	defer func() { b.open = b.open[:len(b.open)-1] }()
	return b.build(target, depth)
}

func (b *builder) sequence(from *yaml.Node, depth int) (*Node, error) {
	if err := checkTag(from, "!!seq"); err != nil {
		return nil, err
	}
	n := &Node{Kind: Sequence, Place: place(from), Items: make([]*Node, 0, len(from.Content))}
	for _, item := range from.Content {
		built, err := b.build(item, depth+1)
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, built)
	}
	return n, nil
}

func (b *builder) mapping(from *yaml.Node, depth int) (*Node, error) {
	if err := checkTag(from, "!!map"); err != nil {
		return nil, err
	}
	n := &Node{Kind: Mapping, Place: place(from), Entries: make([]Entry, 0, len(from.Content)/2)}
	var keys keySet
	for i := 0; i+1 < len(from.Content); i += 2 {
		key, err := b.key(from.Content[i])
		if err != nil {
			return nil, err
		}
		if line, dup := keys.add(n.Entries, key.Text, key.Place.Line); dup {
			return nil, refuse(from.Content[i], "key %q is already set in line %d", key.Text, line)
		}
		value, err := b.build(from.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		n.Entries = append(n.Entries, Entry{Key: key.Text, KeyPlace: key.Place, Value: value})
	}
	return n, nil
}

// keySet finds duplicate keys: it looks through few entries, and keeps a map of many.
type keySet struct {
	lines map[string]int
}

const fewKeys = 16

// add reports whether the key is already there, and in which line.
func (k *keySet) add(entries []Entry, key string, line int) (earlier int, dup bool) {
	if k.lines == nil && len(entries) < fewKeys {
		for i := range entries {
			if entries[i].Key == key {
				return entries[i].KeyPlace.Line, true
			}
		}
		return 0, false
	}
	if k.lines == nil {
		k.lines = make(map[string]int, 4*fewKeys)
		for i := range entries {
			k.lines[entries[i].Key] = entries[i].KeyPlace.Line
		}
	}
	if earlier, dup = k.lines[key]; !dup {
		k.lines[key] = line
	}
	return earlier, dup
}

func (b *builder) key(from *yaml.Node) (*Node, error) {
	target := from
	if from.Kind == yaml.AliasNode {
		target = from.Alias
	}
	if target.Kind != yaml.ScalarNode {
		return nil, refuse(from, "a key must be a scalar")
	}
	if b.nodes++; b.nodes > MaxNodes {
		return nil, refuse(b.blame(from), tooManyNodes, MaxNodes)
	}
	return b.scalar(target)
}

func (b *builder) scalar(from *yaml.Node) (*Node, error) {
	n := &Node{Kind: String, Text: from.Value, Place: place(from)}
	plain := from.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if from.Style&yaml.TaggedStyle != 0 {
		return n, tagged(from, n)
	}
	if plain {
		n.Kind = resolve(from.Value)
		if b.onOneLine(from) {
			n.Place.EndLine, n.Place.EndColumn = n.Place.Line, n.Place.Column+utf8.RuneCountInString(from.Value)
		}
	}
	return n, nil
}

// longLine is where looking for the end of a scalar stops: it would cost the
// length of the line for each of them.
const longLine = 1000

// onOneLine reports whether a plain scalar stands on its line as it is, and was
// not folded from several.
func (b *builder) onOneLine(from *yaml.Node) bool {
	if from.Line < 1 || from.Line > len(b.lines) || len(b.lines[from.Line-1]) > longLine {
		return false
	}
	rest := b.lines[from.Line-1]
	for range from.Column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	return bytes.HasPrefix(rest, []byte(from.Value))
}

// tagged applies an explicit core tag.
func tagged(from *yaml.Node, n *Node) error {
	kinds := map[string]Kind{"!!str": String, "!!null": Null, "!!bool": Bool, "!!int": Int, "!!float": Float}
	if from.Tag == "!" {
		return nil
	}
	kind, known := kinds[from.Tag]
	if !known {
		return refuse(from, "tag %q is not supported", from.Tag)
	}
	if kind == String {
		return nil
	}
	found := resolve(from.Value)
	if found != kind && (found != Int || kind != Float) {
		return refuse(from, "%q is no %s", from.Value, strings.TrimPrefix(from.Tag, "!!"))
	}
	n.Kind = kind
	return nil
}

func checkTag(from *yaml.Node, core string) error {
	if from.Style&yaml.TaggedStyle != 0 && from.Tag != core && from.Tag != "!" {
		return refuse(from, "tag %q is not supported here", from.Tag)
	}
	return nil
}

func place(from *yaml.Node) Place { return Place{Line: from.Line, Column: from.Column} }

func refuse(at *yaml.Node, format string, args ...any) *Error {
	return &Error{Message: short(fmt.Sprintf(format, args...)), Place: place(at)}
}
