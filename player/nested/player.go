package nested

import (
	"context"
	"flag"
	"fmt"
	"time"

	"ludex/game"
	"ludex/player"
)

// DefaultNodes is how many states are computed for a move where there is neither
// a budget nor a clock.
const DefaultNodes = 100_000

// A Solver finds the best way through a puzzle from a state, or proves that there
// is none. It stops when the context ends, or when it has computed a number of
// states, of which 0 is no limit. A line that is not known to be the best is
// welcome too.
type Solver func(ctx context.Context, g game.Game, from game.State, nodes int) (Line, error)

// A Player plays puzzles. What it has found it follows, and goes on looking for
// something better.
type Player struct {
	// Solve is asked before the search begins, if it is not nil.
	Solve Solver

	setup  player.Setup
	search *Search
	note   string
}

var (
	_ player.Player  = (*Player)(nil)
	_ player.Noter   = (*Player)(nil)
	_ player.Analyst = (*Player)(nil)
)

// Kind is the player by name, with a solver that may be nil.
func Kind(solve Solver) player.Kind {
	return player.Kind{
		Name: "nested",
		Doc:  "looks for the best way through a puzzle, by nested playouts",
		Declare: func(*flag.FlagSet) func() player.Player {
			return func() player.Player { return &Player{Solve: solve} }
		},
	}
}

// Start implements [player.Player]. Without a budget of nodes it searches until
// the start clock ends.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Solve: p.Solve, setup: s}
	var err error
	if p.search, err = New(s.Game, s.From, s.Seed); err != nil {
		return fmt.Errorf("nested: %w", err)
	}
	if p.Solve != nil {
		p.ask(ctx)
	}
	if _, timed := ctx.Deadline(); s.Nodes > 0 || !timed {
		return nil
	}
	return p.search.Run(ctx, 0)
}

// ask has the solver try, for half of the time there is.
func (p *Player) ask(ctx context.Context) {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	line, err := p.Solve(ctx, p.setup.Game, p.search.state, p.budget(ctx))
	if err != nil {
		p.note = "the solver gave up: " + err.Error()
		return
	}
	p.search.Offer(line)
}

// budget returns the number of states for a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	switch _, timed := ctx.Deadline(); {
	case p.setup.Nodes > 0:
		return p.setup.Nodes
	case p.setup.Nodes < 0 || timed:
		return 0
	}
	return DefaultNodes
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if len(legal) == 1 {
		return legal[0], nil
	}
	if err := p.search.Run(ctx, p.budget(ctx)); err != nil {
		return legal[0], err
	}
	if best := p.search.Best(); len(best.Moves) > 0 {
		return best.Moves[0], nil
	}
	return legal[0], nil // nothing leads anywhere, as far as is known
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error { return p.search.Advance(e.Own) }

// Stop implements [player.Player].
func (p *Player) Stop() { p.search = nil }

// Note implements [player.Noter].
func (p *Player) Note() string { return p.note }

// Analysis implements [player.Analyst].
func (p *Player) Analysis() player.Analysis {
	if p.search == nil {
		return player.Analysis{Note: p.note}
	}
	a := player.Analysis{Role: p.setup.Role, Nodes: p.search.nodes, Note: p.note}
	best := p.search.Best()
	if len(best.Moves) == 0 {
		return a
	}
	value := float64(best.Goal)
	a.Values, a.Exact = []float64{value}, []bool{best.Goal == 100}
	a.Moves = []player.Candidate{{Move: best.Moves[0], Value: value, Exact: best.Goal == 100, Share: 1}}
	for _, m := range best.Moves {
		a.Line = append(a.Line, []game.Move{m})
	}
	return a
}
