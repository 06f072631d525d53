package sets

import (
	"context"
	"errors"
	"io"
	"sync"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/rbg"
)

// Options bound what is spent on compiling a game and on the moves of a position.
// The zero value is the default. Time is bounded by the context.
type Options struct {
	Memory budget.Memory
	// Budget bounds the code for one modifier that is followed for all cells at
	// once. 0 is the default. A negative budget disables this: modifiers are applied
	// one by one, which gives slow but simple programs.
	Budget int
}

// A Game is a game together with its program. It implements [game.Game],
// [game.Playouter] and [game.PerftCounter].
type Game struct {
	*rbgplay.Game
	prog   *ir.Program
	memory budget.Memory
}

var (
	_ game.Playouter    = (*Game)(nil)
	_ game.PerftCounter = (*Game)(nil)
	_ game.RunnerMaker  = (*Game)(nil)
)

// New compiles a game. It fails if the game is beyond the limits of this engine,
// and the error says which. The reference engine can play such games.
func New(ctx context.Context, g *rbg.Game, opt Options) (*Game, error) {
	p, err := lower.Program(ctx, g, lower.Options{Budget: opt.Budget, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	return newGame(g, p, opt.Memory), nil
}

// newGame returns the game of rules and their program.
func newGame(g *rbg.Game, p *ir.Program, memory budget.Memory) *Game {
	s := &Game{prog: p, memory: memory}
	s.Game = rbgplay.New(g, "sets", memory, s.NewReasoner)
	return s
}

// NewReasoner returns a reasoner for use by one goroutine.
func (g *Game) NewReasoner() rbgplay.Reasoner {
	return &reasoner{game: g, machine: newMachine(g.prog, g.memory)}
}

// Stats describes the size of the program and the forms of its code.
func (g *Game) Stats() ir.Stats { return g.prog.Stats }

// WriteIR prints the program.
func (g *Game) WriteIR(w io.Writer) error { return g.prog.Write(w) }

// start returns the position of a state, or the initial position if it is nil.
func (g *Game) start(ctx context.Context, from game.State) (*rbgplay.Position, error) {
	p := new(rbgplay.Position)
	if from != nil {
		g.Position(from, p)
		return p, nil
	}
	r := g.NewReasoner()
	r.Bind(ctx)
	return p, r.Start(p)
}

// Playouts implements [game.Playouter]. The choice is uniform among distinct moves.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	opt.Threads = max(opt.Threads, 1)
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(g)
	}
	if opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Time)
		defer cancel()
	}
	from, err := g.start(ctx, opt.From)
	if err != nil {
		none := game.PlayoutResult{Goals: make([]uint64, len(g.Roles()))}
		if game.Ended(ctx, err) {
			err = nil
		}
		return none, err
	}
	results := make([]game.PlayoutResult, opt.Threads)
	errs := make([]error, opt.Threads)
	var wg sync.WaitGroup
	for t := range opt.Threads {
		wg.Go(func() { errs[t] = newMachine(g.prog, g.memory).Playouts(ctx, from, opt, t, &results[t]) })
	}
	wg.Wait()
	var sum game.PlayoutResult
	for t := range results {
		sum.Add(&results[t])
	}
	return sum, errors.Join(errs...)
}

// Perft implements [game.PerftCounter]. The moves of the last ply are counted without
// making them.
func (g *Game) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	p, err := g.start(ctx, from)
	if err != nil {
		return nil, err
	}
	m := newMachine(g.prog, g.memory)
	if err := m.Load(p); err != nil {
		return nil, err
	}
	return m.Perft(ctx, depth, terminal)
}

// Program returns the program, for printing. The caller must not change it.
func (g *Game) Program() *ir.Program { return g.prog }
