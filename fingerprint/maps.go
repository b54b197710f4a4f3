package fingerprint

import (
	"fmt"
	"slices"
)

// mapSet holds the declared maps as a small trie of steps; node 0 is the root,
// -1 is off every declared path.
type mapSet struct {
	paths []string
	nodes []mapNode
}

type mapNode struct {
	folds bool
	next  map[PathStep]int32
}

func newMapSet(paths []string) (*mapSet, error) {
	s := &mapSet{paths: slices.Compact(slices.Sorted(slices.Values(paths)))}
	if len(paths) == 0 {
		return s, nil
	}
	s.nodes = []mapNode{{}}
	for _, p := range s.paths {
		steps, err := SplitPath(p)
		if err != nil {
			return nil, fmt.Errorf("declared map: %w", err)
		}
		s.add(steps)
	}
	return s, nil
}

func (s *mapSet) add(steps []PathStep) {
	at := int32(0)
	for _, step := range steps {
		to, ok := s.nodes[at].next[step]
		if !ok {
			to = int32(len(s.nodes))
			s.nodes = append(s.nodes, mapNode{})
			if s.nodes[at].next == nil {
				s.nodes[at].next = map[PathStep]int32{}
			}
			s.nodes[at].next[step] = to
		}
		at = to
	}
	s.nodes[at].folds = true
}

// root returns the node to start from, -1 when no map is declared.
func (s *mapSet) root() int32 { return int32(min(0, len(s.nodes)-1)) }

func (s *mapSet) folds(at int32) bool { return at >= 0 && s.nodes[at].folds }

func (s *mapSet) step(at int32, step Step, name []byte) int32 {
	if at < 0 {
		return -1
	}
	if to, ok := s.nodes[at].next[PathStep{step, string(name)}]; ok {
		return to
	}
	return -1
}
