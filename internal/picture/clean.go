package picture

import (
	"strings"
	"unicode"
)

// Clean replaces characters that are not ASCII, since they may not be one column wide.
func Clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}

// Printable replaces control characters, which would disturb a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
