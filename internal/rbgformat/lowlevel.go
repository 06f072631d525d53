package rbgformat

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// LowLevel prints a game in low-level form: an explicit graph as its board, no macros, no
// powers. Parsing it gives the same game, with one exception: a label without edges
// cannot be written, so a shift along it becomes {}, which never passes either.
func LowLevel(g *rbg.Game) []byte {
	p := lowLevel{game: g, hasEdges: make([]bool, len(g.Board.Labels))}
	for i, row := range g.Board.Edges {
		p.hasEdges[i] = slices.ContainsFunc(row, func(to int32) bool { return to != rbg.NoCell })
	}
	p.declarations()
	p.board()
	p.out.WriteString("#rules = ")
	p.expr(g.Rules, inBrackets)
	p.out.WriteByte('\n')
	doc, list := rbgparse.Scan(source.NewFile("", p.out.Bytes()))
	if list.HasErrors() { // too large to be laid out
		return p.out.Bytes()
	}
	return Source(doc)
}

// A lowLevel writes the tokens of a game.
type lowLevel struct {
	game     *rbg.Game
	hasEdges []bool // for each label whether any edge has it
	out      bytes.Buffer
}

func (p *lowLevel) printf(format string, args ...any) { fmt.Fprintf(&p.out, format, args...) }

func (p *lowLevel) declarations() {
	g := p.game
	p.printf("#players = ")
	p.variables(g.Players)
	p.printf("\n#pieces = ")
	for i, piece := range g.Pieces {
		p.comma(i)
		p.printf("%s", piece.Name)
	}
	p.printf("\n#variables = ")
	p.variables(g.Variables[len(g.Players):])
	p.printf("\n")
}

func (p *lowLevel) variables(list []rbg.Variable) {
	for i, v := range list {
		p.comma(i)
		p.printf("%s(%d)", v.Name, v.Bound)
	}
}

func (p *lowLevel) comma(i int) {
	if i > 0 {
		p.printf(", ")
	}
}

func (p *lowLevel) board() {
	b := p.game.Board
	p.printf("#board = ")
	for c, cell := range b.Cells {
		p.printf("%s[%s]{", cell.Name, p.game.Pieces[cell.Piece].Name)
		n := 0
		for i, label := range b.Labels {
			if to := b.Edges[i][c]; to != rbg.NoCell {
				p.comma(n)
				p.printf("%s: %s", label, b.Cells[to].Name)
				n++
			}
		}
		p.printf("}\n")
	}
}

// The places where an expression can stand, from the weakest to the strongest: an
// expression that binds weaker than its place needs round brackets.
const (
	inBrackets = iota
	inSum
	inConcat
	beforeStar
)

// expr writes an expression that stands in the given place.
func (p *lowLevel) expr(e *rbg.Expr, place int) {
	open := place > p.strength(e)
	if open {
		p.printf("(")
	}
	switch e.Kind {
	case rbg.Sum:
		p.sequence(e, " + ", "[]", inSum)
	case rbg.Concat:
		p.sequence(e, " ", "{! []}", inConcat)
	case rbg.Star:
		p.expr(e.Kids[0], beforeStar)
		p.printf("*")
	default:
		p.action(e)
	}
	if open {
		p.printf(")")
	}
}

// strength returns the strongest place where an expression can stand without
// round brackets.
func (p *lowLevel) strength(e *rbg.Expr) int {
	switch {
	case e.Kind == rbg.Sum && len(e.Kids) > 0:
		return inBrackets
	case e.Kind == rbg.Concat && len(e.Kids) > 0:
		return inSum
	case e.Kind == rbg.Shift && p.hasEdges[e.Label], e.Kind == rbg.Switch, e.Kind == rbg.Dot:
		return beforeStar
	}
	return inConcat
}

// sequence writes kids, or the form of an empty sequence.
func (p *lowLevel) sequence(e *rbg.Expr, separator, none string, place int) {
	if len(e.Kids) == 0 {
		p.printf("%s", none)
	}
	for i, k := range e.Kids {
		if i > 0 {
			p.printf("%s", separator)
		}
		p.expr(k, place)
	}
}

func (p *lowLevel) action(e *rbg.Expr) {
	g := p.game
	switch e.Kind {
	case rbg.Shift:
		if p.hasEdges[e.Label] {
			p.printf("%s", g.Board.Labels[e.Label])
		} else {
			p.printf("{}")
		}
	case rbg.On:
		p.printf("{")
		for i, piece := range e.Pieces {
			p.comma(i)
			p.printf("%s", g.Pieces[piece].Name)
		}
		p.printf("}")
	case rbg.Off:
		p.printf("[%s]", g.Pieces[e.Piece].Name)
	case rbg.Assign:
		p.printf("[$ %s = ", g.Variables[e.Variable].Name)
		p.arith(e.Value, 0)
		p.printf("]")
	case rbg.Switch:
		if e.Player == rbg.Keeper {
			p.printf("->>")
		} else {
			p.printf("->%s", g.Players[e.Player].Name)
		}
	case rbg.Compare:
		p.printf("{$ ")
		p.arith(e.Left, 0)
		p.printf(" %s ", e.Op)
		p.arith(e.Right, 0)
		p.printf("}")
	case rbg.Pattern:
		p.printf("%s ", map[bool]string{false: "{?", true: "{!"}[e.Negative])
		p.expr(e.Kids[0], inBrackets)
		p.printf("}")
	default:
		p.printf(".")
	}
}

var operators = map[rbg.ArithKind]struct {
	text     string
	strength int
}{rbg.Add: {" + ", 1}, rbg.Sub: {" - ", 2}, rbg.Mul: {" * ", 3}, rbg.Div: {" / ", 4}}

// arith writes an arithmetic expression as an operand of an operator with the
// given strength.
func (p *lowLevel) arith(a *rbg.Arith, strength int) {
	switch a.Kind {
	case rbg.Number:
		p.printf("%s", strconv.FormatInt(a.Number, 10))
		return
	case rbg.Value:
		p.printf("%s", p.game.Variables[a.Ref].Name)
		return
	case rbg.PieceCount:
		p.printf("%s", p.game.Pieces[a.Ref].Name)
		return
	}
	op := operators[a.Kind]
	if op.strength <= strength {
		p.printf("(")
	}
	for i, k := range a.Kids {
		if i > 0 {
			p.printf("%s", op.text)
		}
		p.arith(k, op.strength)
	}
	if op.strength <= strength {
		p.printf(")")
	}
}
