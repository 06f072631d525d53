package knowledgecheck

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/knowledge"
)

// Propositions are checks that players know what they need in order to play.
type Propositions struct {
	// LegalMoves says whether all players always know their legal moves, in terminal
	// states too (Proposition 2 on GDL-II).
	LegalMoves Finding `json:"legal_moves"`
	// Ends says whether all players recognise terminal states, and know their own
	// goal values there (Proposition 3).
	Ends Finding `json:"ends"`
}

// CheckPropositions checks by visiting all developments whether all players always
// know their legal moves, and the end of the game and their results. If the context
// ends, it returns the findings so far and the context's error.
func CheckPropositions(ctx context.Context, g game.Game, limits knowledge.Limits) (*Propositions, error) {
	out := &Propositions{newFinding(g), newFinding(g)}
	if !g.Hidden() {
		return out, nil // all roles know the state
	}
	for r := range g.Roles() {
		if game.Role(r) == g.Random() {
			continue
		}
		m, err := knowledge.New(g, limits) // for each role, so that it has the whole limit
		if err != nil {
			return out, markOpen(err, []*Finding{&out.LegalMoves, &out.Ends})
		}
		if err := checkRole(ctx, g, m, out, game.Role(r)); err != nil {
			return out, err
		}
	}
	return out, nil
}

// A comparison looks for counterexamples of one role, set by set.
type comparison struct {
	*knowledge.Model
	game    game.Game
	role    game.Role
	moves   *Finding // nil once a clash was found
	ends    *Finding
	classes map[knowledge.ViewID]*class
}

// A class is an information set, by the first development of each kind.
type class struct {
	first    int // of all
	live     int // of those that are not over, or -1
	terminal int // of those that are over, or -1
}

func checkRole(ctx context.Context, g game.Game, m *knowledge.Model, out *Propositions, r game.Role) error {
	c := &comparison{Model: m, game: g, role: r, moves: &out.LegalMoves, ends: &out.Ends}
	return visitAll(ctx, m, r, false, func(set *knowledge.Set) (bool, error) {
		c.classes = map[knowledge.ViewID]*class{}
		for _, f := range []*Finding{c.moves, c.ends} {
			if f != nil {
				f.Developments.Add(f.Developments, set.Developments())
			}
		}
		for i := range set.Len() {
			if err := c.member(set, i); err != nil {
				return false, err
			}
		}
		return c.moves != nil || c.ends != nil, nil
	}, &out.LegalMoves, &out.Ends)
}

// member compares a development with earlier ones that have the same view.
func (c *comparison) member(set *knowledge.Set, i int) error {
	isOver, err := c.Terminal(set.StateID(i))
	if err != nil {
		return err
	}
	view := set.ViewID(i, c.role)
	k := c.classes[view]
	if k == nil {
		k = &class{first: i, live: -1, terminal: -1}
		c.classes[view] = k
	}
	if err := c.compareMoves(set, k, i); err != nil {
		return err
	}
	if err := c.compareEnds(set, k, isOver, i); err != nil {
		return err
	}
	if isOver && k.terminal < 0 {
		k.terminal = i
	} else if !isOver && k.live < 0 {
		k.live = i
	}
	return nil
}

// compareMoves looks for different legal moves.
func (c *comparison) compareMoves(set *knowledge.Set, k *class, i int) error {
	if c.moves == nil {
		return nil
	}
	first, err := c.Legal(set.StateID(k.first), c.role)
	if err != nil {
		return err
	}
	moves, err := c.Legal(set.StateID(i), c.role)
	if err != nil || slices.Equal(first, moves) {
		return err
	}
	c.moves.refute(counterexample(c.game, c.Model, set, c.role, differentMoves, k.first, i))
	c.moves = nil
	return nil
}

// compareEnds looks for developments of one class of which only one is terminal, or
// that have different goals.
func (c *comparison) compareEnds(set *knowledge.Set, k *class, isOver bool, i int) error {
	if c.ends == nil {
		return nil
	}
	other, what := k.live, differentEnds
	if !isOver {
		other = k.terminal
	}
	if other < 0 && isOver && k.terminal >= 0 {
		same, err := c.sameGoals(set.StateID(k.terminal), set.StateID(i))
		if err != nil {
			return err
		}
		if !same {
			other, what = k.terminal, differentGoals
		}
	}
	if other >= 0 {
		c.ends.refute(counterexample(c.game, c.Model, set, c.role, what, other, i))
		c.ends = nil
	}
	return nil
}

func (c *comparison) sameGoals(a, b knowledge.StateID) (bool, error) {
	if a == b {
		return true, nil
	}
	x, err := c.Goals(a, c.role)
	if err != nil {
		return false, err
	}
	y, err := c.Goals(b, c.role)
	return slices.Equal(x, y), err
}
