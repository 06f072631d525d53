package training

import (
	"context"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/internal/players/bestfirst"
	"ludex/internal/players/infoset"
	"ludex/player"
	"ludex/player/mcts"
)

// NewPlayer returns a player that uses a network, whose features are numbered as the game
// does, by a method. The options are those of tree search; best-first search takes the
// threads and the memory from them.
func NewPlayer(m learn.Method, net *neural.Network, opt mcts.Options) player.Analyst {
	switch m.Search {
	case learn.BestFirst:
		o := bestfirst.Defaults()
		o.Share, o.Memory, o.Threads = m.Share, opt.Memory, opt.Threads
		if m.Playouts > 0 {
			o.Playouts = m.Playouts
		}
		return &bestfirst.Player{Net: net, Options: o}
	case learn.Policy:
		return &policyPlayer{net: net}
	case learn.ISMCTS:
		o := infoset.Defaults()
		o.Net, o.Prior, o.Memory = net, m.Prior, min(opt.Memory, o.Memory)
		return infoset.NewPlayer(o)
	case learn.MCTS:
		opt.Grave = 0
		opt.Batch = mixedBatch
		opt.Evaluator = func(g game.Game) (mcts.Evaluator, error) { return newMixed(g, net, m), nil }
	}
	return mcts.NewPlayer(opt)
}

// MakerOf returns what makes players of a game that use a model as its trials chose.
func MakerOf(m *learn.Model, g game.Game) (player.Maker, error) {
	net, err := m.For(g)
	if err != nil {
		return nil, err
	}
	return func() player.Player { return NewPlayer(m.Method, net, mcts.Defaults()) }, nil
}

// mixedBatch is how many positions tree search values together.
const mixedBatch = 8

// A mixed values positions by a network and playouts. It implements [mcts.Evaluator].
type mixed struct {
	net     *neural.Evaluator
	share   float64
	count   int
	runner  game.Runner // nil if the share is 1
	seed    uint64
	results []game.PlayoutResult
}

// newMixed returns an evaluator for a game that has features.
func newMixed(g game.Game, net *neural.Network, m learn.Method) *mixed {
	x := &mixed{net: net.NewEvaluator(game.CapabilitiesOf(g).Features), share: m.Share, count: max(m.Playouts, 1)}
	if m.Share < 1 {
		x.runner = game.NewRunner(g)
	}
	return x
}

// Evaluate implements [mcts.Evaluator].
func (x *mixed) Evaluate(ctx context.Context, states []game.State, values [][]float64) error {
	for len(x.results) < len(states) {
		x.results = append(x.results, game.PlayoutResult{})
	}
	if x.runner != nil {
		x.seed++
		opt := game.PlayoutOptions{Count: x.count, Seed: x.seed}
		if err := x.runner.Run(ctx, states, opt, x.results[:len(states)]); err != nil {
			return err
		}
	}
	for i, s := range states {
		copy(values[i], x.net.Goals(s))
		finished := float64(x.results[i].Finished)
		if x.runner == nil || finished == 0 {
			continue
		}
		for r, v := range values[i] {
			values[i][r] = x.share*v + (1-x.share)*min(float64(x.results[i].Goals[r])/(100*finished), 1)
		}
	}
	return nil
}
