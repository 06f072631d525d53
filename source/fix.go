package source

import (
	"cmp"
	"slices"
	"strings"
)

// maxRounds bounds the rounds of FixAll.
const maxRounds = 50

// FixAll applies the fixes of all problems in a text, then the fixes of the problems in the
// changed text, and so on until there are none. It returns the final text and the
// diagnostics whose fixes were applied. Each diagnostic refers to the text it was found in.
// FixAll skips diagnostics with several fixes.
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

// fix applies the fixes of one round. If several overlap, only the first is applied; the
// rest is left to the next round.
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
