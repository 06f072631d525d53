package source

import (
	"cmp"
	"slices"
	"strings"
)

// maxRounds bounds how often FixAll looks at a text again.
const maxRounds = 50

// FixAll makes the changes that the problems of a text propose, and those that the
// problems of the changed text propose, until there are none. It returns the last text
// and the diagnostics whose fixes were made, with places in the text that they were found
// in. It skips diagnostics with several fixes.
func FixAll(f *File, problems func(*File) *List) (fixed *File, made []*Diagnostic) {
	for range maxRounds {
		text, round := problems(f).fix()
		if len(round) == 0 {
			break
		}
		f, made = NewFile(f.Name(), []byte(text)), append(made, round...)
	}
	return f, made
}

// fix makes the changes of one round. Of those that overlap only the first is
// made; the next round sees what is left to be done.
func (l *List) fix() (text string, made []*Diagnostic) {
	type change struct {
		*Diagnostic
		extent Span
	}
	var changes []change
	for _, d := range l.Items {
		if len(d.Fixes) == 1 && l.File.changedBy(d.Fixes[0].Edits) {
			changes = append(changes, change{d, extent(d.Fixes[0].Edits)})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.extent.Start, b.extent.Start) })
	var edits []Edit
	var last Span
	for _, c := range changes {
		if last.IsValid() && (c.extent.Start < last.End || c.extent.Start == last.Start) {
			continue // two insertions at one place disturb each other too
		}
		last = c.extent
		edits, made = append(edits, c.Fixes[0].Edits...), append(made, c.Diagnostic)
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return l.File.apply(edits), made
}

// changedBy reports whether edits change the text at all.
func (f *File) changedBy(edits []Edit) bool {
	return slices.ContainsFunc(edits, func(e Edit) bool { return f.Slice(e.Span) != e.New })
}

// extent returns the smallest span that holds all edits.
func extent(edits []Edit) Span {
	s := edits[0].Span
	for _, e := range edits[1:] {
		s = Span{min(s.Start, e.Span.Start), max(s.End, e.Span.End)}
	}
	return s
}

// apply returns the text after edits that are sorted and do not overlap.
func (f *File) apply(edits []Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(f.text[at:e.Span.Start.Offset()])
		b.WriteString(e.New)
		at = e.Span.End.Offset()
	}
	b.WriteString(f.text[at:])
	return b.String()
}
