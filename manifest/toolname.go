package manifest

import "slices"

// ToolName is the name under which a capability is advertised: its id with
// every character outside [A-Za-z0-9_-] replaced by "_" (DR5.16).
func ToolName(id string) string {
	name := []rune(id)
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (r < '0' || r > '9') && r != '_' && r != '-' {
			name[i] = '_'
		}
	}
	return string(name)
}

// Collision is a tool name that several capabilities would be advertised under.
type Collision struct {
	Name string
	IDs  []string
}

// Collisions lists the ambiguous names among the bound tools, in the order in
// which they show up (DR5.17). Ids that a manifest may hold never collide; those
// of an artifact written by hand may.
func Collisions(ir *IR) []Collision {
	byID := map[string]bool{}
	for _, t := range ir.Tools {
		if t.Bound() {
			byID[t.ID] = true
		}
	}
	var found []Collision
	at, owner := map[string]int{}, map[string]string{}
	for _, t := range ir.Tools {
		if !t.Bound() {
			continue
		}
		name := ToolName(t.ID)
		ids := colliding(name, t.ID, owner, byID)
		if _, owned := owner[name]; !owned {
			owner[name] = t.ID
		}
		if len(ids) < 2 {
			continue
		}
		if i, known := at[name]; known {
			found[i].IDs = appendNew(found[i].IDs, t.ID)
			continue
		}
		at[name] = len(found)
		found = append(found, Collision{Name: name, IDs: ids})
	}
	return found
}

// colliding lists who claims a name: the tool with that raw id, the earlier
// owner, then the tool at hand.
func colliding(name, id string, owner map[string]string, byID map[string]bool) []string {
	var ids []string
	if byID[name] {
		ids = append(ids, name)
	}
	if earlier, owned := owner[name]; owned {
		ids = appendNew(ids, earlier)
	}
	return appendNew(ids, id)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
