package fingerprint

import "fmt"

// parsed is a forest of paths read from a file, with the counts they came with.
type parsed struct {
	t     *trie
	found []Counts
	set   []bool
	// anyKey finds the {} child, which a list of many siblings would hide.
	anyKey map[int32]int32
}

func (p *parsed) children(id int32, yield func(int32, Step)) {
	n := p.t.at(id)
	if n.elem >= 0 {
		yield(n.elem, StepElement)
	}
	for c := n.child; c >= 0; c = p.t.at(c).next {
		yield(c, p.t.at(c).step)
	}
}

func (p *parsed) width(id int32) int { return int(p.t.at(id).width) + 1 }

func (p *parsed) name(id int32) []byte { return p.t.name(id) }

func (p *parsed) counts(id int32) Counts { return p.found[id] }

func (p *parsed) objects(id int32) uint64 { return p.found[id].Object }

func (p *parsed) size() (nodes, names int) { return p.t.len, len(p.t.names) }

func readPaths(m Value) (*Tree, error) {
	if m.Word() != WordObject {
		return nil, fmt.Errorf("want an object, not %s", m.Word())
	}
	p := &parsed{t: newTrie(), found: []Counts{noCounts}, set: []bool{false}, anyKey: map[int32]int32{}}
	for path, counts := range m.Members() {
		if err := p.add(path, counts); err != nil {
			return nil, err
		}
	}
	return assemble([]forest{p}, &mapSet{}).settled(), nil
}

func (p *parsed) add(path string, m Value) error {
	steps, err := SplitPath(path)
	if err != nil {
		return err
	}
	if len(steps) > defaultDepth {
		return fmt.Errorf("path %q is more than %d steps deep", clip(path), defaultDepth)
	}
	id := int32(0)
	for _, s := range steps {
		if id, err = p.descend(id, s); err != nil {
			return err
		}
	}
	if p.set[id] {
		return fmt.Errorf("path %q stands there twice", clip(path))
	}
	p.set[id] = true
	p.found[id], err = readCounts(m)
	if err != nil {
		return fmt.Errorf("path %q: %w", clip(path), err)
	}
	return nil
}

func (p *parsed) descend(id int32, s PathStep) (int32, error) {
	if next := p.existing(id, s); next >= 0 {
		return next, nil
	}
	if p.t.len >= 2*defaultPaths {
		return 0, fmt.Errorf("more than %d paths", 2*defaultPaths)
	}
	p.found = append(p.found, noCounts)
	p.set = append(p.set, false)
	switch s.Step {
	case StepElement:
		return p.t.addElement(id), nil
	case StepAnyKey:
		next := p.t.link(id, StepAnyKey, nil)
		p.anyKey[id] = next
		return next, nil
	}
	name := []byte(s.Name)
	return p.t.addKey(id, name, p.t.hashOf(id, name), nil), nil
}

func (p *parsed) existing(id int32, s PathStep) int32 {
	switch s.Step {
	case StepElement:
		return p.t.at(id).elem
	case StepAnyKey:
		if next, ok := p.anyKey[id]; ok {
			return next
		}
		return -1
	}
	next, _ := p.t.find(id, []byte(s.Name))
	return next
}

func readCounts(m Value) (Counts, error) {
	if m.Word() != WordObject {
		return Counts{}, fmt.Errorf("want an object of counts, not %s", m.Word())
	}
	c := noCounts
	shared := false
	for name, v := range m.Members() {
		if name == "leastShare" {
			shared = true
		}
		if err := c.read(name, v); err != nil {
			return Counts{}, fmt.Errorf("%q: %w", clip(name), err)
		}
	}
	if n := c.Occurrences(); !shared && n > 0 {
		c.LeastShare = share(c.Has(), n)
	}
	c.forms = c.Format.forms() // the strings are gone, the stored class stands for them
	return c, c.check()
}

func (c *Counts) read(name string, v Value) (err error) {
	switch name {
	case "leastShare":
		c.LeastShare, err = readShare(v)
		return err
	case "format":
		f, ok := parseFormat(v.Str())
		if !ok {
			return fmt.Errorf("%q is no format", clip(v.Str()))
		}
		c.Format = f
		return nil
	case "formatCount":
		c.FormatCount, err = readCount(v)
		return err
	}
	for _, m := range countMembers {
		if m.name == name {
			*m.at(c), err = readCount(v)
			return err
		}
	}
	return fmt.Errorf("unknown count")
}

func readCount(v Value) (uint64, error) {
	f := v.Number()
	if v.Word() != WordNumber || f < 0 || f > mostCount || f != float64(uint64(f)) {
		return 0, fmt.Errorf("want a whole number from 0 to %d", uint64(mostCount))
	}
	return uint64(f), nil
}

func readShare(v Value) (float64, error) {
	f := v.Number()
	if v.Word() != WordNumber || f < 0 || f > 1 {
		return 0, fmt.Errorf("want a share from 0 to 1")
	}
	return f, nil
}

// check refuses counts that contradict each other.
func (c *Counts) check() error {
	switch {
	case c.EmptyArray > c.Array:
		return fmt.Errorf("%d empty arrays among %d", c.EmptyArray, c.Array)
	case c.Empty > c.String:
		return fmt.Errorf("%d empty strings among %d", c.Empty, c.String)
	case c.FormatCount > c.String-c.Empty:
		return fmt.Errorf("%d strings of a format among %d", c.FormatCount, c.String-c.Empty)
	case (c.Format == FormatNone) != (c.FormatCount == 0):
		return fmt.Errorf("%q and %q come together", "format", "formatCount")
	}
	return nil
}
