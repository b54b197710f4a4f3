package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// answer is one real answer: a name for people and the decoded body.
type answer struct {
	name string
	body any
}

const (
	smallest = 20      // bytes; below, there is nothing to change
	largest  = 1 << 20 // bytes; above, one answer would outweigh the rest
)

// load reads every answer of the folders and documents, in name order.
func load(dirs, documents []string, most int) ([]answer, error) {
	var all []answer
	for _, dir := range dirs {
		found, err := fromFolder(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	for _, name := range documents {
		found, err := fromOpenAPI(name)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b answer) int { return strings.Compare(a.name, b.name) })
	if most > 0 && len(all) > most {
		all = all[:most]
	}
	return all, nil
}

func fromFolder(dir string) ([]answer, error) {
	var all []answer
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if body, ok := usable(data); ok {
			all = append(all, answer{name: filepath.Base(dir) + "/" + filepath.Base(path), body: body})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read answers in %q: %w", dir, err)
	}
	return all, nil
}

// usable decodes an answer that is an object or an array of objects.
func usable(data []byte) (any, bool) {
	var body any
	if len(data) < smallest || len(data) > largest || json.Unmarshal(data, &body) != nil {
		return nil, false
	}
	switch b := body.(type) {
	case map[string]any:
		return body, len(b) > 0
	case []any:
		_, rows := objects(b)
		return body, rows
	}
	return nil, false
}

// objects reports whether every element is an object, and there is one.
func objects(list []any) ([]map[string]any, bool) {
	var rows []map[string]any
	for _, e := range list {
		row, ok := e.(map[string]any)
		if !ok {
			return nil, false
		}
		rows = append(rows, row)
	}
	return rows, len(rows) > 0
}

func fromOpenAPI(name string) ([]answer, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read OpenAPI document: %w", err)
	}
	var doc struct {
		Components struct {
			Examples map[string]struct{ Value any }
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("read OpenAPI document %q: %w", name, err)
	}
	var all []answer
	for key, example := range doc.Components.Examples {
		text, err := json.Marshal(example.Value)
		if err != nil {
			return nil, fmt.Errorf("example %q: %w", key, err)
		}
		if body, ok := usable(text); ok {
			all = append(all, answer{name: strings.TrimSuffix(filepath.Base(name), ".json") + "#" + key, body: body})
		}
	}
	return all, nil
}
