package picture

import (
	"strings"
	"unicode"
)

// Clean replaces what is not ASCII, and so not one column wide. Names that come
// from a description mostly have letters and digits only.
func Clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}

// Printable replaces what would disturb a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
