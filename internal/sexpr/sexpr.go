// Package sexpr splits S-expressions, the syntax of the GGP protocol and of states in
// match records. It does not build trees: package gdlparse does that for rules.
package sexpr

import "errors"

var (
	errBrackets = errors.New("its brackets do not fit")
	errNoList   = errors.New("it is no list")
)

// Items returns the texts of the items of a list such as "(a (b c) d)": "a", "(b c)"
// and "d". Comments from ";" to the end of the line are ignored between items. Items
// is not recursive, and takes time linear in the length of any text.
func Items(text string) ([]string, error) {
	s := splitter{text: text, from: -1}
	for i := 0; i < len(text); i++ {
		if text[i] == ';' {
			s.cut(i)
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		}
		if err := s.next(i); err != nil {
			return nil, err
		}
	}
	if !s.closed {
		return nil, errBrackets
	}
	return s.items, nil
}

// A splitter is the state of Items at a character of the text.
type splitter struct {
	text   string
	items  []string
	depth  int  // of brackets
	from   int  // where the current item began; -1 if there is none
	closed bool // the list has ended
}

// next processes the character at an index.
func (s *splitter) next(i int) error {
	c := s.text[i]
	blank := c == ' ' || c == '\t' || c == '\n' || c == '\r'
	switch {
	case s.closed && !blank:
		return errBrackets
	case c == '(':
		s.cut(i)
		s.begin(i)
		s.depth++
	case c == ')':
		return s.close(i)
	case blank:
		s.cut(i)
	case s.depth == 0:
		return errNoList
	default:
		s.begin(i)
	}
	return nil
}

// begin begins an item, unless one has begun.
func (s *splitter) begin(i int) {
	if s.depth == 1 && s.from < 0 {
		s.from = i
	}
}

// cut ends an item that is a word before an index.
func (s *splitter) cut(i int) {
	if s.depth == 1 && s.from >= 0 {
		s.items, s.from = append(s.items, s.text[s.from:i]), -1
	}
}

// close processes a closing bracket.
func (s *splitter) close(i int) error {
	s.cut(i)
	if s.depth--; s.depth < 0 {
		return errBrackets
	}
	s.cut(i + 1)
	s.closed = s.depth == 0
	return nil
}
