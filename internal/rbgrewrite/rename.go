// Package rbgrewrite holds functions from one Regular Boardgames description to another.
// No function changes its argument.
package rbgrewrite

import (
	"cmp"
	"slices"

	"ludex/rbg"
)

// Apply returns the game with its words replaced, its positions dropped, and its
// board as an explicit graph. Words that are not in the map stay; the caller must
// make sure that none of them is one of the new words.
func (m *Map) Apply(g *rbg.Game) *rbg.Game {
	r := &renamer{words: m, old: g, copies: map[*rbg.Expr]*rbg.Expr{}}
	players := len(g.Players)
	r.variables = r.order(len(g.Variables), players, func(i int) string { return g.Variables[i].Name })
	r.pieces = r.order(len(g.Pieces), 0, func(i int) string { return g.Pieces[i].Name })
	r.labels = r.order(len(g.Board.Labels), 0, func(i int) string { return g.Board.Labels[i] })

	r.game = &rbg.Game{File: g.File, Modifiers: make([]*rbg.Expr, len(g.Modifiers))}
	r.game.Variables = make([]rbg.Variable, len(g.Variables))
	for i, v := range g.Variables {
		r.game.Variables[r.variables[i]] = rbg.Variable{Name: m.New(v.Name), Bound: v.Bound}
	}
	r.game.Players = slices.Clone(r.game.Variables[:players])
	r.game.Pieces = make([]rbg.Piece, len(g.Pieces))
	for i, p := range g.Pieces {
		r.game.Pieces[r.pieces[i]] = rbg.Piece{Name: m.New(p.Name)}
	}
	r.game.Board = r.board(g.Board)
	r.game.Rules = r.expr(g.Rules)
	return r.game
}

// A renamer makes a game with other names. Lists that are sorted by name get other
// numbers.
type renamer struct {
	words                     *Map
	old, game                 *rbg.Game
	variables, pieces, labels []int // the new number of each
	copies                    map[*rbg.Expr]*rbg.Expr
}

// order returns the numbers that things get by their new names. The first ones
// keep their numbers, as many as there are to keep.
func (r *renamer) order(n, keep int, name func(i int) string) []int {
	sorted := make([]int, n)
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted[keep:], func(i, j int) int {
		return cmp.Compare(r.words.New(name(i)), r.words.New(name(j)))
	})
	numbers := make([]int, n)
	for number, i := range sorted {
		numbers[i] = number
	}
	return numbers
}

func (r *renamer) board(b *rbg.Board) *rbg.Board {
	board := &rbg.Board{Shape: rbg.Graph, Labels: make([]string, len(b.Labels)), Edges: make([][]int32, len(b.Edges))}
	for i, label := range b.Labels {
		board.Labels[r.labels[i]] = r.words.New(label)
		board.Edges[r.labels[i]] = slices.Clone(b.Edges[i])
	}
	for i := range b.Cells {
		cell := &b.Cells[i]
		board.Cells = append(board.Cells, rbg.Cell{Name: r.words.New(cell.Name), Piece: r.pieces[cell.Piece]})
	}
	return board
}

// expr copies an expression; what is shared stays so.
func (r *renamer) expr(e *rbg.Expr) *rbg.Expr {
	if done := r.copies[e]; done != nil {
		return done
	}
	c := *e
	r.copies[e] = &c
	c.Origin = rbg.Origin{}
	c.Kids, c.Pieces = nil, nil
	for _, k := range e.Kids {
		c.Kids = append(c.Kids, r.expr(k))
	}
	switch e.Kind {
	case rbg.Shift:
		c.Label = r.labels[e.Label]
	case rbg.On:
		for _, p := range e.Pieces {
			c.Pieces = append(c.Pieces, r.pieces[p])
		}
		slices.Sort(c.Pieces)
	case rbg.Off:
		c.Piece = r.pieces[e.Piece]
	case rbg.Assign:
		c.Variable, c.Value = r.variables[e.Variable], r.arith(e.Value)
	case rbg.Compare:
		c.Left, c.Right = r.arith(e.Left), r.arith(e.Right)
	}
	if e.Index > 0 {
		r.game.Modifiers[e.Index-1] = &c
	}
	return &c
}

func (r *renamer) arith(a *rbg.Arith) *rbg.Arith {
	c := *a
	c.Origin, c.Kids = rbg.Origin{}, nil
	switch a.Kind {
	case rbg.Value:
		c.Ref = r.variables[a.Ref]
	case rbg.PieceCount:
		c.Ref = r.pieces[a.Ref]
	}
	for _, k := range a.Kids {
		c.Kids = append(c.Kids, r.arith(k))
	}
	return &c
}
