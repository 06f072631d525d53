package rbgwellformed

import (
	"context"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
)

// maxSeen is how many actions of moves are counted.
const maxSeen = 1_000_000

// Seen returns the greatest numbers of changes that the legal moves in random
// plays have, and the number of plays. They are lower bounds of the straightness
// of rules for which [rbgcheck.Straightness] finds no upper one.
//
// Main covers the moves of the keeper too. Applicational is the same, because
// changes inside patterns leave no trace, and Semimove is the same as Move, or
// None if the rules have dots, which leave no trace either.
func Seen(ctx context.Context, g *rbg.Game, playouts int, seed uint64) (rbgcheck.Numbers, int, error) {
	r, err := rbgref.NewReasoner(g)
	if err != nil {
		return rbgcheck.Numbers{}, 0, err
	}
	s := &seen{rules: g, reasoner: r, left: maxSeen}
	n := 0
	for n < playouts && s.left > 0 && err == nil && ctx.Err() == nil {
		err = s.play(ctx, game.NewRand(seed+uint64(n)))
		n++
	}
	if err == nil {
		err = ctx.Err()
	}
	s.main = max(s.main, s.move)
	numbers := rbgcheck.Numbers{Applicational: s.main, Main: s.main, Move: s.move, Semimove: s.move}
	if hasDots(g.Rules) {
		numbers.Semimove = rbgcheck.None
	}
	return numbers, n, err
}

// seen counts changes along plays.
type seen struct {
	rules      *rbg.Game
	reasoner   *rbgref.Reasoner
	moves      rbgplay.Moves
	move, main int // the greatest numbers so far
	left       int // actions that may still be counted
}

// play follows one random play, with the moves of the keeper.
func (s *seen) play(ctx context.Context, rand *game.Rand) error {
	var p rbgplay.Position
	p.Reset(s.rules)
	for s.left > 0 && ctx.Err() == nil {
		s.moves.Clear()
		if err := s.reasoner.Moves(&p, &s.moves); err != nil {
			return err
		}
		s.left -= len(s.moves.Actions) + 1
		n := s.moves.Len()
		if n == 0 {
			return nil
		}
		choice := 0 // the keeper's
		longest := &s.main
		if s.rules.Mover(int(p.Switch)) != rbg.Keeper {
			choice, longest = rand.Choose(n), &s.move
		}
		for i := range n {
			*longest = max(*longest, len(s.moves.At(i))-1)
		}
		if err := s.reasoner.Make(&p, s.moves.At(choice)); err != nil {
			return err
		}
	}
	return nil
}

func hasDots(rules *rbg.Expr) bool {
	found := false
	known := map[*rbg.Expr]bool{}
	rules.Each(func(e *rbg.Expr) bool {
		again := known[e]
		known[e] = true
		found = found || e.Kind == rbg.Dot
		return !again && !found && e.Kind != rbg.Pattern
	})
	return found
}
