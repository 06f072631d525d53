package gdllanguage

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/internal/spelling"
	"ludex/source"
)

// Outline returns the relations in the order of their first clauses, with their
// clauses.
func (v *View) Outline() []language.Symbol {
	var out []language.Symbol
	index := map[key]int{}
	for _, c := range v.outline.clauses {
		if c.head == none {
			continue
		}
		n := &v.outline.names[c.head]
		k := v.key(c.head)
		at, ok := index[k]
		if !ok {
			at = len(out)
			index[k] = at
			out = append(out, language.Symbol{Name: fmt.Sprintf("%s/%d", n.text, n.arity), Kind: language.Relation, Span: c.span, At: n.span})
			if v.keyword(n) {
				out[at].Kind = language.Keyword
			}
		}
		s := &out[at]
		s.Children = append(s.Children, language.Symbol{Name: v.title(c), Kind: language.Constant, Span: c.span, At: n.span})
		s.Detail = spelling.Count(len(s.Children), "clause")
	}
	return out
}

// maxTitle is how many characters the name of a clause has in an outline.
const maxTitle = 60

// title returns the head of a clause in one line.
func (v *document) title(c clauseOutline) string {
	head := v.outline.names[c.head]
	start, end := head.span.Start.Offset(), head.span.End.Offset()
	if head.arity > 0 {
		start, end = v.headExtent(c, start, end)
	}
	text := []rune(strings.Join(strings.Fields(v.file.Text()[start:end]), " "))
	if len(text) > maxTitle {
		return string(text[:maxTitle-1]) + "…"
	}
	return string(text)
}

// headExtent returns where the atom of a head begins and ends: at the
// parenthesis that closes it.
func (v *document) headExtent(c clauseOutline, start, end int) (int, int) {
	depth := 0
	for i := c.token; i < len(v.outline.tokens) && v.outline.tokens[i].Span.Start < c.span.End; i++ {
		t := v.outline.tokens[i]
		if t.Span.End.Offset() <= start {
			if t.Kind == gdlparse.OpenToken && v.prog.Syntax == gdl.Prefix {
				depth = 1
			}
			continue
		}
		switch t.Kind {
		case gdlparse.OpenToken:
			depth++
		case gdlparse.CloseToken:
			depth--
		}
		end = t.Span.End.Offset()
		if t.Kind == gdlparse.CloseToken && depth <= 0 {
			break
		}
	}
	if v.prog.Syntax == gdl.Prefix {
		start = strings.LastIndexByte(v.file.Text()[:start], '(')
	}
	return max(start, 0), end
}

// Tokens returns what the words of the text are.
func (v *View) Tokens() []language.Token {
	var out []language.Token
	names := v.outline.names
	for _, t := range v.outline.tokens {
		if len(names) > 0 && names[0].span == t.Span {
			out = append(out, v.token(&names[0]))
			names = names[1:]
			continue
		}
		switch t.Kind {
		case gdlparse.CommentToken:
			out = append(out, language.Token{Span: t.Span, Kind: language.Comment})
		case gdlparse.ArrowToken, gdlparse.AndToken, gdlparse.OrToken, gdlparse.NotToken, gdlparse.UnequalToken:
			out = append(out, language.Token{Span: t.Span, Kind: language.Operator})
		}
	}
	return out
}

func (v *document) token(n *name) language.Token {
	t := language.Token{Span: n.span, Definition: n.head}
	word := v.fold(n.text)
	switch {
	case n.class == aVariable:
		t.Kind = language.Variable
	case n.class == aConnective:
		t.Kind = language.Operator
	case v.keyword(n), n.class == anObject && (word == gdl.Random || word == gdl.Infinity):
		t.Kind = language.Keyword
	case n.class == aRelation:
		t.Kind = language.Relation
	case n.arity > 0:
		t.Kind = language.Function
	case isNumber(n.text):
		t.Kind = language.Number
	default:
		t.Kind = language.Constant
	}
	return t
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789.") == "" && word != "."
}

// Folds returns the clauses and comments that have several lines.
func (v *View) Folds() []language.Fold {
	var clauses, comments []source.Span
	for _, c := range v.outline.clauses {
		clauses = append(clauses, c.span)
	}
	for _, t := range v.outline.tokens {
		if t.Kind == gdlparse.CommentToken {
			comments = append(comments, t.Span)
		}
	}
	return language.Folds(v.file, clauses, comments)
}
