package source

import "strings"

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
