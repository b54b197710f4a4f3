package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"github.com/archverify/archverify/fingerprint"
)

// contender is one way to read a document; the first is the one that is judged.
type contender struct {
	name string
	read func(doc []byte) error
}

var contenders = []contender{
	{"evidence", evidence},
	{"jsontext", tokens},
	{"gjson", validatedWalk},
	{"any", intoAny},
	{"bytes", byteLoop},
}

// evidence is the whole pass: shape, fingerprint, counts and formats.
func evidence(doc []byte) error {
	r, err := fingerprint.ScanBytes(doc, fingerprint.Options{Limits: fingerprint.Limits{Bytes: int64(len(doc)), Paths: 1 << 26, PathText: 1 << 31}})
	if err != nil {
		return err
	}
	if r.Fingerprint() == "" || r.Tree().Len() == 0 {
		return errors.New("nothing was counted")
	}
	return nil
}

func tokens(doc []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(doc), jsontext.AllowDuplicateNames(true))
	for {
		if _, err := d.ReadToken(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func validatedWalk(doc []byte) error {
	if !gjson.ValidBytes(doc) {
		return errors.New("gjson: not JSON")
	}
	if walk(gjson.ParseBytes(doc)) == 0 {
		return errors.New("gjson: nothing was found")
	}
	return nil
}

func walk(v gjson.Result) int {
	n := 1
	if v.IsObject() || v.IsArray() {
		v.ForEach(func(_, child gjson.Result) bool {
			n += walk(child)
			return true
		})
	}
	return n
}

func intoAny(doc []byte) error {
	var v any
	return json.Unmarshal(doc, &v)
}

// byteLoop is the bound: look at every byte once and tell structure apart.
func byteLoop(doc []byte) error {
	n := 0
	for _, c := range doc {
		switch c {
		case '{', '}', '[', ']', ':', ',', '"':
			n++
		}
	}
	if n == 0 {
		return errors.New("no structure")
	}
	return nil
}
