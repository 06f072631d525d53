// Package gdllex knows how words are written in infix GDL. The parser, the printer and the
// language of questions about knowledge follow the same rules.
package gdllex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
)

// IsSpace reports whether a byte separates words in either syntax.
func IsSpace(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\f', '\v':
		return true
	}
	return false
}

// IsWordRune reports whether a character can be part of a word without quotes.
func IsWordRune(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// IsVariable reports whether a word that begins with a character is a variable.
func IsVariable(first rune) bool { return first == '_' || unicode.IsUpper(first) }

// IsDigits reports whether a text is a natural number.
func IsDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// WordEnd returns where the word characters from an offset on end.
func WordEnd(text string, at int) int {
	for at < len(text) {
		c, size := utf8.DecodeRuneInString(text[at:])
		if !IsWordRune(c) {
			break
		}
		at += size
	}
	return at
}

// NumberOrWordEnd returns where a word or a decimal number ends. A point that no digit
// follows does not belong to a number: it ends the clause.
func NumberOrWordEnd(text string, at int) int {
	end := WordEnd(text, at)
	if !IsDigits(text[at:end]) || end == len(text) || text[end] != '.' {
		return end
	}
	fraction := end + 1
	for fraction < len(text) && text[fraction] >= '0' && text[fraction] <= '9' {
		fraction++
	}
	if fraction == end+1 {
		return end
	}
	return fraction
}

// Quoted reads the constant in single quotes at an offset; a doubled quote stands for one.
// It returns false if the quote is not closed on its line, which ends at end then.
func Quoted(text string, at int) (name string, end int, closed bool) {
	var b strings.Builder
	i := at + 1
	for ; i < len(text) && text[i] != '\n'; i++ {
		if text[i] != '\'' {
			b.WriteByte(text[i])
			continue
		}
		if i+1 == len(text) || text[i+1] != '\'' {
			return b.String(), i + 1, true
		}
		b.WriteByte('\'')
		i++
	}
	return "", i, false
}

// WhyNoConstant says why a name could not be written in prefix GDL, as the end of a
// sentence about it. It returns "" if it could.
func WhyNoConstant(name string) string {
	switch {
	case name == "":
		return "cannot be empty"
	case name[0] == '?':
		return "cannot begin with a question mark"
	case name == gdl.Arrow:
		return "cannot be an arrow"
	case strings.ContainsAny(name, " \t\r\n\f\v();"):
		return "cannot contain blanks, parentheses or semicolons"
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) }):
		return "cannot contain unprintable characters"
	}
	return ""
}
