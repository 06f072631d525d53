package basic

import (
	"cmp"
	"context"
	"fmt"

	"ludex/game"
	"ludex/player"
)

// DefaultPlayouts is how many playouts Greedy runs after each move.
const DefaultPlayouts = 16

// Greedy looks one step ahead. It values each of its moves, with random moves of
// the others, by the goal if the play is then over and by the mean of some
// playouts otherwise, and makes the best one. Ties are broken at random.
type Greedy struct {
	// Playouts is how many are run after each move; 0 is DefaultPlayouts. A
	// negative number runs none: only goals decide, even before the end.
	Playouts int

	setup   player.Setup
	tracker *player.Tracker // nil if the state is hidden
	rand    *game.Rand
	joint   []game.Move
	next    game.State
	moves   []game.Move
	goals   []int
}

var (
	_ player.Player = (*Greedy)(nil)
	_ player.Noter  = (*Greedy)(nil)
)

// Start implements [player.Player].
func (g *Greedy) Start(_ context.Context, s player.Setup) error {
	*g = Greedy{Playouts: g.Playouts, setup: s, rand: game.NewRand(s.Seed), joint: make([]game.Move, len(s.Game.Roles()))}
	if g.Playouts == 0 {
		g.Playouts = DefaultPlayouts
	}
	if s.Game.Hidden() {
		return nil
	}
	g.tracker = player.NewTracker(s)
	return g.tracker.Machine.Err()
}

// Note implements [player.Noter].
func (g *Greedy) Note() string {
	if g.setup.Game != nil && g.setup.Game.Hidden() {
		return "the game hides information, and greedy does not reason about that: its moves are random"
	}
	return ""
}

// Choose implements [player.Player]. When the context ends, the remaining moves
// are ignored.
func (g *Greedy) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	start := g.rand.Choose(len(legal)) // so that no move has an advantage when time is short
	if g.tracker == nil {
		return legal[start], nil
	}
	g.tracker.Machine.Bind(ctx)
	defer g.tracker.Machine.Bind(context.Background())
	best, highest, equal := legal[start], -1.0, 0
	for i := range legal {
		if i > 0 && ctx.Err() != nil {
			break
		}
		move := legal[(start+i)%len(legal)]
		value, err := g.value(ctx, move)
		if game.Ended(ctx, err) {
			break
		}
		if err != nil {
			return best, err
		}
		switch {
		case value > highest:
			best, highest, equal = move, value, 1
		case value == highest:
			if equal++; g.rand.Choose(equal) == 0 {
				best = move
			}
		}
	}
	return best, nil
}

// value returns the expected goal of a move, between 0 and 100.
func (g *Greedy) value(ctx context.Context, move game.Move) (float64, error) {
	m, s := g.tracker.Machine, g.tracker.State
	for r := range g.joint {
		g.moves = m.Legal(s, game.Role(r), g.moves[:0])
		if len(g.moves) == 0 {
			return 0, cmp.Or(m.Err(), fmt.Errorf("role %s: %w", g.setup.Game.Roles()[r], game.ErrStuck))
		}
		g.joint[r] = g.moves[g.rand.Choose(len(g.moves))]
	}
	g.joint[g.setup.Role] = move
	g.next = m.Next(s, g.joint, g.next[:0])
	if m.Terminal(g.next) || g.Playouts < 0 {
		return g.goal(), m.Err()
	}
	res, err := game.Playouts(ctx, g.setup.Game, game.PlayoutOptions{From: g.next, Count: g.Playouts, Seed: g.rand.Uint64()})
	if err != nil || res.Finished == 0 {
		return 0, err
	}
	return res.MeanGoal(g.setup.Role), nil
}

// goal returns the goal value in the next state, or 0 if there is not exactly one.
func (g *Greedy) goal() float64 {
	g.goals = g.tracker.Machine.Goals(g.next, g.setup.Role, g.goals[:0])
	if len(g.goals) != 1 {
		return 0
	}
	return float64(g.goals[0])
}

// Observe implements [player.Player].
func (g *Greedy) Observe(_ context.Context, e player.Event) error {
	if g.tracker == nil {
		return nil
	}
	return g.tracker.Observe(e)
}

// Stop implements [player.Player].
func (g *Greedy) Stop() { g.tracker = nil }
