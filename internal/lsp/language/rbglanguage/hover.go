package rbglanguage

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// Hover describes what stands at an offset.
func (v *View) Hover(offset int) (string, source.Span) {
	var parts []string
	i := v.tokenAt(offset)
	if w := v.at(offset); w != nil {
		i = w.token
		if w.known {
			parts = v.describe(w)
		}
	} else if t := v.token(i); t.Kind == rbgparse.Keyword {
		parts = []string{language.Code(t.Text) + " — " + keywordDocs[t.Text].title, keywordDocs[t.Text].doc}
	} else if doc := markDocs[t.Kind]; doc != "" {
		parts = []string{language.Code(t.Text), doc}
	}
	if len(parts) == 0 {
		return "", source.Span{}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n"), v.token(i).Span
}

func (v *View) describe(w *word) []string {
	name := language.Code(w.key.text)
	switch w.key.kind {
	case language.Macro:
		return v.describeMacro(w)
	case language.Parameter:
		return []string{name + " — a parameter of macro " + language.Code(v.token(v.directives[w.directive].name).Text)}
	case language.Cell:
		return []string{name + " — a cell of the board"}
	case language.Constant:
		return []string{name + " — a piece" + v.pieceCount(w.key.text)}
	case language.Player:
		return []string{name + " — a player" + v.bound(w.key.text, "; scores go from 0 to %d")}
	case language.Variable:
		return []string{name + " — a variable" + v.bound(w.key.text, " from 0 to %d")}
	}
	return []string{name + " — a direction" + v.edgeCount(w.key.text)}
}

// pieceCount says how many cells hold a piece at the beginning.
func (v *View) pieceCount(name string) string {
	if v.game == nil {
		return ""
	}
	n := 0
	for _, c := range v.game.Board.Cells {
		if v.game.Pieces[c.Piece].Name == name {
			n++
		}
	}
	return fmt.Sprintf("; %d of %d cells hold it at the beginning", n, len(v.game.Board.Cells))
}

func (v *View) bound(name, text string) string {
	if v.game == nil {
		return ""
	}
	i := slices.IndexFunc(v.game.Variables, func(x rbg.Variable) bool { return x.Name == name })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf(text, v.game.Bound(i))
}

// edgeCount says from how many cells a direction leads on.
func (v *View) edgeCount(name string) string {
	if v.game == nil {
		return ""
	}
	label := slices.Index(v.game.Board.Labels, name)
	if label < 0 {
		return ""
	}
	n := 0
	for _, to := range v.game.Board.Edges[label] {
		if to != rbg.NoCell {
			n++
		}
	}
	return fmt.Sprintf("; it leads on from %d of %d cells", n, len(v.game.Board.Cells))
}

const (
	// maxExpansion is how many tokens of an expansion are shown.
	maxExpansion = 200
	// maxDefinition is how many lines of a definition are shown.
	maxDefinition = 12
)

// describeMacro shows the definition of a macro and, for a call, what it expands
// to.
func (v *View) describeMacro(w *word) []string {
	var parts []string
	for _, n := range v.macros[w.key.text] {
		d := &v.directives[n]
		if w.key.arity != anyArity && len(d.params) != w.key.arity {
			continue
		}
		parts = append(parts, language.Block("rbg", firstLines(v.file.Slice(v.span(d)))), v.commentAbove(d))
	}
	if w.definition {
		return append(parts, fmt.Sprintf("used %s", times(len(v.uses(w))-1)))
	}
	tokens, all := v.doc.Expand(v.token(w.token).Span.Start, maxExpansion)
	if tokens == nil {
		return parts
	}
	text := join(tokens)
	if !all {
		text += " …"
	}
	return append(parts, "Here it stands for", language.Block("rbg", text))
}

func times(n int) string {
	switch n {
	case 0:
		return "nowhere"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func firstLines(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) > maxDefinition {
		lines = append(lines[:maxDefinition], "…")
	}
	return strings.Join(lines, "\n")
}

// join writes tokens in one line, with blanks where people write them.
func join(tokens []rbgparse.Token) string {
	var out strings.Builder
	for i, t := range tokens {
		if i > 0 && blankBetween(tokens[i-1].Kind, t.Kind) {
			out.WriteByte(' ')
		}
		out.WriteString(t.Text)
	}
	return out.String()
}

func blankBetween(a, b rbgparse.Kind) bool {
	switch a {
	case rbgparse.LParen, rbgparse.LBracket, rbgparse.LBrace, rbgparse.Arrow, rbgparse.Caret:
		return rbgparse.Joins(a, b)
	}
	switch b {
	case rbgparse.RParen, rbgparse.RBracket, rbgparse.RBrace, rbgparse.Comma, rbgparse.Semicolon, rbgparse.Star, rbgparse.Caret:
		return rbgparse.Joins(a, b)
	}
	return true
}

// commentAbove returns the comment right above a directive, without its marks.
func (v *View) commentAbove(d *directive) string {
	start := v.token(d.first).Span.Start
	line := v.file.Line(start)
	var blocks []string
	after := sort.Search(len(v.doc.Comments), func(i int) bool { return v.doc.Comments[i].Span.Start > start })
	for i := after - 1; i >= 0; i-- {
		c := v.doc.Comments[i]
		if v.file.Line(c.Span.End) != line-1 || !language.BeginsLine(v.file, c.Span) {
			break
		}
		line = v.file.Line(c.Span.Start)
		blocks = append(blocks, plain(c.Text))
	}
	slices.Reverse(blocks)
	return language.Prose(strings.Join(blocks, "\n"))
}

// plain returns a comment without its marks.
func plain(comment string) string {
	if text, ok := strings.CutPrefix(comment, "//"); ok {
		return strings.TrimSpace(text)
	}
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(comment, "/*"), "*/"), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(strings.TrimSpace(lines[i]), "* ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
