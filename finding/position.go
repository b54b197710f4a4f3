package finding

import (
	"path"
	"strings"
)

// DeclarationFile is the file of a manifest that findings without a place of
// their own point at (line 1): every manifest has one.
const DeclarationFile = "capabilities.yaml"

// In returns the position seen from the repository root, where root is the
// manifest folder relative to it (Run.Root). Backslashes become slashes, "." and
// doubled slashes go; a file that is already absolute, or has no name, stays.
func (p Position) In(root string) Position {
	file := strings.ReplaceAll(p.File, `\`, "/")
	if file == "" || path.IsAbs(file) || driveLetter(file) {
		p.File = file
		return p
	}
	p.File = path.Join(strings.ReplaceAll(root, `\`, "/"), file)
	return p
}

func driveLetter(file string) bool {
	return len(file) > 2 && file[1] == ':' && file[2] == '/'
}

// Whole returns the position with every number at least 1 and the end not
// before the start: what receivers demand of a region.
func (p Position) Whole() Position {
	p.Line = max(p.Line, 1)
	p.Column = max(p.Column, 1)
	p.EndLine = max(p.EndLine, p.Line)
	if p.EndColumn < 1 || p.EndLine == p.Line && p.EndColumn < p.Column {
		p.EndColumn = p.Column
	}
	return p
}

// Place is where a finding of s is shown: its own position, else that of the
// subject, else the declaration file, line 1; seen from the repository root.
func (s Subject) Place(f Finding, root string) Position {
	for _, p := range []*Position{f.Position, s.Position} {
		if p != nil && p.Known() {
			return p.In(root).Whole()
		}
	}
	return Position{File: DeclarationFile}.In(root).Whole()
}
