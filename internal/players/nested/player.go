package nested

import (
	"context"
	"flag"
	"fmt"
	"time"

	"ludex/game"
	"ludex/player"
)

// DefaultNodes is the number of states computed per move without a budget and a
// clock.
const DefaultNodes = 100_000

// A Solver finds the best line of a puzzle from a state, or proves that there is
// none. It stops when the context ends, or after a number of states, where 0 is no
// limit. It may return a line that is not proved to be the best.
type Solver func(ctx context.Context, g game.Game, from game.State, nodes int) (Line, error)

// A Player plays puzzles. It follows the best line found so far, and keeps searching
// for a better one.
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

// Kind is the player by name. The solver may be nil.
func Kind(solve Solver) player.Kind {
	return player.Kind{
		Name: "nested",
		Doc:  "looks for the best way through a puzzle, by nested playouts",
		Declare: func(*flag.FlagSet) func() player.Player {
			return func() player.Player { return &Player{Solve: solve} }
		},
	}
}

// Start implements [player.Player]. Without a node budget it searches until the
// start clock ends.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Solve: p.Solve, setup: s}
	var err error
	if p.search, err = New(s.Game, s.From, s.Seed); err != nil {
		return fmt.Errorf("nested: %w", err)
	}
	if p.Solve != nil {
		p.runSolver(ctx)
	}
	if _, timed := ctx.Deadline(); s.Nodes > 0 || !timed {
		return nil
	}
	return p.search.Run(ctx, 0)
}

// runSolver runs the solver for half of the available time.
func (p *Player) runSolver(ctx context.Context) {
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
	p.search.Propose(line)
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
	return legal[0], nil // no line is known
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
