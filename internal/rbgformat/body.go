package rbgformat

import (
	"strings"

	"ludex/internal/rbgparse"
	"ludex/source"
)

// maxNesting is how deep brackets are laid out as such. Deeper ones are printed
// as if they were words.
const maxNesting = 500

// An element is a token or a comment in the body of a directive.
type element struct {
	text  string
	kind  rbgparse.Kind
	space bool // a blank stands before it, if it is not the first of its line
	// comment says that a comment ends its line; inline ones count as words.
	comment  bool
	trailing bool // of a comment: it stands behind a token on its line
	match    int  // the index of the bracket's partner, or -1
}

// A body is the content of a directive, prepared to be laid out.
type body struct {
	elements []element
	width    []int // the width on one line of all elements before each index
	breaks   []int // how many comments that end lines stand before each index
	board    bool  // it is section board
	declares bool  // it declares names with bounds
}

// newBody prepares the body of a directive with the comments in it.
func newBody(macros map[string]bool, d *rbgparse.Directive, comments []rbgparse.Comment, f *source.File) *body {
	b := &body{}
	if d.IsSection() {
		b.board = d.Name.Text == "board"
		b.declares = d.Name.Text == "players" || d.Name.Text == "variables"
	}
	end := d.Equals.Span.End
	for _, t := range d.Body {
		for len(comments) > 0 && comments[0].Span.Start < t.Span.Start {
			c := comments[0]
			b.addComment(c, !b.endsLine() && f.Line(c.Span.Start) == f.Line(end))
			end = c.Span.End
			comments = comments[1:]
		}
		b.elements = append(b.elements, element{text: t.Text, kind: t.Kind, match: -1})
		end = t.Span.End
	}
	b.prepare(macros)
	return b
}

// endsLine reports whether a comment ends its line, so that nothing can follow it
// there.
func (b *body) endsLine() bool {
	n := len(b.elements)
	return n > 0 && b.elements[n-1].comment
}

func (b *body) addComment(c rbgparse.Comment, trailing bool) {
	text := commentText(c)
	lines := strings.Contains(text, "\n")
	b.elements = append(b.elements, element{
		text: text, match: -1,
		comment: lines || strings.HasPrefix(text, "//"), trailing: trailing && !lines,
	})
}

// prepare finds partners of brackets, blanks and widths.
func (b *body) prepare(macros map[string]bool) {
	b.matchBrackets()
	b.setSpaces(macros)
	b.width = make([]int, len(b.elements)+1)
	b.breaks = make([]int, len(b.elements)+1)
	for i, e := range b.elements {
		b.width[i+1] = b.width[i] + len(e.text)
		if e.space {
			b.width[i+1]++
		}
		b.breaks[i+1] = b.breaks[i]
		if e.comment {
			b.breaks[i+1]++
		}
	}
}

func closer(k rbgparse.Kind) rbgparse.Kind {
	switch k {
	case rbgparse.LParen:
		return rbgparse.RParen
	case rbgparse.LBracket, rbgparse.LAssign:
		return rbgparse.RBracket
	case rbgparse.LBrace, rbgparse.LPositive, rbgparse.LNegative, rbgparse.LCompare:
		return rbgparse.RBrace
	}
	return rbgparse.End
}

func isCloser(k rbgparse.Kind) bool {
	return k == rbgparse.RParen || k == rbgparse.RBracket || k == rbgparse.RBrace
}

// matchBrackets finds the partners of brackets. Macros may hold single ones;
// those have none.
func (b *body) matchBrackets() {
	var stack []int
	waiting := map[rbgparse.Kind]int{} // how many brackets on the stack each kind would close
	for i, e := range b.elements {
		if k := closer(e.kind); k != rbgparse.End {
			stack = append(stack, i)
			waiting[k]++
		}
		if !isCloser(e.kind) || waiting[e.kind] == 0 {
			continue
		}
		for open := rbgparse.End; open != e.kind; {
			n := len(stack) - 1
			open = closer(b.elements[stack[n]].kind)
			waiting[open]--
			if open == e.kind && n < maxNesting {
				b.elements[i].match, b.elements[stack[n]].match = stack[n], i
			}
			stack = stack[:n]
		}
	}
}

// setSpaces decides between which elements a blank stands.
func (b *body) setSpaces(macros map[string]bool) {
	var open []rbgparse.Kind // the brackets around, those with partners
	for i := range b.elements {
		e := &b.elements[i]
		if isCloser(e.kind) && e.match >= 0 {
			open = open[:len(open)-1]
		}
		if i > 0 {
			inner := rbgparse.End
			if len(open) > 0 {
				inner = open[len(open)-1]
			}
			e.space = b.spaceBefore(i, inner, macros)
		}
		if e.match > i {
			inner := e.kind
			if inner == rbgparse.LParen && len(open) > 0 && isArithmetic(open[len(open)-1]) {
				inner = open[len(open)-1]
			}
			open = append(open, inner)
		}
	}
}

func isArithmetic(k rbgparse.Kind) bool { return k == rbgparse.LCompare || k == rbgparse.LAssign }

// spaceBefore reports whether a blank stands before the element at i, which
// stands in a bracket of the given kind.
func (b *body) spaceBefore(i int, inner rbgparse.Kind, macros map[string]bool) bool {
	a, e := &b.elements[i-1], &b.elements[i]
	if a.kind == rbgparse.End || e.kind == rbgparse.End { // a comment
		return true
	}
	return rbgparse.Joins(a.kind, e.kind) || b.wantSpace(i, inner, macros)
}

// wantSpace is the style: which tokens look better with a blank between them.
func (b *body) wantSpace(i int, inner rbgparse.Kind, macros map[string]bool) bool {
	a, e := &b.elements[i-1], &b.elements[i]
	switch a.kind {
	case rbgparse.Tilde, rbgparse.LParen, rbgparse.LBracket, rbgparse.LBrace, rbgparse.Arrow, rbgparse.Caret:
		return false
	case rbgparse.LPositive, rbgparse.LNegative, rbgparse.LCompare, rbgparse.LAssign:
		return true
	case rbgparse.Semicolon:
		return e.kind != rbgparse.Semicolon && !isCloser(e.kind)
	}
	switch e.kind {
	case rbgparse.Tilde, rbgparse.RParen, rbgparse.RBracket, rbgparse.RBrace, rbgparse.Comma, rbgparse.Semicolon,
		rbgparse.Colon, rbgparse.Caret:
		return false
	case rbgparse.Star:
		return isArithmetic(inner) || i+1 < len(b.elements) && b.elements[i+1].kind == rbgparse.Number
	case rbgparse.LParen:
		return !b.isCall(i-1, macros)
	case rbgparse.LBracket:
		return !b.board || inner != rbgparse.End || a.kind != rbgparse.Name
	case rbgparse.LBrace:
		return !b.board || inner != rbgparse.End || a.kind != rbgparse.RBracket
	}
	return true
}

// isCall reports whether the word at index i takes the round bracket behind it
// as arguments: a macro, a generator of boards, or a name with a bound.
func (b *body) isCall(i int, macros map[string]bool) bool {
	e := &b.elements[i]
	pasted := i > 0 && b.elements[i-1].kind == rbgparse.Tilde
	return !pasted && (e.kind == rbgparse.Keyword || e.kind == rbgparse.Name && (macros[e.text] || b.declares))
}
