package mcts

import (
	"context"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// Where a symmetry of the rules maps a position to itself, a move and its image lead to
// positions that differ by that symmetry, and have the same values. A search tries only one of
// such moves. Everything below stays as it is, so that no move has to be mapped.

// findSymmetries finds the symmetries of the rules, if they are used and that is quick. With a clock it
// takes an eighth of the time at most; if that is too short, it is left to the next search.
func (s *Search) findSymmetries(ctx context.Context) {
	if s.graph.sought || s.opt.Symmetry == Never || s.opt.Symmetry == WithClock && !s.timed {
		return
	}
	f := game.CapabilitiesOf(s.game).Orbits // an engine that is being prepared may find them later
	if f == nil || !f.FindsQuickly() {
		return
	}
	if deadline, timed := ctx.Deadline(); timed {
		limit, cancel := context.WithTimeout(ctx, time.Until(deadline)/8)
		defer cancel()
		ctx = limit
	}
	s.graph.symmetries = f.StateSymmetries(ctx, s.graph.root.state)
	s.graph.sought = ctx.Err() == nil
}

// distinct returns the moves of a turn without those that are images of others under
// symmetries that keep the state. The images are noted. The moves may be overwritten.
func (g *graph) distinct(state game.State, in *expansion, moves []game.Move) []game.Move {
	if in.mover == g.random {
		return moves
	}
	for _, y := range g.symmetries {
		if g.keeps(y, state) {
			moves = in.dropImages(y, moves)
		}
	}
	return moves
}

// keeps reports whether a symmetry maps a state to itself.
func (g *graph) keeps(y game.StateSymmetry, state game.State) bool {
	var less bool
	g.image, less = y.Image(state, state, g.image)
	return !less && slices.Equal(g.image, state)
}

// dropImages returns the moves without the images of those that stay.
func (in *expansion) dropImages(y game.StateSymmetry, moves []game.Move) []game.Move {
	kept := moves[:0]
	for _, m := range moves {
		before, ok := y.MoveBack(in.mover, m)
		if !ok || !slices.Contains(kept, before) {
			kept = append(kept, m)
			continue
		}
		if in.images == nil {
			in.images = map[game.Move]game.Move{}
		}
		in.images[m] = before
	}
	return kept
}

// withImages returns candidates with the images of those that have some.
func (in *expansion) withImages(list []player.Candidate) []player.Candidate {
	if in.images == nil {
		return list
	}
	of := map[game.Move][]game.Move{}
	for image := range in.images {
		m := in.original(image)
		of[m] = append(of[m], image)
	}
	var all []player.Candidate
	for _, c := range list {
		all = append(all, c)
		images := of[c.Move]
		slices.Sort(images)
		for _, m := range images {
			all = append(all, player.Candidate{Move: m, Visits: c.Visits, Value: c.Value, Exact: c.Exact})
		}
	}
	return all
}

// original returns the move that is tried in place of an image.
func (in *expansion) original(m game.Move) game.Move {
	for {
		before, ok := in.images[m]
		if !ok {
			return m
		}
		m = before
	}
}
