package cli

import (
	"errors"
	"net"
	"path"
	"strings"
)

// listFlag collects words, parted by commas or given one by one. A word that
// could never match anything is refused, and so is naming nothing: a list that
// a script left empty must not mean everything.
type listFlag struct {
	words *[]string
	kind  string
	check func(word string) error
}

func (f *listFlag) String() string { return strings.Join(*f.words, ",") }
func (f *listFlag) Type() string   { return f.kind }

func (f *listFlag) Set(text string) error {
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if err := f.check(word); err != nil {
			return err
		}
		*f.words = append(*f.words, word)
	}
	return nil
}

// checkPattern refuses what cannot match the name of a variable.
func checkPattern(word string) error {
	if _, err := path.Match(word, ""); err != nil || word == "" || strings.ContainsAny(word, "=/ ") {
		return errors.New("is no name or pattern of variables such as SHOP_KEY or SHOP_*")
	}
	return nil
}

// checkHost refuses what cannot match a host, a port among it.
func checkHost(word string) error {
	host := strings.TrimPrefix(word, "*.")
	port := strings.Contains(host, ":") && net.ParseIP(strings.Trim(host, "[]")) == nil
	if host == "" || port || strings.ContainsAny(host, "*/@ ") {
		return errors.New("is no host such as api.example.com or *.example.com")
	}
	return nil
}
