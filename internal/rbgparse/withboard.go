package rbgparse

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ludex/source"
)

// WithBoard returns a description with the board of another file. Each directive of that file
// replaces the one of the same name and number of parameters; macros that the description
// does not have are put in front of its board, or of its rules if it has none. The list has
// the problems of the file with the board; if there are errors among them, the result is
// nil. Problems of the description are left to [File].
func WithBoard(f, boardFile *source.File) (*source.File, *source.List) {
	made, list := Scan(boardFile)
	has := func(name string) bool {
		return slices.ContainsFunc(made.Directives, func(d *Directive) bool { return d.IsSection() && d.Name.Text == name })
	}
	for _, d := range made.Directives {
		if d.IsSection() && d.Name.Text == rules {
			list.Report(BadDirective, d.Name.Span, "a file with a board has no section rules").
				Advise("it has the section board, and whatever else differs: macros, or other sections")
		}
	}
	if !has(board) && !list.HasErrors() {
		list.Report(MissingSection, source.Span{}, "the file has no section board").Advise("write #board = …")
	}
	if list.HasErrors() {
		return nil, list
	}
	given, _ := Scan(f)
	return source.Assemble(nameWithBoard(f.Name(), boardFile.Name()), withDirectives(given, made)), list
}

// WithNamedBoard returns a description with a board that it names itself: a macro without
// parameters, which becomes the content of its section board. It returns false if there is no
// such macro. If the list has errors, the result is nil.
func WithNamedBoard(f *source.File, name string) (*source.File, *source.List, bool) {
	given, _ := Scan(f)
	list := &source.List{File: f}
	at := slices.IndexFunc(given.Directives, func(d *Directive) bool {
		return !d.IsSection() && d.Name.Text == name && len(d.Params) == 0
	})
	if at < 0 {
		return nil, list, false
	}
	macro, place := given.Directives[at], insertion(given)
	if macro.Hash.Span.Start > place.Start {
		list.Report(BadDirective, macro.Name.Span, "the board %s stands behind the section that is to use it", name).
			Advise("define it before the section board")
		return nil, list, true
	}
	made, _ := Scan(source.NewFile("--board", []byte("#board = "+name+"\n")))
	return source.Assemble(nameWithBoard(f.Name(), name), withDirectives(given, made)), list, true
}

// BoardNames returns the names of the boards that a description can be played with: those of
// macros without parameters that begin as a board does.
func BoardNames(f *source.File) []string {
	doc, _ := Scan(f)
	var names []string
	for _, d := range doc.Directives {
		if !d.IsSection() && len(d.Params) == 0 && len(d.Body) > 0 && slices.Contains([]string{"rectangle", "hexagon", "cuboid"}, d.Body[0].Text) {
			names = append(names, d.Name.Text)
		}
	}
	return names
}

// nameWithBoard returns the name of a description with another board: that of both files.
func nameWithBoard(name, boardName string) string {
	boardName = path.Base(strings.ReplaceAll(boardName, `\`, "/"))
	ending := path.Ext(name)
	return strings.TrimSuffix(name, ending) + "-" + strings.TrimSuffix(boardName, path.Ext(boardName)) + cmp.Or(ending, ".rbg")
}

// A replacement puts a directive, with the comments before it, at a place of a text.
type replacement struct {
	at   source.Span
	part source.Part
}

// withDirectives returns the parts of a text with directives of another one.
func withDirectives(given, made *Document) []source.Part {
	place := insertion(given)
	var replaced []replacement
	before := 0
	if strings.HasPrefix(made.File.Text(), byteOrderMark) {
		before = len(byteOrderMark)
	}
	for _, d := range made.Directives {
		r := replacement{place, source.Part{File: made.File, Span: source.Range(before, d.Span().End.Offset())}}
		before = d.Span().End.Offset()
		if same := findDirective(given, d); same != nil {
			r.at = same.Span()
		}
		replaced = append(replaced, r)
	}
	slices.SortStableFunc(replaced, func(a, b replacement) int {
		return cmp.Or(cmp.Compare(a.at.Start, b.at.Start), cmp.Compare(a.at.End, b.at.End))
	})
	var parts []source.Part
	at := 0
	for _, r := range replaced {
		start := max(r.at.Start.Offset(), at)
		parts = append(parts, source.Part{File: given.File, Span: source.Range(at, start)}, r.part)
		at = max(r.at.End.Offset(), at)
	}
	return append(parts, source.Part{File: given.File, Span: source.Range(at, len(given.File.Text()))})
}

// insertion returns the empty place where directives are put that a text does not have.
func insertion(doc *Document) source.Span {
	for _, name := range []string{board, rules} {
		for _, d := range slices.Backward(doc.Directives) {
			if d.IsSection() && d.Name.Text == name {
				return source.Span{Start: d.Hash.Span.Start, End: d.Hash.Span.Start}
			}
		}
	}
	end := len(doc.File.Text())
	return source.Range(end, end)
}

// findDirective returns the directive of a text that has the name and the number of
// parameters of another one, or nil. Of several sections the last one counts.
func findDirective(doc *Document, d *Directive) *Directive {
	for _, e := range slices.Backward(doc.Directives) {
		if e.Name.Text == d.Name.Text && len(e.Params) == len(d.Params) {
			return e
		}
	}
	return nil
}
