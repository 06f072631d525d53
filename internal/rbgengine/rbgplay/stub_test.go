package rbgplay

import (
	"context"
	"fmt"

	"ludex/rbg"
)

// A stub is a reasoner for a game that two players play on a line of cells: each
// puts a stone on an empty cell, until all are full or somebody has ten points.
// A stone scores a point for every cell from the left end.
type stub struct {
	game *rbg.Game
	fail error // returned by everything that can fail
}

// The indices of the stub's modifiers.
const (
	toBlack = iota + 1
	blackStone
	toWhite
	whiteStone
	scoreBlack
	scoreWhite
	toKeeper
)

// line returns the rules of a stub's game, as far as package play looks at them.
func line(cells int) *rbg.Game {
	g := &rbg.Game{
		Players: []rbg.Variable{{Name: "white", Bound: 10}, {Name: "black", Bound: 10}},
		Pieces:  []rbg.Piece{{Name: "black"}, {Name: "empty"}, {Name: "white"}},
		Board:   &rbg.Board{Shape: rbg.Rectangle, Width: cells, Height: 1},
		Modifiers: []*rbg.Expr{
			{Kind: rbg.Switch, Player: 1}, {Kind: rbg.Off, Piece: 0},
			{Kind: rbg.Switch, Player: 0}, {Kind: rbg.Off, Piece: 2},
			{Kind: rbg.Assign, Variable: 1}, {Kind: rbg.Assign, Variable: 0},
			{Kind: rbg.Switch, Player: rbg.Keeper},
		},
	}
	g.Variables = append(g.Variables, g.Players...)
	g.Variables = append(g.Variables, rbg.Variable{Name: "moves", Bound: 1000})
	for x := range cells {
		g.Board.Cells = append(g.Board.Cells, rbg.Cell{Name: fmt.Sprintf("rx%dy0", x), X: x, Piece: 1})
	}
	for i, m := range g.Modifiers {
		m.Index = i + 1
	}
	return g
}

func (s *stub) Bind(context.Context) {}

func (s *stub) Start(p *Position) error {
	p.Reset(s.game)
	p.Switch = toBlack
	return s.fail
}

func (s *stub) Moves(p *Position, dst *Moves) error {
	if p.Values[0] == 10 || p.Values[1] == 10 || p.Switch == toKeeper {
		return s.fail
	}
	for c, piece := range p.Pieces {
		if piece != 1 {
			continue
		}
		if p.Switch == toBlack {
			dst.Add([]Action{{int32(c), blackStone}, {p.Cell, scoreBlack}, {int32(c), toWhite}})
		} else {
			dst.Add([]Action{{int32(c), whiteStone}, {p.Cell, scoreWhite}, {int32(c), toBlack}})
		}
	}
	return s.fail
}

func (s *stub) HasMove(p *Position) (bool, error) {
	over := p.Values[0] == 10 || p.Values[1] == 10 || p.Switch == toKeeper
	for _, piece := range p.Pieces {
		if piece == 1 && !over {
			return true, s.fail
		}
	}
	return false, s.fail
}

func (s *stub) Apply(p *Position, move []Action) error {
	player := 1
	if p.Switch == toWhite {
		player = 0
	}
	last := move[len(move)-1]
	p.Pieces[last.Cell] = uint16(s.game.Modifiers[move[0].Index-1].Piece)
	p.Values[player] = min(10, p.Values[player]+last.Cell)
	p.Values[2]++
	p.Cell, p.Switch = last.Cell, last.Index
	return s.fail
}

func stubGame(cells int) *Game {
	g := line(cells)
	return New(g, "stub", 0, func() Reasoner { return &stub{game: g} })
}
