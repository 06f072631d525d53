// Package text holds the text of a document that is being edited, and converts between the
// positions of editors and byte offsets.
//
// An editor counts lines and, within a line, code units of UTF-16 or bytes of UTF-8,
// as negotiated. Everything else in Ludex counts bytes.
package text

import (
	"errors"
	"sort"
	"strings"
	"unicode/utf8"
)

// An Encoding says what the characters of a position count.
type Encoding string

// The encodings. Every editor supports UTF-16.
const (
	UTF16 Encoding = "utf-16"
	UTF8  Encoding = "utf-8"
)

// A Position is a place between two characters, counted from 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// A Range is the text from Start up to but not including End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Change replaces a range of a text, or the whole of it where there is no
// range.
type Change struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// A Text is an immutable text with its lines found.
type Text struct {
	text  string
	lines []int  // offsets of the first byte of each line
	wide  []wide // the characters outside of ASCII, in order
}

// A wide character has several bytes. Prefix sums over them allow counting code
// units without scanning the text: lines can be very long.
type wide struct {
	at, size, units int // where it begins, its bytes, its code units of UTF-16
	extra           int // how many more bytes than code units all those before it have
}

// New returns a text. Lines end with "\n", "\r\n" or "\r".
func New(text string) *Text {
	t := &Text{text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		n := strings.IndexAny(text[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		t.lines = append(t.lines, i+1)
	}
	t.findWide()
	return t
}

// findWide finds the characters that have several bytes.
func (t *Text) findWide() {
	extra := 0
	for i := 0; i < len(t.text); {
		if t.text[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(t.text[i:])
		if size > 1 {
			w := wide{at: i, size: size, units: 1, extra: extra}
			if c >= 0x10000 {
				w.units = 2
			}
			extra += size - w.units
			t.wide = append(t.wide, w)
		}
		i += size
	}
}

// before returns the last wide character that begins before an offset, or nil.
func (t *Text) before(offset int) *wide {
	i := sort.Search(len(t.wide), func(i int) bool { return t.wide[i].at >= offset })
	if i == 0 {
		return nil
	}
	return &t.wide[i-1]
}

// whole returns an offset, or the beginning of the character that it is inside
// of.
func (t *Text) whole(offset int) int {
	if w := t.before(offset); w != nil && w.at+w.size > offset {
		return w.at
	}
	return offset
}

// unitsTo returns how many code units the text has up to an offset between two
// characters.
func (t *Text) unitsTo(offset int, e Encoding) int {
	w := t.before(offset)
	if w == nil || e == UTF8 {
		return offset
	}
	return offset - w.extra - (w.size - w.units)
}

// String returns the text.
func (t *Text) String() string { return t.text }

// Lines returns how many lines there are: at least one.
func (t *Text) Lines() int { return len(t.lines) }

// line returns where a line begins and where it ends, without its line break.
func (t *Text) line(n int) (start, end int) {
	start, end = t.lines[n], len(t.text)
	if n+1 < len(t.lines) {
		end = t.lines[n+1]
	}
	for end > start && (t.text[end-1] == '\n' || t.text[end-1] == '\r') {
		end--
	}
	return start, end
}

// Offset returns the byte that a position means. A position behind the end of
// its line is the end of the line, one behind the last line is the end of the
// text, and one inside a character is the beginning of that.
func (t *Text) Offset(p Position, e Encoding) int {
	if int64(p.Line) >= int64(len(t.lines)) {
		return len(t.text)
	}
	start, end := t.line(int(p.Line))
	column := int(min(int64(p.Character), int64(end-start))) // no character has more units than bytes
	if e == UTF8 {
		return t.whole(start + column)
	}
	return min(end, t.fromUnits(t.unitsTo(start, e)+column, start))
}

// fromUnits returns the offset before which the text has the given number of
// UTF-16 code units. The line begins at start.
func (t *Text) fromUnits(units, start int) int {
	i := sort.Search(len(t.wide), func(i int) bool {
		w := t.wide[i]
		return w.at-w.extra >= units
	})
	if i == 0 || t.wide[i-1].at < start {
		return start + units - t.unitsTo(start, UTF16)
	}
	w := t.wide[i-1]
	behind := w.at - w.extra + w.units
	if behind > units {
		return w.at
	}
	return w.at + w.size + units - behind
}

// Position returns the position of a byte. One inside a character is the
// beginning of that, and one inside a line break is the end of its line.
func (t *Text) Position(offset int, e Encoding) Position {
	offset = max(0, min(offset, len(t.text)))
	n := sort.SearchInts(t.lines, offset+1) - 1
	start, end := t.line(n)
	stop := t.whole(min(offset, end))
	return Position{uint32(n), uint32(t.unitsTo(stop, e) - t.unitsTo(start, e))}
}

// End returns the position of the end of a line.
func (t *Text) End(line int, e Encoding) Position {
	_, end := t.line(line)
	return t.Position(end, e)
}

// Range returns the range of the bytes from start up to end.
func (t *Text) Range(start, end int, e Encoding) Range {
	return Range{t.Position(start, e), t.Position(end, e)}
}

// ErrTooLarge is reported for changes that would make a text too large.
var ErrTooLarge = errors.New("the text is too large")

// Apply makes changes, one after the other, and returns the new text, which has at
// most the given number of bytes. Reversed ranges are swapped.
func (t *Text) Apply(changes []Change, e Encoding, most int) (*Text, error) {
	for _, c := range changes {
		text := c.Text
		if c.Range != nil {
			start, end := t.Offset(c.Range.Start, e), t.Offset(c.Range.End, e)
			if start > end {
				start, end = end, start
			}
			text = t.text[:start] + c.Text + t.text[end:]
		}
		if len(text) > most {
			return nil, ErrTooLarge
		}
		t = New(text)
	}
	return t, nil
}
