// Package printable makes texts of unknown origin safe to print on a terminal and in
// JSON.
package printable

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns a text of unknown origin as one line that is safe on a
// terminal: what is not a printable character is written as an escape, such as
// \x1b. Among these are the characters that move the cursor, ring, or reverse the
// direction of writing.
func Line(text string) string { return escape(text, "") }

// Lines is Line for a text of several lines: line breaks and tabs
// stay.
func Lines(text string) string { return escape(text, "\n\t") }

func escape(text, keep string) string {
	safe := func(c rune) bool { return unicode.IsPrint(c) && c != utf8.RuneError || strings.ContainsRune(keep, c) }
	if !strings.ContainsFunc(text, func(c rune) bool { return !safe(c) }) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case safe(c):
			b.WriteRune(c)
		case c < utf8.RuneSelf || c == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case c > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, c)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
		i += size
	}
	return b.String()
}

// JSONWriter returns a writer for JSON text in which characters that are not
// printable become escapes of JSON, so that the same value is safe on a terminal.
// Each call of Write has to be given whole characters.
func JSONWriter(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ w io.Writer }

func (j jsonWriter) Write(text []byte) (int, error) {
	var b []byte
	done := 0
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c >= 0x7f && !unicode.IsPrint(c) { // what is below is syntax, or escaped already
			b = append(b, text[done:i]...)
			for _, unit := range utf16.AppendRune(nil, c) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
			done = i + size
		}
		i += size
	}
	if _, err := j.w.Write(append(b, text[done:]...)); err != nil {
		return 0, err
	}
	return len(text), nil
}
