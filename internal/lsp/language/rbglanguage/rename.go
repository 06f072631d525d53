package rbglanguage

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// Renameable returns the name at an offset.
func (v *View) Renameable(offset int) (string, source.Span, error) {
	w := v.at(offset)
	if w == nil {
		if t := v.token(v.tokenAt(offset)); t.Kind == rbgparse.Keyword {
			return "", t.Span, fmt.Errorf("%s is a word of the language and keeps its name", t.Text)
		}
		return "", source.Span{}, language.ErrNothing
	}
	t := v.token(w.token)
	switch {
	case !w.known:
		return "", t.Span, fmt.Errorf("%s is declared nowhere", t.Text)
	case v.names[t.Text].made && v.names[t.Text].kind == w.key.kind:
		return "", t.Span, fmt.Errorf("%s is pasted together by macros; rename its parts", t.Text)
	}
	return t.Text, t.Span, nil
}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)

// Rename gives what stands at an offset a new name everywhere. The meaning of the
// text must not change.
func (v *View) Rename(offset int, to string) ([]source.Edit, error) {
	old, _, err := v.Renameable(offset)
	if err != nil {
		return nil, err
	}
	to = strings.TrimSpace(to)
	w := v.at(offset)
	if err := v.free(w, to); err != nil || to == old {
		return nil, err
	}
	var edits []source.Edit
	for _, u := range v.uses(w) {
		edits = append(edits, source.Edit{Span: v.token(u.token).Span, New: to})
	}
	if err := v.keepsMeaning(w, edits); err != nil {
		return nil, fmt.Errorf("%s cannot be called %s: %w", old, to, err)
	}
	return edits, nil
}

// free checks that a new name is valid and not already in use.
func (v *View) free(w *word, to string) error {
	scan, _ := rbgparse.Scan(source.NewFile("", []byte(to)))
	switch {
	case !validName.MatchString(to) || len(to) > rbgparse.MaxNameLength:
		return fmt.Errorf("%q is no name: names are ASCII letters and digits, and begin with a letter", to)
	case len(scan.Tokens) == 1 && scan.Tokens[0].Kind == rbgparse.Keyword:
		return fmt.Errorf("%s is a word of the language", to)
	case to == w.key.text:
		return nil
	}
	for i := range v.words {
		u := &v.words[i]
		if u.key.text == to && (w.key.kind != language.Parameter || u.directive == w.directive) {
			return fmt.Errorf("%s is in use already", to)
		}
	}
	if _, ok := v.names[to]; ok && w.key.kind != language.Parameter {
		return fmt.Errorf("%s is in use already", to)
	}
	return nil
}

// keepsMeaning reads the text with the new name. Macros paste names together, so
// only that shows whether all of them still fit.
func (v *View) keepsMeaning(w *word, edits []source.Edit) error {
	game, list := rbgparse.File(source.NewFile(v.file.Name(), []byte(apply(v.file.Text(), edits))))
	if before := v.problems.Count(source.Error); list.Count(source.Error) > before {
		i := slices.IndexFunc(list.Items, func(d *source.Diagnostic) bool { return d.Severity == source.Error })
		return fmt.Errorf("then %s", list.Items[i].Message)
	}
	internal := w.key.kind == language.Macro || w.key.kind == language.Parameter
	if internal && v.game != nil && game != nil {
		if err := rbg.SameGame(v.game, game); err != nil {
			return fmt.Errorf("it would be another game: %w", err)
		}
	}
	return nil
}

// apply makes edits that are in the order of the text.
func apply(text string, edits []source.Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Span.Start.Offset()])
		out.WriteString(e.New)
		at = e.Span.End.Offset()
	}
	out.WriteString(text[at:])
	return out.String()
}
