package rewrite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"ludex/gdl"
	"ludex/source"
)

// A Map says how words were replaced. It is one-to-one.
//
// As a file it is a JSON object with the seed and the words, the original word
// before the one that took its place, in the order of the originals:
//
//	{"seed":7,"words":{"cell":"welcoul","mark":"dukepe"}}
type Map struct {
	Seed  uint64            `json:"seed"`
	Words map[string]string `json:"words"`
}

// Apply returns the program with its words replaced, and without its comments
// and positions, which belong to the original words. Words that are not in the
// map stay; it is up to the caller that none of them is one of the new words.
func (m *Map) Apply(p *gdl.Program) *gdl.Program {
	q := copyProgram(p)
	q.Comments = nil
	clearSpans(q)
	q.Walk(m.rename)
	return q
}

// Term returns a term, such as a move, with its words replaced and without its
// positions. Words that are not in the map stay.
func (m *Map) Term(t gdl.Term) gdl.Term {
	u := copyTerm(&t)
	u.Walk(func(t *gdl.Term) {
		t.Span = source.Span{}
		m.rename(t)
	})
	return u
}

func (m *Map) rename(t *gdl.Term) {
	if t.Kind == gdl.Variable {
		return
	}
	if word, ok := m.Words[t.Name]; ok {
		t.Name = word
	}
}

// Inverse returns the map that undoes m.
func (m *Map) Inverse() *Map {
	inv := &Map{Seed: m.Seed, Words: make(map[string]string, len(m.Words))}
	for old, word := range m.Words {
		inv.Words[word] = old
	}
	return inv
}

// Encode returns the file form of the map, one word a line.
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

// ReadMap reads the file form of a map. It is an error if the map is not
// one-to-one, if it replaces or brings in a reserved word or a number, or if a
// word cannot be one in a description.
func ReadMap(data []byte) (*Map, error) {
	m, err := decodeMap(data)
	if err == nil {
		err = m.validate()
	}
	if err != nil {
		return nil, fmt.Errorf("word map: %w", err)
	}
	return m, nil
}

func decodeMap(data []byte) (*Map, error) {
	var file struct {
		Seed  uint64    `json:"seed"`
		Words *wordList `json:"words"`
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

// A wordList is the words object of a file. Unlike a plain map, it does not
// let the second of two equal keys win silently.
type wordList map[string]string

// UnmarshalJSON reads an object whose values are strings.
func (w *wordList) UnmarshalJSON(data []byte) error {
	*w = make(wordList)
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

func (m *Map) validate() error {
	origin := make(map[string]string, len(m.Words))
	for _, old := range slices.Sorted(maps.Keys(m.Words)) {
		word := m.Words[old]
		if err := validWord(old); err != nil {
			return err
		}
		if err := validWord(word); err != nil {
			return fmt.Errorf("what replaces %q: %w", old, err)
		}
		if first, twice := origin[word]; twice {
			return fmt.Errorf("%q and %q both become %q; each needs a word of its own", first, old, word)
		}
		origin[word] = old
	}
	return nil
}

func validWord(word string) error {
	switch {
	case word == "":
		return errors.New("a word is empty")
	case gdl.IsReserved(fold(word)):
		return fmt.Errorf("%q is a reserved word and must stay as it is", word)
	case isNumber(word):
		return fmt.Errorf("%q is a number and must stay as it is", word)
	case strings.HasPrefix(word, "?"):
		return fmt.Errorf("%q is a variable of prefix GDL, not a word", word)
	case strings.ContainsFunc(word, endsWord):
		return fmt.Errorf("%q is no word: it has a blank, a parenthesis, a semicolon or an unprintable character", word)
	}
	return nil
}

func endsWord(c rune) bool {
	return strings.ContainsRune(" ();", c) || !unicode.IsPrint(c)
}
