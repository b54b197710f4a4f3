package manifest

import "strings"

// spot is a place in a document; nil is the root. The pointer is only spelled
// out when something is wrong there.
type spot struct {
	up  *spot
	key string
}

func (s *spot) in(key string) *spot { return &spot{up: s, key: key} }

// String is the JSON pointer, "/" for the root (DR1.15).
func (s *spot) String() string {
	if s == nil {
		return "/"
	}
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(s.key)
	if s.up == nil {
		return "/" + escaped
	}
	return s.up.String() + "/" + escaped
}
