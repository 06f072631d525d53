package authoring

import (
	"unicode/utf16"

	"ludex/source"
)

// units converts offsets in bytes to offsets in UTF-16 code units.
type units struct {
	plain bool // the text is ASCII: both are the same
	at    []int
}

func newUnits(text string) *units {
	u := &units{plain: true}
	for i := range len(text) {
		if text[i] >= 0x80 {
			u.plain = false
			break
		}
	}
	if u.plain {
		return u
	}
	u.at = make([]int, len(text)+1)
	n := 0
	for i, c := range text {
		size := len(string(c))
		if c == '\uFFFD' {
			size = 1
		}
		for k := 0; k < size && i+k < len(u.at); k++ {
			u.at[i+k] = n
		}
		n += max(utf16.RuneLen(c), 1)
	}
	u.at[len(text)] = n
	return u
}

func (u *units) of(s source.Span) (start, end int) {
	a, b := s.Start.Offset(), s.Start.Offset()
	if s.End.IsValid() {
		b = s.End.Offset()
	}
	if u.plain {
		return a, b
	}
	last := len(u.at) - 1
	return u.at[min(a, last)], u.at[min(b, last)]
}
