package rbglanguage

import (
	"slices"
	"strings"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// Outline returns the directives; those that declare names hold them.
func (v *View) Outline() []language.Symbol {
	var out []language.Symbol
	for n := range v.directives {
		d := &v.directives[n]
		if d.name == none {
			continue
		}
		s := language.Symbol{Name: v.token(d.name).Text, Kind: language.Macro, Span: v.span(d), At: v.token(d.name).Span}
		if d.section != "" {
			s.Kind = language.Keyword
			s.Children = v.declaredIn(d)
		} else if len(d.params) > 0 {
			s.Detail = "(" + strings.Join(v.params(d), "; ") + ")"
		}
		out = append(out, s)
	}
	return out
}

// declaredIn returns the names that a section declares.
func (v *View) declaredIn(d *directive) []language.Symbol {
	var out []language.Symbol
	span := v.span(d)
	for i := range v.words {
		w := &v.words[i]
		at := v.token(w.token).Span
		if w.definition && span.Start <= at.Start && at.End <= span.End {
			out = append(out, language.Symbol{Name: w.key.text, Kind: w.key.kind, Span: at, At: at})
		}
	}
	return out
}

// Tokens returns what the words of the text are.
func (v *View) Tokens() []language.Token {
	var out []language.Token
	for i := range v.words {
		if w := &v.words[i]; w.known {
			out = append(out, language.Token{Span: v.token(w.token).Span, Kind: w.key.kind, Definition: w.definition})
		}
	}
	for _, t := range v.doc.Tokens {
		switch t.Kind {
		case rbgparse.Keyword:
			out = append(out, language.Token{Span: t.Span, Kind: language.Keyword})
		case rbgparse.Number:
			out = append(out, language.Token{Span: t.Span, Kind: language.Number})
		case rbgparse.Arrow, rbgparse.KeeperArrow, rbgparse.Plus, rbgparse.Star, rbgparse.Caret, rbgparse.Tilde,
			rbgparse.LPositive, rbgparse.LNegative, rbgparse.LCompare, rbgparse.LAssign:
			out = append(out, language.Token{Span: t.Span, Kind: language.Operator})
		}
	}
	for _, c := range v.doc.Comments {
		out = append(out, language.Token{Span: c.Span, Kind: language.Comment})
	}
	slices.SortFunc(out, func(a, b language.Token) int { return int(a.Span.Start) - int(b.Span.Start) })
	return out
}

// Folds returns the directives and comments that have several lines.
func (v *View) Folds() []language.Fold {
	var directives, comments []source.Span
	for n := range v.directives {
		directives = append(directives, v.span(&v.directives[n]))
	}
	for _, c := range v.doc.Comments {
		comments = append(comments, c.Span)
	}
	return language.Folds(v.file, directives, comments)
}
