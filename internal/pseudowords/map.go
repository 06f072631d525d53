package pseudowords

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A Map says how words were replaced. It is one-to-one.
//
// As a file it is a JSON object with the seed and the words, each original word
// with its replacement, in the order of the originals:
//
//	{"seed":7,"words":{"cell":"welcoul","mark":"dukepe"}}
type Map struct {
	Seed  uint64            `json:"seed"`
	Words map[string]string `json:"words"`
}

// New returns what a word became, or the word itself if it stays.
func (m *Map) New(word string) string {
	if w, ok := m.Words[word]; ok {
		return w
	}
	return word
}

// Inverse returns the map that undoes m.
func (m *Map) Inverse() *Map {
	inv := &Map{Seed: m.Seed, Words: make(map[string]string, len(m.Words))}
	for old, word := range m.Words {
		inv.Words[word] = old
	}
	return inv
}

// Encode returns the file form of the map, one word per line.
func (m *Map) Encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		panic(err) // numbers and strings always have a JSON form
	}
	return b.Bytes()
}

// Read reads the file form of a map. It is an error if the map is not
// one-to-one, or if one of its words is not valid.
func Read(data []byte, valid func(word string) error) (*Map, error) {
	m, err := decode(data)
	if err == nil {
		err = m.validate(valid)
	}
	if err != nil {
		return nil, fmt.Errorf("word map: %w", err)
	}
	return m, nil
}

func decode(data []byte) (*Map, error) {
	var file struct {
		Seed  uint64 `json:"seed"`
		Words *list  `json:"words"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is text after the JSON object")
	}
	if file.Words == nil {
		return nil, errors.New(`there is no "words" object`)
	}
	return &Map{Seed: file.Seed, Words: *file.Words}, nil
}

// A list is the words object of a file. Unlike a plain map, it does not let the
// second of two equal keys win silently.
type list map[string]string

// UnmarshalJSON reads an object whose values are strings.
func (w *list) UnmarshalJSON(data []byte) error {
	*w = make(list)
	if err := json.Unmarshal(data, (*map[string]string)(w)); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	seen := make(map[json.Token]bool, len(*w))
	d.Token() // the opening brace
	for d.More() {
		key, _ := d.Token()
		if seen[key] {
			return fmt.Errorf("%q is replaced twice", key)
		}
		seen[key] = true
		d.Token() // the value
	}
	return nil
}

func (m *Map) validate(valid func(word string) error) error {
	origin := make(map[string]string, len(m.Words))
	for _, old := range slices.Sorted(maps.Keys(m.Words)) {
		word := m.Words[old]
		if err := valid(old); err != nil {
			return err
		}
		if err := valid(word); err != nil {
			return fmt.Errorf("what replaces %q: %w", old, err)
		}
		if first, twice := origin[word]; twice {
			return fmt.Errorf("%q and %q both become %q; each needs a word of its own", first, old, word)
		}
		origin[word] = old
	}
	return nil
}
