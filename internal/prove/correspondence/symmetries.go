package correspondence

import (
	"context"
	"errors"
	"slices"

	"ludex/internal/prove/transition"
)

// A Group is a group of symmetries of a game: correspondences of the game with itself.
type Group struct {
	Generators []*Correspondence
	Order      int
	// Complete says that the search for further symmetries was not cut off.
	Complete bool
}

// A Judge decides whether a correspondence is a symmetry. If it is not, it may return a play
// after which the game and its image differ.
type Judge func(*Correspondence) (ok bool, play [][]string, err error)

// Symmetries looks for the symmetries of a game that leave the roles as they are. What fixes
// all first moves is not looked for. If the context ends, the group is what was found.
//
// It goes down a chain of stabilizers, as Schreier and Sims do: of the symmetries that fix
// the first moves of a list it looks for those that map the next one to another.
func Symmetries(ctx context.Context, s *transition.System, seed uint64, judge Judge) (*Group, error) {
	role, moves := firstMoves(s)
	g := &Group{Order: 1, Complete: true}
	for level := range moves {
		err := g.extend(ctx, s, seed, role, moves, level, judge)
		g.Order *= len(g.orbit(role, moves, level))
		if err != nil {
			g.Complete = false
			return g, err
		}
	}
	return g, nil
}

// firstMoves returns the first role with a choice in the initial state, and its moves.
func firstMoves(s *transition.System) (int, []int) {
	v := newEvaluator(s, identity(s)).look([][]bool{s.Initial()})[0]
	for r, moves := range v.legal {
		if !v.over && len(moves) > 1 {
			return r, moves
		}
	}
	return 0, nil
}

// identity returns the roles in their order.
func identity(s *transition.System) []int {
	list := make([]int, len(s.Roles))
	for r := range list {
		list[r] = r
	}
	return list
}

// extend looks for symmetries that fix the moves before a level and map that of the level to
// another.
func (g *Group) extend(ctx context.Context, s *transition.System, seed uint64, role int, moves []int, level int, judge Judge) error {
	orbit := g.orbit(role, moves, level)
	for _, to := range moves[level+1:] {
		if slices.Contains(orbit, to) {
			continue
		}
		search := NewSearch(s, s, seed)
		search.tried, search.last = symmetryAttempt, symmetryAttempt
		search.possible = [][]int{identity(s)}
		for _, m := range moves[:level] {
			search.Fix(Fixed{role, m, m})
		}
		search.Fix(Fixed{role, moves[level], to})
		c, err := search.symmetry(ctx, judge)
		switch {
		case errors.Is(err, ErrNone):
			g.Complete = g.Complete && search.exhausted
			continue
		case err != nil:
			return err
		}
		g.Generators = append(g.Generators, c)
		orbit = g.orbit(role, moves, level)
	}
	return nil
}

// symmetry returns the next symmetry.
func (s *Search) symmetry(ctx context.Context, judge Judge) (*Correspondence, error) {
	for {
		c, err := s.Next(ctx)
		if err != nil {
			return nil, err
		}
		ok, play, err := judge(c)
		switch {
		case ok || err != nil:
			return c, err
		case play == nil:
			return nil, ErrNone
		}
		s.Learn(play)
	}
}

// symmetryAttempt is the attempt of a search that looks for a symmetry: one with 800 steps back.
const symmetryAttempt = 14

// orbit returns the moves to which the generators that fix the moves before a level map that
// of the level.
func (g *Group) orbit(role int, moves []int, level int) []int {
	orbit := []int{moves[level]}
	for at := 0; at < len(orbit); at++ {
		for _, c := range g.Generators {
			if c.Roles[role] != role || slices.ContainsFunc(moves[:level], func(m int) bool { return c.Moves[role][m] != m }) {
				continue
			}
			if to := c.Moves[role][orbit[at]]; to >= 0 && !slices.Contains(orbit, to) {
				orbit = append(orbit, to)
			}
		}
	}
	return orbit
}
