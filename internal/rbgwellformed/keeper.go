package rbgwellformed

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// Limits of the search for choices of the keeper that matter. They are counts, not
// times, so that every run finds the same.
const (
	maxPlays        = 20        // random plays
	maxActions      = 3_000_000 // actions in the lists of legal moves
	maxKeeperMoves  = 50_000    // moves of the keeper that are tried
	maxAlternatives = 12        // continuations that are tried in one position
)

// A keeper follows random plays and tries, wherever the keeper has several
// continuations, whether they lead to the same position.
type keeper struct {
	rules    *rbg.Game
	reasoner *rbgref.Reasoner
	rand     *game.Rand

	path    [][]rbgplay.Action // the moves of the play so far
	moves   rbgplay.Moves
	actions int // that may still be listed
	budget  int // moves of the keeper that may still be tried
	choices []*choice
	failure error
	led     [][]rbgplay.Action // the moves that led to the failure
}

// A choice is a position in which two continuations of the keeper lead to
// different positions.
type choice struct {
	path          [][]rbgplay.Action
	first, second []rbgplay.Action
	difference    string
}

func newKeeper(g *rbg.Game) (*keeper, error) {
	r, err := rbgref.NewReasoner(g)
	if err != nil {
		return nil, err
	}
	k := &keeper{rules: g, reasoner: r, actions: maxActions, budget: maxKeeperMoves}
	r.BeforeKeeper = func(*rbgplay.Position) { k.budget-- }
	return k, nil
}

// look follows some random plays.
func (k *keeper) look(ctx context.Context, plays int, seed uint64) {
	for n := range plays {
		k.rand = game.NewRand(seed + uint64(n))
		k.play(ctx)
	}
}

// play follows one random play.
func (k *keeper) play(ctx context.Context) {
	k.path = k.path[:0]
	var p, final rbgplay.Position
	p.Reset(k.rules)
	k.try(k.reasoner.Start(&final))
	for k.follow(&p, &final) && ctx.Err() == nil {
		k.moves.Clear()
		if !k.try(k.reasoner.Moves(&p, &k.moves)) || k.moves.Len() == 0 {
			return
		}
		k.actions -= len(k.moves.Actions)
		move := slices.Clone(k.moves.At(k.rand.Choose(k.moves.Len())))
		k.path = append(k.path, move)
		k.finish(&p, move, &final)
		k.try(k.reasoner.Make(&p, move))
	}
}

// goesOn reports whether to continue.
func (k *keeper) goesOn() bool { return k.failure == nil && k.budget > 0 && k.actions > 0 }

// try records the first failure.
func (k *keeper) try(err error) bool {
	if err != nil && k.failure == nil {
		k.failure, k.led = err, slices.Clone(k.path)
	}
	return err == nil
}

// follow makes the keeper's moves from a position on, which lead to the final
// one, and tries the other continuations on the way. It reports whether the play
// continues.
func (k *keeper) follow(p, final *rbgplay.Position) bool {
	for k.goesOn() && k.rules.Mover(int(p.Switch)) == rbg.Keeper {
		k.budget--
		k.moves.Clear()
		if !k.try(k.reasoner.Moves(p, &k.moves)) || k.moves.Len() == 0 {
			return false
		}
		k.compare(p, final)
		k.try(k.reasoner.Make(p, k.moves.At(0)))
	}
	return k.goesOn()
}

// finish makes a move and the keeper's moves after it.
func (k *keeper) finish(p *rbgplay.Position, move []rbgplay.Action, result *rbgplay.Position) bool {
	result.Copy(p)
	return k.try(k.reasoner.Apply(result, move))
}

// compare tries the other continuations that are listed, or a sample of them.
func (k *keeper) compare(p, final *rbgplay.Position) {
	others := k.sample()
	first := slices.Clone(k.moves.At(0))
	var result rbgplay.Position
	for _, move := range others {
		if k.budget <= 0 || !k.finish(p, move, &result) {
			return
		}
		if text := k.difference(final, &result); text != "" {
			k.choices = append(k.choices, &choice{slices.Clone(k.path), first, move, text})
			return
		}
	}
}

// sample returns all listed moves except the first, or some of them if there are
// many.
func (k *keeper) sample() [][]rbgplay.Action {
	var list [][]rbgplay.Action
	n := k.moves.Len()
	for i := 1; i < n; i++ {
		if n-1 <= maxAlternatives || k.rand.Choose(n-1) < maxAlternatives {
			list = append(list, slices.Clone(k.moves.At(i)))
		}
	}
	return list
}

// difference describes how two positions differ, or returns "" if they are
// equivalent.
func (k *keeper) difference(p, q *rbgplay.Position) string {
	for v := range p.Values {
		if p.Values[v] != q.Values[v] {
			return fmt.Sprintf("%s becomes %d or %d", k.rules.Variables[v].Name, p.Values[v], q.Values[v])
		}
	}
	for c := range p.Pieces {
		if p.Pieces[c] != q.Pieces[c] {
			return fmt.Sprintf("%s holds %s or %s in the end", k.rules.Board.CellText(c),
				k.rules.Pieces[p.Pieces[c]].Name, k.rules.Pieces[q.Pieces[c]].Name)
		}
	}
	if p.Cell == q.Cell && p.Switch == q.Switch {
		return ""
	}
	return k.differentMoves(p, q)
}

// differentMoves compares what can be done in two positions that differ in the
// current cell or the place in the rules. If the moves are the same, so are all
// continuations.
func (k *keeper) differentMoves(p, q *rbgplay.Position) string {
	a, b := k.sortedMoves(p), k.sortedMoves(q)
	if slices.EqualFunc(a, b, slices.Equal[[]rbgplay.Action]) {
		return ""
	}
	if p.Cell != q.Cell {
		return fmt.Sprintf("the current cell is %s or %s in the end, and the moves differ",
			k.rules.Board.CellText(int(p.Cell)), k.rules.Board.CellText(int(q.Cell)))
	}
	return "the play goes on at different places in the rules"
}

func (k *keeper) sortedMoves(p *rbgplay.Position) [][]rbgplay.Action {
	var moves rbgplay.Moves
	k.try(k.reasoner.Moves(p, &moves))
	list := make([][]rbgplay.Action, moves.Len())
	for i := range list {
		list[i] = moves.At(i)
	}
	slices.SortFunc(list, func(a, b []rbgplay.Action) int {
		return slices.CompareFunc(a, b, func(x, y rbgplay.Action) int {
			if x.Index != y.Index {
				return int(x.Index - y.Index)
			}
			return int(x.Cell - y.Cell)
		})
	})
	return list
}
