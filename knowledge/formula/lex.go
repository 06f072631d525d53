package formula

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/internal/gdllex"
	"ludex/source"
)

// A kind is a kind of token.
type kind uint8

const (
	tokEnd kind = iota
	tokName
	tokVar
	tokOpen
	tokClose
	tokComma
	tokColon
	tokBracket
	tokUnbracket
	tokBrace
	tokUnbrace
	tokNot
	tokAnd
	tokOr
	tokImplies
	tokUnequal
	tokBad // an error that was reported already
)

// symbols lists the symbols of the language, longer ones before their prefixes.
var symbols = []struct {
	text string
	kind kind
}{
	{"=>", tokImplies}, {"->", tokImplies}, {"⇒", tokImplies}, {"→", tokImplies},
	{"!=", tokUnequal}, {"≠", tokUnequal},
	{"&", tokAnd}, {"∧", tokAnd}, {"|", tokOr}, {"∨", tokOr},
	{"~", tokNot}, {"¬", tokNot}, {"!", tokNot},
	{"(", tokOpen}, {")", tokClose}, {",", tokComma}, {":", tokColon},
	{"[", tokBracket}, {"]", tokUnbracket}, {"{", tokBrace}, {"}", tokUnbrace},
}

// connectives are the connectives that are words.
var connectives = map[string]kind{words[opNot]: tokNot, words[opAnd]: tokAnd, words[opOr]: tokOr, words[opImplies]: tokImplies}

type token struct {
	kind       kind
	name       string // of tokName and tokVar
	quoted     bool
	start, end int
}

func (t token) span() source.Span { return source.Range(t.start, t.end) }

// A lexer splits text into tokens. It keeps the first error only, since later ones
// are mostly consequences.
type lexer struct {
	list *source.List
	text string
	pos  int
}

func (l *lexer) fail(at source.Span, format string, args ...any) *source.Diagnostic {
	if len(l.list.Items) > 0 {
		return &source.Diagnostic{}
	}
	return l.list.Report(syntax, at, format, args...)
}

func (l *lexer) next() token {
	for l.pos < len(l.text) && gdllex.IsSpace(l.text[l.pos]) {
		l.pos++
	}
	start := l.pos
	if start == len(l.text) {
		return token{kind: tokEnd, start: start, end: start}
	}
	c, size := utf8.DecodeRuneInString(l.text[start:])
	switch {
	case c == '\'':
		return l.quoted()
	case c == '?':
		return l.prefixVariable()
	case gdllex.IsWordRune(c):
		return l.word(c)
	}
	for _, m := range symbols {
		if strings.HasPrefix(l.text[start:], m.text) {
			l.pos += len(m.text)
			return token{kind: m.kind, start: start, end: l.pos}
		}
	}
	l.pos += size
	t := token{kind: tokBad, start: start, end: l.pos}
	l.fail(t.span(), "%s has no meaning in a formula", describeRune(c, l.text[start])).
		Advise("a constant that is no plain word stands in single quotes: 'less-than'")
	return t
}

func describeRune(c rune, first byte) string {
	if c == utf8.RuneError {
		return fmt.Sprintf("byte 0x%02x", first)
	}
	return fmt.Sprintf("the character %q", c)
}

// word reads a name or variable, or a decimal number.
func (l *lexer) word(first rune) token {
	start := l.pos
	l.pos = gdllex.NumberOrWordEnd(l.text, start)
	t := token{kind: tokName, start: start, end: l.pos, name: l.text[start:l.pos]}
	if k, ok := connectives[t.name]; ok {
		t.kind = k
	} else if gdllex.IsVariable(first) {
		t.kind = tokVar
	}
	return t
}

// prefixVariable reads a variable that is written as in prefix GDL.
func (l *lexer) prefixVariable() token {
	t := token{kind: tokVar, start: l.pos}
	l.pos = gdllex.WordEnd(l.text, l.pos+1)
	t.end = l.pos
	if t.name = infixVariable(l.text[t.start+1 : t.end]); t.name == "" {
		l.fail(t.span(), "a variable needs a name right after the question mark")
		t.kind = tokBad
	}
	return t
}

// infixVariable returns the infix name of a prefix variable, or "" if there is none.
func infixVariable(word string) string {
	if word == "" || gdllex.WordEnd(word, 0) < len(word) {
		return ""
	}
	first, size := utf8.DecodeRuneInString(word)
	upper := unicode.ToUpper(first)
	if unicode.IsUpper(upper) {
		return string(upper) + word[size:]
	}
	return "_" + word
}

// quoted reads a constant in single quotes.
func (l *lexer) quoted() token {
	t := token{kind: tokName, quoted: true, start: l.pos}
	var closed bool
	t.name, l.pos, closed = gdllex.Quoted(l.text, t.start)
	t.end = l.pos
	if !closed {
		l.fail(t.span(), "this quote is not closed")
		t.kind = tokBad
	} else if why := gdllex.WhyNoConstant(t.name); why != "" {
		l.fail(t.span(), "a constant %s", why)
		t.kind = tokBad
	}
	return t
}
