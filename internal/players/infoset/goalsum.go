package infoset

import (
	"context"
	"math"
	"time"

	"ludex/game"
	"ludex/player"
)

// A goalSum tells what the goals of two roles add up to, if that is the same at every end
// of a play. A search values the moves of its own role only; the value of the opponent
// follows from the sum.
type goalSum struct {
	known bool // whether it was computed
	sum   float64
	ok    bool
}

// The plays that must agree before a constant sum is assumed, and the time for them.
const (
	sumPlays = 60
	sumTime  = 200 * time.Millisecond
)

// fill sets the values that a search did not compute: that of the only opponent in a game
// with a constant sum, and NaN for others.
func (c *goalSum) fill(s player.Setup, a *player.Analysis) {
	if len(a.Values) == 0 || len(a.Moves) == 0 {
		return
	}
	opponent := game.NoRole
	for r := range a.Values {
		if role := game.Role(r); role != s.Role {
			a.Values[r] = math.NaN()
			if role != s.Game.Random() {
				opponent = role
			}
		}
	}
	if deciders(s.Game) != 2 || opponent == game.NoRole {
		return
	}
	if !c.known {
		c.known = true
		c.sum, c.ok = sumOfGoals(s)
	}
	if c.ok {
		a.Values[opponent] = c.sum - a.Values[s.Role]
	}
}

// sumOfGoals plays at random and returns the sum of the goals, if all plays have the same.
func sumOfGoals(s player.Setup) (sum float64, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), sumTime)
	defer cancel()
	m := s.Game.NewMachine()
	m.Bind(ctx)
	draw := rng{game.NewRand(s.Seed)}
	for i := range sumPlays {
		total, ended := randomEnd(s, m, draw)
		if !ended || m.Err() != nil || i > 0 && total != sum {
			return 0, false
		}
		sum = total
	}
	return sum, true
}

// randomEnd plays at random to an end, and returns the sum of the goals there.
func randomEnd(s player.Setup, m game.Machine, draw rng) (sum float64, ended bool) {
	state := s.From
	if state == nil {
		state = m.Initial(nil)
	}
	joint := make([]game.Move, len(s.Game.Roles()))
	for range game.MaxSteps(s.Game) {
		if m.Err() != nil {
			return 0, false
		}
		if m.Terminal(state) {
			return goalsAt(s, m, state)
		}
		for r := range joint {
			legal := m.Legal(state, game.Role(r), nil)
			if len(legal) == 0 {
				return 0, false
			}
			joint[r] = legal[draw.Choose(len(legal))]
		}
		state = m.Next(state, joint, nil)
	}
	return 0, false
}

// goalsAt returns the sum of the goals of a terminal state, chance excluded.
func goalsAt(s player.Setup, m game.Machine, state game.State) (sum float64, ok bool) {
	for r := range s.Game.Roles() {
		if game.Role(r) == s.Game.Random() {
			continue
		}
		goals := m.Goals(state, game.Role(r), nil)
		if len(goals) != 1 {
			return 0, false
		}
		sum += float64(goals[0])
	}
	return sum, true
}
