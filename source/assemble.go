package source

import (
	"sort"
	"strings"
)

// A Part is a piece of a text that stands in a file.
type Part struct {
	File *File
	Span Span
}

// Assemble returns a file whose text is that of parts, one after the other. Places in it are
// shown where the parts were written.
func Assemble(name string, parts []Part) *File {
	var text strings.Builder
	var starts []int
	for _, p := range parts {
		starts = append(starts, text.Len())
		text.WriteString(p.File.Slice(p.Span))
	}
	f := NewFile(name, []byte(text.String()))
	f.parts, f.starts = parts, starts
	return f
}

// Origin returns the file in which a span was written, and the span there. It is the file
// itself unless it was assembled. A span over several parts is cut off at the end of the
// first one.
func (f *File) Origin(s Span) (*File, Span) {
	if len(f.parts) == 0 || !s.IsValid() {
		return f, s
	}
	i := sort.SearchInts(f.starts, s.Start.Offset()+1) - 1
	p, start := f.parts[i], f.starts[i]
	moved := func(q Pos) Pos { return min(p.Span.Start+q-At(start), p.Span.End) }
	return p.File.Origin(Span{moved(s.Start), moved(s.End)})
}

// Place returns "file:line:col" of the beginning of a span, or just the file's name if the
// span is not valid.
func (f *File) Place(s Span) string { return place(f, s) }
