// Package recordedpath reads the paths of recorded shapes. They are joined
// naively, keys and all, so that only the shape itself tells where a key ends.
package recordedpath

import (
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// Masked stands for a key that looks like personal data or a secret.
const Masked = "•••"

// Shape knows the objects of a recorded shape.
type Shape struct {
	objects map[string]bool
	// lengths are those of the objects' paths, so that a long path need not be
	// looked up at each of its dots.
	lengths map[int]bool
}

// Of indexes one or several recorded shapes.
func Of(shapes ...[]manifest.ShapeEntry) Shape {
	s := Shape{objects: map[string]bool{}, lengths: map[int]bool{}}
	for _, shape := range shapes {
		for _, e := range shape {
			if e.Type == "object" {
				s.objects[e.Path], s.lengths[len(e.Path)] = true, true
			}
		}
	}
	return s
}

// Owner splits a path at the longest recorded object above it: what follows is
// one key, dots and all. Both are empty where there is no such object.
func (s Shape) Owner(path string) (parent, key string) {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' && s.lengths[i] && s.objects[path[:i]] {
			return path[:i], path[i+1:]
		}
	}
	return "", ""
}

// Mask returns the path with every key masked that looks like personal data or
// a secret.
func (s Shape) Mask(path string) string {
	parent, key := s.Owner(path)
	if parent == "" {
		return path
	}
	shown := Name(key)
	elements := key[len(shown):]
	if _, secret := fingerprint.LooksSecret(shown); secret {
		shown = Masked
	}
	return s.Mask(parent) + "." + shown + elements
}

// Name is a key without the elements that follow it.
func Name(key string) string {
	for strings.HasSuffix(key, "[]") {
		key = strings.TrimSuffix(key, "[]")
	}
	return key
}
