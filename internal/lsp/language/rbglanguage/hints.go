package rbglanguage

import (
	"cmp"
	"slices"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
)

// Hints names the arguments of macros.
func (v *View) Hints() []language.Hint {
	var hints []language.Hint
	for i := range v.words {
		w := &v.words[i]
		if w.key.kind != language.Macro || !w.known || w.definition || v.token(w.token+1).Kind != rbgparse.LParen {
			continue
		}
		for _, n := range v.macros[w.key.text] {
			if d := &v.directives[n]; len(d.params) == w.key.arity {
				hints = v.argumentHints(hints, d, w.token+1)
				break
			}
		}
	}
	slices.SortFunc(hints, func(a, b language.Hint) int { return cmp.Compare(a.At, b.At) }) // calls stand in calls
	return hints
}

// argumentHints adds the names of the arguments behind an open bracket.
func (v *View) argumentHints(hints []language.Hint, d *directive, open int) []language.Hint {
	names := v.params(d)
	begin, depth, arg := true, 0, 0
	for i := open; i < len(v.doc.Tokens); i++ {
		t := v.token(i)
		if begin && i > open {
			if arg < len(names) && names[arg] != t.Text {
				hints = append(hints, language.Hint{At: t.Span.Start, Name: names[arg]})
			}
			begin = false
		}
		switch t.Kind {
		case rbgparse.LParen, rbgparse.LBracket, rbgparse.LBrace:
			depth++
		case rbgparse.RParen, rbgparse.RBracket, rbgparse.RBrace:
			depth--
		case rbgparse.Semicolon:
			if depth == 1 {
				begin, arg = true, arg+1
			}
		}
		if depth == 0 {
			break
		}
	}
	return hints
}
