package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page is one Markdown file: its prose line by line, fenced blocks blanked, and
// the blocks.
type page struct {
	name   string // relative to the project folder, with slashes
	prose  []string
	blocks []block
}

// block is one fenced block.
type block struct {
	language string
	line     int // of its first line of text
	text     string
}

// pages are the documents of the project. Those of installed packages and of
// hidden folders are not ours.
func pages(t *testing.T) []page {
	t.Helper()
	var list []page
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != root && d.Name() != ".github"
		if d.IsDir() && (hidden || d.Name() == "node_modules" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(d.Name(), ".md") {
			list = append(list, readPage(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatalf("list the documents: %v", err)
	}
	if len(list) < 10 {
		t.Fatalf("only %d documents found", len(list))
	}
	return list
}

func readPage(t *testing.T, path string) page {
	t.Helper()
	name, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	p := page{name: filepath.ToSlash(name)}
	open := false
	for i, line := range strings.Split(readFile(t, path), "\n") {
		fence, fenced := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case fenced && open:
			open = false
		case fenced:
			open = true
			p.blocks = append(p.blocks, block{language: fence, line: i + 2})
		case open:
			p.blocks[len(p.blocks)-1].text += line + "\n"
		default:
			p.prose = append(p.prose, line)
			continue
		}
		p.prose = append(p.prose, "")
	}
	if open {
		t.Errorf("%s: a fenced block is not closed", p.name)
	}
	return p
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// spans are the inline code of a line of prose.
func spans(line string) []string {
	var list []string
	for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
		list = append(list, m[1])
	}
	return list
}

// named is the page of that name.
func named(t *testing.T, name string) page {
	t.Helper()
	return readPage(t, filepath.Join(root, filepath.FromSlash(name)))
}

// rows are the cells of the table rows of a page, without headings and rules.
func (p page) rows() [][]string {
	var list [][]string
	for i, line := range p.prose {
		heading := i+1 < len(p.prose) && strings.HasPrefix(p.prose[i+1], "|---")
		if !strings.HasPrefix(line, "| ") || heading {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		list = append(list, cells)
	}
	return list
}
