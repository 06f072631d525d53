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

// A Planner looks for the best line of a puzzle, in as many runs as there is time for, and
// keeps what it knows after a move.
type Planner interface {
	// Run searches until the puzzle is solved, a number of states was computed (0 is no
	// limit), the context ends, or memory is full.
	Run(ctx context.Context, nodes int) error
	// Best returns the best line so far. Its goal is -1 if none is known.
	Best() Line
	// Solved reports whether no line is better than the best one.
	Solved() bool
	// Finished reports whether further runs before the next move are of no use.
	Finished() bool
	// Advance makes a move.
	Advance(move game.Move) error
}

// A Solver returns a planner for a puzzle from a state.
type Solver func(g game.Game, from game.State) (Planner, error)

// A Player plays puzzles. It follows the best line found so far, and keeps searching
// for a better one: with a planner, as long as that makes progress, and with nested
// search.
type Player struct {
	// Solve makes the planner; it may be nil.
	Solve Solver

	setup   player.Setup
	planner Planner     // or nil
	untold  []game.Move // that the planner has not been told yet
	search  *Search
	settled bool // the planner has solved the puzzle
	note    string
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

// Start implements [player.Player]. It searches until the start clock ends; with a node
// budget only the planner does.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	if err := p.Prepare(s); err != nil {
		return err
	}
	p.planInTurn(ctx)
	if s.Nodes > 0 || !timed(ctx) {
		return nil
	}
	return p.Search(ctx)
}

// Prepare starts the player without thinking.
func (p *Player) Prepare(s player.Setup) error {
	*p = Player{Solve: p.Solve, setup: s}
	var err error
	if p.search, err = New(s.Game, s.From, s.Seed); err != nil {
		return fmt.Errorf("nested: %w", err)
	}
	if p.Solve == nil {
		return nil
	}
	if p.planner, err = p.Solve(s.Game, s.From); err != nil {
		p.giveUp(err)
	}
	return nil
}

// timed reports whether a context has a deadline.
func timed(ctx context.Context) bool {
	_, ok := ctx.Deadline()
	return ok
}

// planShare is the divisor of the time that the planner gets if it thinks in turn with
// nested search.
const planShare = 2

// planInTurn runs the planner for its part of the time.
func (p *Player) planInTurn(ctx context.Context) {
	if deadline, timed := ctx.Deadline(); timed && p.Plans() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/planShare)
		defer cancel()
	}
	if p.Plans() {
		_, err := p.NewPlan()(ctx)
		p.Adopt(err)
	}
}

// Plans reports whether there is a planner, and running it is of use.
func (p *Player) Plans() bool {
	return p.planner != nil && !p.settled && (len(p.untold) > 0 || !p.planner.Finished())
}

// NewPlan returns a function that runs the planner until it has solved the puzzle, or the
// context or the budget of nodes ends. It reports whether the puzzle is solved. The function
// may run at the same time as other methods, but those that concern the planner: Plans,
// NewPlan and Adopt, to which its error must be given.
func (p *Player) NewPlan() func(context.Context) (solved bool, err error) {
	planner, moves := p.planner, p.untold
	p.untold = nil
	return func(ctx context.Context) (bool, error) {
		for _, move := range moves {
			if err := planner.Advance(move); err != nil {
				return false, err
			}
		}
		if planner.Finished() {
			return planner.Solved(), nil
		}
		err := planner.Run(ctx, p.budget(ctx))
		return planner.Solved(), err
	}
}

// Adopt takes over what the planner found, unless it was overtaken by a move, or goes on
// without it if it failed.
func (p *Player) Adopt(err error) {
	if err != nil {
		p.giveUp(err)
	}
	if p.planner != nil && len(p.untold) == 0 {
		p.search.Propose(p.planner.Best())
		p.settled = p.planner.Solved()
	}
}

// giveUp goes on without the planner.
func (p *Player) giveUp(err error) {
	p.planner, p.settled, p.note = nil, false, "the solver gave up: "+err.Error()
}

// Solved reports whether no line is better than the best one.
func (p *Player) Solved() bool {
	best := p.search.Best()
	return best.Goal >= 100 || p.settled && best.Goal >= 0
}

// Search looks for a better line by nested search, unless there is none.
func (p *Player) Search(ctx context.Context) error {
	if p.Solved() {
		return nil
	}
	return p.search.Run(ctx, p.budget(ctx))
}

// budget returns the number of states for a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	switch {
	case p.setup.Nodes > 0:
		return p.setup.Nodes
	case p.setup.Nodes < 0 || timed(ctx):
		return 0
	}
	return DefaultNodes
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if len(legal) == 1 {
		return legal[0], nil
	}
	p.planInTurn(ctx)
	err := p.Search(ctx)
	return p.Next(legal), err
}

// Next returns the next move of the best line, or the first legal move if no line is known.
func (p *Player) Next(legal []game.Move) game.Move {
	if best := p.search.Best(); len(best.Moves) > 0 {
		return best.Moves[0]
	}
	return legal[0]
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	if p.planner != nil {
		p.untold = append(p.untold, e.Own)
	}
	if best := p.search.Best(); len(best.Moves) == 0 || best.Moves[0] != e.Own {
		p.settled = false
	}
	return p.search.Advance(e.Own)
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.search, p.planner = nil, nil }

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
	solved := p.Solved()
	a.Values, a.Exact = []float64{value}, []bool{solved}
	a.Moves = []player.Candidate{{Move: best.Moves[0], Value: value, Exact: solved, Share: 1}}
	for _, m := range best.Moves {
		a.Line = append(a.Line, []game.Move{m})
	}
	return a
}
