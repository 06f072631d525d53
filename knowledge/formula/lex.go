package formula

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

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
	for l.pos < len(l.text) && strings.IndexByte(" \t\r\n\f\v", l.text[l.pos]) >= 0 {
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
	case isWordRune(c):
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

func isWordRune(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// word reads a name or variable, or a decimal number.
func (l *lexer) word(first rune) token {
	t := token{kind: tokName, start: l.pos}
	l.pos = l.wordEnd(l.pos)
	if isDigits(l.text[t.start:l.pos]) && l.pos < len(l.text) && l.text[l.pos] == '.' {
		if end := l.wordEnd(l.pos + 1); isDigits(l.text[l.pos+1 : end]) {
			l.pos = end
		}
	}
	t.end, t.name = l.pos, l.text[t.start:l.pos]
	if k, ok := connectives[t.name]; ok {
		t.kind = k
	} else if first == '_' || unicode.IsUpper(first) {
		t.kind = tokVar
	}
	return t
}

func (l *lexer) wordEnd(i int) int {
	for i < len(l.text) {
		c, size := utf8.DecodeRuneInString(l.text[i:])
		if !isWordRune(c) {
			break
		}
		i += size
	}
	return i
}

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(c rune) bool { return c < '0' || c > '9' }) < 0
}

// prefixVariable reads a variable that is written as in prefix GDL.
func (l *lexer) prefixVariable() token {
	t := token{kind: tokVar, start: l.pos}
	l.pos = l.wordEnd(l.pos + 1)
	t.end = l.pos
	if t.name = infixVariable(l.text[t.start+1 : t.end]); t.name == "" {
		l.fail(t.span(), "a variable needs a name right after the question mark")
		t.kind = tokBad
	}
	return t
}

// infixVariable returns the infix name of a prefix variable, or "" if there is none.
func infixVariable(word string) string {
	if word == "" || strings.IndexFunc(word, func(c rune) bool { return !isWordRune(c) }) >= 0 {
		return ""
	}
	first, size := utf8.DecodeRuneInString(word)
	upper := unicode.ToUpper(first)
	if unicode.IsUpper(upper) {
		return string(upper) + word[size:]
	}
	return "_" + word
}

// quoted reads a constant in single quotes; a doubled quote stands for one.
func (l *lexer) quoted() token {
	t := token{kind: tokName, quoted: true, start: l.pos}
	var name strings.Builder
	for i := t.start + 1; i < len(l.text); i++ {
		if l.text[i] != '\'' {
			name.WriteByte(l.text[i])
			continue
		}
		if i+1 < len(l.text) && l.text[i+1] == '\'' {
			name.WriteByte('\'')
			i++
			continue
		}
		l.pos, t.end, t.name = i+1, i+1, name.String()
		if !isConstant(t.name) {
			l.fail(t.span(), "this is no constant: one has no blanks and parentheses and does not begin with a question mark")
			t.kind = tokBad
		}
		return t
	}
	l.pos, t.end, t.kind = len(l.text), len(l.text), tokBad
	l.fail(t.span(), "this quote is not closed")
	return t
}

// isConstant reports whether a constant could be written in prefix GDL.
func isConstant(name string) bool {
	return name != "" && name[0] != '?' && !strings.ContainsAny(name, " \t\r\n\f\v();") && utf8.ValidString(name) &&
		strings.IndexFunc(name, func(c rune) bool { return !unicode.IsPrint(c) }) < 0
}
