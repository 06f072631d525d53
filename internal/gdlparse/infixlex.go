package gdlparse

import (
	"strings"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// A kind is a kind of infix token.
type kind uint8

const (
	tokEnd kind = iota
	tokName
	tokVar
	tokOpen
	tokClose
	tokComma
	tokDot
	tokArrow
	tokAnd
	tokOr
	tokNot
	tokUnequal
	tokBad // an error that was reported already
)

var kindNames = [...]string{"the end of the file", "a name", "a variable", "(", ")", ",", ".", ":-", "&", "|", "~", "!=", "text"}

func (k kind) String() string { return kindNames[k] }

type token struct {
	kind       kind
	name       string // of tokName and tokVar
	start, end int
	quoted     bool
}

func (t token) span() source.Span { return source.Range(t.start, t.end) }

// operators lists the marks of infix, longer ones before their prefixes.
var operators = []struct {
	text string
	kind kind
}{
	{":-", tokArrow}, {"<=", tokArrow}, {"<-", tokArrow}, {"⇐", tokArrow}, {"←", tokArrow},
	{`\Leftarrow`, tokArrow}, {`\leftarrow`, tokArrow},
	{"!=", tokUnequal}, {"≠", tokUnequal}, {`\neq`, tokUnequal},
	{"&", tokAnd}, {"∧", tokAnd}, {`\wedge`, tokAnd}, {`\land`, tokAnd},
	{"|", tokOr}, {"∨", tokOr}, {`\vee`, tokOr}, {`\lor`, tokOr},
	{"~", tokNot}, {"-", tokNot}, {"¬", tokNot}, {`\neg`, tokNot}, {`\lnot`, tokNot},
	{"(", tokOpen}, {")", tokClose}, {",", tokComma}, {".", tokDot},
}

var wordOperators = map[string]kind{gdl.NotWord: tokNot, gdl.AndWord: tokAnd, gdl.OrWord: tokOr}

// An infixLexer splits infix text into tokens.
type infixLexer struct {
	prog   *gdl.Program
	list   *source.List
	text   string
	pos    int
	errors int
	// lastBad is the end of the bad text reported last: a run of it is one error.
	lastBad int
	quiet   bool // report nothing, because the current clause was given up
}

func (l *infixLexer) report(code *source.Code, at source.Span, format string, args ...any) *source.Diagnostic {
	if l.quiet {
		return &source.Diagnostic{}
	}
	l.errors++
	return l.list.Report(code, at, format, args...)
}

// skip passes over white space, comments and the dollar signs of TeX.
func (l *infixLexer) skip() {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		switch {
		case gdllex.IsSpace(c) || c == '$':
			l.pos++
		case c == '%' || strings.HasPrefix(l.text[l.pos:], "//"):
			mark := 1
			if c == '/' {
				mark = 2
			}
			l.pos = skipComment(l.prog, l.text, l.pos, mark)
		default:
			return
		}
	}
}

func (l *infixLexer) next() token {
	l.skip()
	start := l.pos
	if start >= len(l.text) {
		return token{kind: tokEnd, start: start, end: start}
	}
	c, _ := utf8.DecodeRuneInString(l.text[start:])
	switch {
	case c == '\'':
		return l.quoted()
	case gdllex.IsWordRune(c):
		return l.word(c)
	}
	for _, op := range operators {
		if strings.HasPrefix(l.text[start:], op.text) {
			l.pos += len(op.text)
			return token{kind: op.kind, start: start, end: l.pos}
		}
	}
	return l.bad()
}

func (l *infixLexer) word(first rune) token {
	start := l.pos
	l.pos = gdllex.NumberOrWordEnd(l.text, start)
	t := token{kind: tokName, name: l.text[start:l.pos], start: start, end: l.pos}
	if op, ok := wordOperators[t.name]; ok {
		t.kind = op
	} else if gdllex.IsVariable(first) {
		t.kind = tokVar
	}
	return t
}

func (l *infixLexer) quoted() token {
	t := token{kind: tokName, start: l.pos, quoted: true}
	var closed bool
	t.name, l.pos, closed = gdllex.Quoted(l.text, t.start)
	t.end = l.pos
	if !closed {
		l.report(BadQuote, t.span(), "this quote is not closed on its line")
		t.kind = tokBad
	} else if why := gdllex.WhyNoConstant(t.name); why != "" {
		l.report(BadQuote, t.span(), "a constant %s", why)
		t.kind = tokBad
	}
	return t
}

func (l *infixLexer) bad() token {
	start := l.pos
	c, size := utf8.DecodeRuneInString(l.text[l.pos:])
	l.pos += size
	t := token{kind: tokBad, start: start, end: l.pos}
	switch {
	case l.lastBad == start && start > 0:
	case c == utf8.RuneError && size == 1:
		l.report(BadCharacter, t.span(), "byte 0x%02x is no UTF-8 text", l.text[start])
	case c == '?':
		l.report(BadCharacter, t.span(), "a question mark marks variables in prefix GDL, but this is infix").
			Advise("an infix variable begins with an upper-case letter")
	case c == ';':
		l.report(BadCharacter, t.span(), "a semicolon begins a comment in prefix GDL, but this is infix").
			Advise("use %% for a comment")
	case c == '/' && start > 0 && gdllex.IsDigits(l.text[start-1:start]):
		l.report(BadCharacter, t.span(), "there are no fractions in GDL").
			Advise("times are decimal numbers with at most 9 digits after the point: %s", gdl.FractionAdvice)
	default:
		l.report(BadCharacter, t.span(), "the character %q has no meaning in infix GDL", c).
			Advise("a constant that is no plain word stands in single quotes: 'less-than'")
	}
	l.lastBad = l.pos
	return t
}
