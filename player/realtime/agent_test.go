package realtime

import (
	"context"

	"ludex/internal/lag"
	"ludex/internal/lag/lagtest"
	"ludex/timed"
)

// NewAgent returns the player of this package for a match over a slow network. It
// accounts for the latency of its moves: it decides in the state that the game will
// be in when a move can arrive, and leaves a margin before the last moment, which
// is wide until the latency is known. Use it with [lagtest.Player.Renews], since it
// changes its plans. The context ends its thinking.
func NewAgent(ctx context.Context, seed uint64, nodes int) lagtest.Agent {
	a := &agent{ctx: ctx, seed: seed, nodes: nodes}
	if a.nodes <= 0 {
		a.nodes = defaultNodes
	}
	return a.ask
}

// An agent decides for one end of a network.
type agent struct {
	ctx    context.Context
	seed   uint64
	nodes  int
	model  *model
	search *search
}

// ask returns the plan for what the client knows.
func (a *agent) ask(c *lag.Client, now timed.Time) []lagtest.PlannedMove {
	if c.Ending() != nil {
		return nil
	}
	if a.model == nil {
		a.model = newModel(c.Game(), c.Role(), a.seed)
		a.search = newSearch(&belief{model: a.model, size: 1})
	}
	arrive := max(0, now+c.Offset())
	state, err := c.StateAt(a.ctx, arrive)
	if err != nil {
		return nil
	}
	w := a.model.initial()
	w.state, w.closed = state, state.Now()
	if w.over, err = c.Game().Terminal(state); err != nil || w.over {
		return nil
	}
	w.observed[a.model.me] = a.model.rand.Uint64() // its own root
	a.search.belief.worlds = []world{w}
	a.model.margin = a.margin(c)
	if !a.search.begin(arrive) {
		return nil
	}
	a.search.run(a.ctx, a.nodes)
	if best := a.search.best(); best.move != "" {
		return []lagtest.PlannedMove{{Arrive: best.at, Move: best.move}}
	}
	return nil
}

// margin returns how long before the last moment a move should arrive.
func (a *agent) margin(c *lag.Client) timed.Time {
	if !c.Known() {
		return a.model.pace/8 + timed.Moment
	}
	return c.Spread() + timed.Moment
}
