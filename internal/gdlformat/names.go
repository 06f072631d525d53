package gdlformat

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdllex"
)

// variable writes a variable, in prefix under a name that differs from the other
// variables of its clause.
func (p *printer) variable(name string) {
	if p.infix() {
		p.write(name)
		return
	}
	p.write("?")
	if other, ok := p.vars.renamed[name]; ok {
		p.write(other)
		return
	}
	p.buf = appendPrefixName(p.buf, name)
}

// appendPrefixName appends the name that prefix has for a variable.
func appendPrefixName(buf []byte, name string) []byte {
	first, size := utf8.DecodeRuneInString(name)
	if unicode.IsUpper(first) {
		buf = utf8.AppendRune(buf, unicode.ToLower(first))
		name = name[size:]
	}
	return append(buf, name...)
}

// constant writes the name of a constant, a function or a relation, in infix
// with quotes if it is not a plain word.
func (p *printer) constant(name string) {
	if !p.infix() || isPlain(name) {
		p.write(name)
		return
	}
	p.write("'")
	p.write(strings.ReplaceAll(name, "'", "''"))
	p.write("'")
}

// isPlain reports whether infix reads a name as a constant without quotes.
func isPlain(name string) bool {
	switch name {
	case gdl.NotWord, gdl.AndWord, gdl.OrWord:
		return false
	}
	return isWord(name) || isDecimal(name)
}

func isWord(name string) bool {
	for i, r := range name {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		case i == 0 && !unicode.IsLower(r):
			return false
		case !gdllex.IsWordRune(r):
			return false
		}
	}
	return name != ""
}

func isDecimal(name string) bool {
	whole, fraction, _ := strings.Cut(name, ".")
	return gdllex.IsDigits(whole) && gdllex.IsDigits(fraction)
}
