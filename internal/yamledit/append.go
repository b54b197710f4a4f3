package yamledit

import "errors"

// Append adds lines as the last children of the block at path. The lines carry
// their own relative indentation. With create, a missing last element of the
// path is made as the last child of its parent (VR8.16 to VR8.18).
func (d *Document) Append(path []string, create bool, lines []string) error {
	b, err := d.find(path...)
	var missing *missingKeyError
	if create && len(path) > 0 && errors.As(err, &missing) && missing.key == path[len(path)-1] {
		key := path[len(path)-1]
		if b, err = d.find(path[:len(path)-1]...); err != nil {
			return refused(err)
		}
		lines = append([]string{Scalar(key) + ":"}, indented(2, lines)...)
	}
	if err != nil {
		return refused(err)
	}
	d.replace(b.end, b.end, indented(b.childIndent, lines))
	return nil
}
