package boardrank

import (
	"context"
	"errors"
	"fmt"

	"ludex/rbg"
)

// Limits of what is looked at.
const (
	maxPlaces  = 1 << 20
	maxActions = 4_000_000
	maxPieces  = 64
)

// A Set is a set of pieces.
type Set uint64

// has reports whether a piece is in the set.
func (s Set) has(piece int) bool { return s>>piece&1 != 0 }

// setOf returns a set of pieces.
func setOf(pieces []int) (s Set) {
	for _, p := range pieces {
		s |= 1 << p
	}
	return s
}

// A Graph has the situations in which a path through the rules can be, and the actions that lead from one to
// another. A situation is a place in the rules with the current cell and the pieces of which that holds one.
// Comparisons and patterns are taken to hold always, so there may be more than any play comes to.
//
// Situations are numbered in the order in which they are found: actions are followed from the first situation, then from the second
// one, and so on, and those of a situation in the order of the rules.
type Graph struct {
	Actions []Action // in the order in which they are found
	Held    []Set    // by cell: what was given, and what actions put there besides
	Grown   bool     // Held is more than what was given

	game  *rbg.Game
	paths *paths
	list  []situation
	known map[situation]int32
}

type situation struct {
	place, cell int32
	on          Set
}

// An Action leads from a situation to another one.
type Action struct {
	From, To int32
	expr     *rbg.Expr // nil is nothing
	cell     int32
	on       Set // what the cell can hold before
}

// ToPlayer reports whether the action is a switch to a player, not to the keeper.
func (a *Action) ToPlayer() bool {
	return a.expr != nil && a.expr.Kind == rbg.Switch && a.expr.Player != rbg.Keeper
}

// Situations returns how many situations there are.
func (g *Graph) Situations() int { return len(g.list) }

// NewGraph returns the graph of a game if each cell can hold a set of pieces. If that is not closed, because an action
// puts another piece on a cell, the result is Grown, and has to be made anew with what it holds.
func NewGraph(ctx context.Context, game *rbg.Game, held []Set) (*Graph, error) {
	if len(game.Pieces) > maxPieces {
		return nil, fmt.Errorf("the game has more than %d pieces", maxPieces)
	}
	p, err := newPaths(game.Rules)
	if err != nil {
		return nil, err
	}
	g := &Graph{game: game, paths: p, Held: append([]Set(nil), held...), known: map[situation]int32{}}
	for c, cell := range game.Board.Cells {
		g.hold(int32(c), cell.Piece)
	}
	g.visit(situation{p.start, 0, g.Held[0]})
	for n := 0; n < len(g.list); n++ {
		if len(g.Actions) > maxActions {
			return nil, errors.New("there are too many ways through the rules")
		}
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := g.list[n]
		for _, w := range p.out[s.place] {
			if next, ok := g.follow(s, w); ok {
				g.Actions = append(g.Actions, Action{int32(n), g.visit(next), w.expr, s.cell, s.on})
			}
		}
	}
	g.known = nil
	return g, nil
}

// hold notes that a cell can hold a piece.
func (g *Graph) hold(cell int32, piece int) {
	if !g.Held[cell].has(piece) {
		g.Held[cell] |= 1 << piece
		g.Grown = true
	}
}

func (g *Graph) visit(s situation) int32 {
	n, known := g.known[s]
	if !known {
		n = int32(len(g.list))
		g.known[s] = n
		g.list = append(g.list, s)
	}
	return n
}

// follow returns where an action leads, if a path may pass it.
func (g *Graph) follow(s situation, w way) (situation, bool) {
	s.place = w.to
	if w.expr == nil {
		return s, true
	}
	switch w.expr.Kind {
	case rbg.On:
		s.on &= setOf(w.expr.Pieces)
	case rbg.Off:
		g.hold(s.cell, w.expr.Piece)
		s.on = 1 << w.expr.Piece
	case rbg.Shift:
		if s.cell = g.game.Board.Edges[w.expr.Label][s.cell]; s.cell == rbg.NoCell {
			return s, false
		}
		s.on = g.Held[s.cell]
	}
	return s, s.on != 0
}

// heldSets returns sets of pieces for the cells of a game.
func heldSets(game *rbg.Game, names [][]string) ([]Set, error) {
	if len(names) != len(game.Board.Cells) {
		return nil, fmt.Errorf("the proof is about a board with %d cells, and there are %d", len(names), len(game.Board.Cells))
	}
	held := make([]Set, len(names))
	for c, list := range names {
		var err error
		if held[c], err = namedSet(game, list); err != nil {
			return nil, err
		}
	}
	return held, nil
}

// namedSet returns the set of the pieces with some names.
func namedSet(game *rbg.Game, names []string) (s Set, err error) {
	number := make(map[string]int, len(game.Pieces))
	for i, p := range game.Pieces {
		number[p.Name] = i
	}
	for _, name := range names {
		p, ok := number[name]
		if !ok {
			return 0, fmt.Errorf("there is no piece %s", name)
		}
		s |= 1 << p
	}
	return s, nil
}

// Names returns the names of the pieces of a set.
func (s Set) Names(game *rbg.Game) []string {
	names := []string{}
	for i, p := range game.Pieces {
		if s.has(i) {
			names = append(names, p.Name)
		}
	}
	return names
}
