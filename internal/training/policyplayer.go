package training

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/player"
)

// A policyPlayer plays a game that hides information by a network of views, without a
// search. It knows what its role did and perceived and nothing else.
type policyPlayer struct {
	net    *neural.Network
	setup  player.Setup
	viewer *learn.Viewer
	rand   *game.Rand
	last   []player.Candidate // of the last choice, the best first
}

var (
	_ player.Player  = (*policyPlayer)(nil)
	_ player.Analyst = (*policyPlayer)(nil)
)

// policyTemperature is how randomly moves are drawn. A role that always makes the best
// move by its view can be read by others.
const policyTemperature = 0.05

// Start implements [player.Player].
func (p *policyPlayer) Start(_ context.Context, s player.Setup) error {
	*p = policyPlayer{net: p.net, setup: s, rand: game.NewRand(s.Seed)}
	switch {
	case !s.Game.Hidden():
		return errNothingHidden
	case s.From != nil:
		return errors.New("what the roles did and perceived before is not known")
	}
	p.viewer = learn.NewViewer(s.Game, p.net)
	return nil
}

// Choose implements [player.Player].
func (p *policyPlayer) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	p.last = p.last[:0]
	p.viewer.Values(p.setup.Role, legal, func(i int, goal float64) {
		p.last = append(p.last, player.Candidate{Move: legal[i], Value: 100 * goal})
	})
	slices.SortStableFunc(p.last, func(a, b player.Candidate) int { return cmp.Compare(b.Value, a.Value) })
	return p.viewer.Choose(p.setup.Role, legal, p.rand, policyTemperature), nil
}

// Observe implements [player.Player].
func (p *policyPlayer) Observe(_ context.Context, e player.Event) error {
	p.last = nil
	p.viewer.Extend(p.setup.Role, e.Own, e.Percepts)
	return nil
}

// Stop implements [player.Player].
func (p *policyPlayer) Stop() { p.viewer = nil }

// Analysis implements [player.Analyst].
func (p *policyPlayer) Analysis() player.Analysis {
	a := player.Analysis{Role: p.setup.Role, Moves: p.last}
	if len(p.last) == 0 {
		return a
	}
	roles := len(p.setup.Game.Roles())
	a.Values, a.Exact = make([]float64, roles), make([]bool, roles)
	for r := range a.Values {
		a.Values[r] = math.NaN()
	}
	a.Values[p.setup.Role] = p.last[0].Value
	return a
}
