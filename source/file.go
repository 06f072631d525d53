// Package source holds the text of game descriptions, positions in it, and the
// diagnostics that every part of Ludex reports about it.
//
// A position is a small integer into one [File], which keeps syntax trees compact. Lines
// and columns are computed only when a diagnostic is shown.
package source

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxSize is the size in bytes of the largest text that Ludex reads as one
// description. The largest public descriptions have about 100 kB.
const MaxSize = 16 << 20

// A Pos is a position in a File: the byte offset plus one. The zero Pos means
// "nowhere", which is what the nodes of a generated program carry.
type Pos uint32

// At returns the position of the byte at the given offset.
func At(offset int) Pos { return Pos(offset + 1) }

// IsValid reports whether p is a position at all.
func (p Pos) IsValid() bool { return p != 0 }

// Offset returns the byte offset of a valid position.
func (p Pos) Offset() int { return int(p) - 1 }

// A Span is a range of text, from Start up to but not including End.
type Span struct {
	Start, End Pos
}

// Range returns the span of the bytes from offset start up to offset end.
func Range(start, end int) Span { return Span{At(start), At(end)} }

// IsValid reports whether s names a place in a file.
func (s Span) IsValid() bool { return s.Start.IsValid() }

// To returns the span from the beginning of s to the end of t.
func (s Span) To(t Span) Span {
	if !s.IsValid() {
		return t
	}
	if !t.IsValid() {
		return s
	}
	return Span{s.Start, t.End}
}

// A File is a named text. It is immutable and safe for concurrent use.
type File struct {
	name  string
	text  string
	lines []int // offsets of the first byte of each line

	parts  []Part // that the text was assembled from, if it was
	starts []int  // offsets of their first bytes in the text

	counted sync.Once
	marks   []mark // about one in every block of the text
}

// blockSize is how many bytes of a text are counted again to find a column.
const blockSize = 1 << 12

// NewFile returns a file with the given name and text. The name is only shown
// to people; it need not be a path.
func NewFile(name string, text []byte) *File {
	f := &File{name: name, text: string(text)}
	f.lines = append(make([]int, 0, 1+strings.Count(f.text, "\n")), 0)
	for i := 0; i < len(f.text); i++ {
		next := strings.IndexByte(f.text[i:], '\n')
		if next < 0 {
			break
		}
		i += next
		f.lines = append(f.lines, i+1)
	}
	return f
}

// Name returns the name the file was made with.
func (f *File) Name() string { return f.name }

// Text returns the whole text.
func (f *File) Text() string { return f.text }

// Slice returns the text of a span.
func (f *File) Slice(s Span) string {
	if !s.IsValid() {
		return ""
	}
	return f.text[s.Start.Offset():s.End.Offset()]
}

// Line returns the number of the line, counted from 1, that holds p.
func (f *File) Line(p Pos) int {
	if !p.IsValid() {
		return 0
	}
	return sort.SearchInts(f.lines, p.Offset()+1)
}

// LineText returns the text of the line with the given number, without its
// line break.
func (f *File) LineText(line int) string {
	start, end := f.lines[line-1], len(f.text)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	return strings.TrimSuffix(f.text[start:end], "\r")
}

// LineStart returns the byte offset of the first byte of a line.
func (f *File) LineStart(line int) int { return f.lines[line-1] }

// Position returns the line and column of p, both counted from 1. The column
// counts characters, not bytes. In a text that was assembled they are those of the file in
// which p was written.
func (f *File) Position(p Pos) (line, column int) {
	if !p.IsValid() {
		return 0, 0
	}
	if len(f.parts) > 0 {
		origin, s := f.Origin(Span{p, p})
		return origin.Position(s.Start)
	}
	line = f.Line(p)
	start, end := f.lines[line-1], p.Offset()
	if end-start <= blockSize {
		return line, 1 + utf8.RuneCountInString(f.text[start:end])
	}
	return line, 1 + f.runesBefore(end) - f.runesBefore(start)
}

// A mark is an offset between two characters, with the number of characters before it.
type mark struct{ offset, runes int }

// runesBefore returns how many characters there are before an offset.
func (f *File) runesBefore(offset int) int {
	f.counted.Do(func() {
		m := mark{}
		f.marks = append(f.marks, m)
		for i := range f.text {
			if i-f.marks[len(f.marks)-1].offset >= blockSize {
				f.marks = append(f.marks, mark{i, m.runes})
			}
			m.runes++
		}
	})
	i := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].offset > offset })
	m := f.marks[i-1]
	return m.runes + utf8.RuneCountInString(f.text[m.offset:offset])
}

// Readable returns false if the text cannot be a description, because it is too large,
// UTF-16 or binary, and reports that under the given code.
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

// Fingerprint returns a hash of the text that does not depend on white space, and not on
// comments from the given mark to the end of a line.
func (f *File) Fingerprint(comment string) string {
	h := sha256.New()
	for line := range strings.Lines(f.text) {
		line, _, _ = strings.Cut(line, comment)
		for word := range strings.FieldsSeq(parentheses.Replace(line)) {
			h.Write([]byte(word))
			h.Write([]byte{' '})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// parentheses makes words of parentheses.
var parentheses = strings.NewReplacer("(", " ( ", ")", " ) ")
