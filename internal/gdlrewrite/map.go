// Package gdlrewrite holds functions from program to program: scrambling of words, the
// translations of GDL into GDL-II and rtGDL, the removal of disjunctions and the renaming
// of variables.
//
// No function changes its argument. A result shares no mutable memory with it.
package gdlrewrite

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"ludex/gdl"
	"ludex/internal/pseudowords"
	"ludex/source"
)

// A Map says how words were replaced. It is one-to-one.
type Map struct{ pseudowords.Map }

// Apply returns the program with its words replaced, and without its comments
// and positions, which belong to the original words. Words that are not in the map
// stay; the caller must make sure that none of them is one of the new words.
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
	if t.Kind != gdl.Variable {
		t.Name = m.New(t.Name)
	}
}

// Inverse returns the map that undoes m.
func (m *Map) Inverse() *Map { return &Map{*m.Map.Inverse()} }

// ReadMap reads the file form of a map. It is an error if the map is not
// one-to-one, if it replaces or introduces a reserved word or a number, or if a
// word cannot be one in a description.
func ReadMap(data []byte) (*Map, error) {
	m, err := pseudowords.Read(data, validWord)
	if err != nil {
		return nil, err
	}
	return &Map{*m}, nil
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
