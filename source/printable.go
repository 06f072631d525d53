package source

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable returns a text of unknown origin as one line that is safe on a
// terminal: what is not a printable character is written as an escape, such as
// \x1b. Among these are the characters that move the cursor, ring, or reverse the
// direction of writing.
func Printable(text string) string { return escape(text, "") }

// PrintableLines is Printable for a text of several lines: line breaks and tabs
// stay.
func PrintableLines(text string) string { return escape(text, "\n\t") }

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

// Readable reports a text that cannot be a description, because it is too large,
// UTF-16 or binary, under a code, and returns false for it.
func (l *List) Readable(code *Code) bool {
	text := l.File.Text()
	switch {
	case len(text) > MaxSize:
		l.Report(code, Span{}, "the file has %d MB; at most %d MB are read", len(text)>>20, MaxSize>>20)
	case strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff"):
		l.Report(code, Span{}, "the file is UTF-16 text").Advise("save it as UTF-8")
	case strings.IndexByte(text, 0) >= 0:
		l.Report(code, Span{}, "the file is binary, not text").
			Advise("byte %d is zero, which no description contains", strings.IndexByte(text, 0)+1)
	default:
		return true
	}
	return false
}
