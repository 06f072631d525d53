package language

import (
	"strings"

	"ludex/source"
)

// Folds returns those of some parts of a text that have several lines, and the runs of
// comments on lines of their own that have.
func Folds(file *source.File, parts, comments []source.Span) []Fold {
	var out []Fold
	add := func(s source.Span, comment bool) {
		if file.Line(s.Start) < file.Line(s.End) {
			out = append(out, Fold{Span: s, Comment: comment})
		}
	}
	for _, s := range parts {
		add(s, false)
	}
	var run source.Span
	for _, s := range comments {
		if !BeginsLine(file, s) {
			continue
		}
		if run.IsValid() && file.Line(s.Start) == file.Line(run.End)+1 {
			run = run.To(s)
			continue
		}
		add(run, true)
		run = s
	}
	add(run, true)
	return out
}

// BeginsLine reports whether only blanks stand before a span on its line.
func BeginsLine(file *source.File, s source.Span) bool {
	start := file.LineStart(file.Line(s.Start))
	return strings.TrimSpace(file.Text()[start:s.Start.Offset()]) == ""
}
