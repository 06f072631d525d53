package gdllanguage

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/lsp/language"
)

// Hints names the constants and functions that are arguments, by the variables that stand in
// their places elsewhere: x and y in the cells of a board. Arguments of keywords, and only
// arguments, need no name.
func (v *View) Hints() []language.Hint {
	var hints []language.Hint
	for i := range v.outline.names {
		n := &v.outline.names[i]
		if n.class == aVariable || n.parent == none {
			continue
		}
		p := &v.outline.names[n.parent]
		if p.arity < 2 || v.keyword(p) || p.class == aConnective {
			continue
		}
		name := strings.TrimPrefix(v.argumentName(n.parent, n.arg), "?")
		if name == "" || strings.EqualFold(name, n.text) {
			continue
		}
		at := n.span.Start
		if v.bracketed(at.Offset()) {
			at--
		}
		hints = append(hints, language.Hint{At: at, Name: name})
	}
	return hints
}

// bracketed reports whether the word at an offset begins a list of prefix syntax.
func (v *document) bracketed(offset int) bool {
	return offset > 0 && v.file.Text()[offset-1] == '(' && v.prog.Syntax == gdl.Prefix
}
