package lanes

import (
	"context"
	"errors"
	"math"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// Options limits the resources for making a circuit. The context bounds the time.
type Options struct {
	Memory   budget.Memory
	MaxNodes int // of the circuit, and parts of formulas; 0 is the default
	// Exact makes a circuit that knows the legal moves exactly: no test of a move is
	// deferred until the move was drawn, and only moves with the same text share a move
	// of the circuit. Such circuits can be large.
	Exact bool
}

const defaultNodes = 1_200_000

// A Game is a boardgame that is computed by circuits. It implements [game.Game],
// [game.Playouter] and [game.RunnerMaker].
type Game struct {
	*rbgplay.Game
	encoding *encoding // nil if the game was saved
	loader   *loader
	circuit  *circuit.Game
	finder   finder
	memory   budget.Memory
}

var (
	_ game.Playouter   = (*Game)(nil)
	_ game.RunnerMaker = (*Game)(nil)
)

// New unrolls the rules of a game and makes their circuit. The error is a
// [*RefusedError] if the set of moves is too large or unbounded, and
// a [*circuit.LimitError] if the circuit is too large.
func New(ctx context.Context, g *rbg.Game, opt Options) (*Game, error) {
	if opt.Exact {
		return newGame(ctx, g, opt, math.MaxInt)
	}
	return newGame(ctx, g, opt, deferredReads)
}

// newGame makes a game in which tests are deferred that read at least some number of slots.
func newGame(ctx context.Context, g *rbg.Game, opt Options, deferredReads int) (*Game, error) {
	gr, err := usableGraph(g, opt, deferredReads)
	if err != nil {
		return nil, err
	}
	if opt.MaxNodes == 0 {
		opt.MaxNodes = defaultNodes
	}
	d, err := encode(ctx, g, gr, opt)
	if err != nil {
		return nil, err
	}
	out := &Game{encoding: d, loader: newLoader(d), memory: opt.Memory}
	out.circuit, err = circuit.New(ctx, d.spec, circuit.Options{MaxNodes: opt.MaxNodes, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	out.finder = newFinder(d)
	out.Game = rbgplay.New(g, "lanes", opt.Memory, func() rbgplay.Reasoner { return newReasoner(out) })
	return out, nil
}

// usableGraph returns the control-flow graph of rules that can be unrolled.
func usableGraph(g *rbg.Game, opt Options, deferredReads int) (*graph, error) {
	if len(g.Pieces) > maxPieces {
		return nil, refuse("there are more than %d kinds of pieces", maxPieces)
	}
	gr, err := newGraph(g)
	if err != nil {
		return nil, err
	}
	gr.deferredReads, gr.exact = deferredReads, opt.Exact
	if gr.keeperLoops() {
		return nil, refuse("the keeper can move again and again before a player does")
	}
	return gr, nil
}

// OnGPU returns the game with its playouts on a GPU.
func (g *Game) OnGPU() (*Game, error) {
	c, err := g.circuit.OnGPU()
	if err != nil {
		return nil, err
	}
	return g.with(c), nil
}

// with returns the game with its playouts by another engine for the same circuit.
func (g *Game) with(c *circuit.Game) *Game {
	return &Game{
		Game:     g.As(c.Engine()),
		encoding: g.encoding, loader: g.loader, circuit: c, finder: g.finder, memory: g.memory,
	}
}

// CheckDevice compares the device with an interpreter.
func (g *Game) CheckDevice(ctx context.Context, maxSteps int) (string, error) {
	return g.circuit.CheckDevice(ctx, maxSteps)
}

func encode(ctx context.Context, g *rbg.Game, gr *graph, opt Options) (*encoding, error) {
	r, err := rbgref.NewReasoner(g, rbgref.Options{Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	r.Bind(ctx)
	var first rbgplay.Position
	if err := r.Start(&first); err != nil {
		return nil, err
	}
	if g.Mover(int(first.Switch)) == rbg.Keeper {
		return nil, refuse("the play is over before a player moves")
	}
	for v := range g.Variables {
		if first.Values[v] >= maxValues {
			return nil, refuse("a variable has values of %d and more", maxValues)
		}
	}
	gr.unique = gr.findUnique(&first)
	sc := fullDomains(g)
	sc.constantsOnly(g, &first)
	sc.limit(gr, &first)
	found, err := approximate(ctx, g, gr, &first, sc, opt)
	if err != nil {
		return nil, err
	}
	u := newUnroller(ctx, g, gr, &first, found.domains, opt, false)
	u.common = found.shared
	u.unrollAll()
	if u.fault != nil {
		return nil, u.fault
	}
	d := newEncoding(u, name(g))
	return d, u.fault
}

// An approximation is the result of a first unrolling.
type approximation struct {
	domains *domains        // of the reachable positions
	shared  map[string]bool // the keys of moves that more than one turn has
}

// approximate unrolls the rules once approximately, or once exactly if that is refused.
func approximate(ctx context.Context, g *rbg.Game, gr *graph, first *rbgplay.Position, sc *domains, opt Options) (*approximation, error) {
	for _, approx := range []bool{true, false} {
		u := newUnroller(ctx, g, gr, first, sc, opt, approx)
		u.unrollAll()
		if u.fault == nil {
			return &approximation{u.reached, u.shared}, nil
		}
		var refused *RefusedError
		if !approx || !errors.As(u.fault, &refused) {
			return nil, u.fault
		}
	}
	return &approximation{domains: sc}, nil
}

func name(g *rbg.Game) string {
	if g.File == nil {
		return "the description"
	}
	return g.File.Name()
}

// Stats returns the sizes of the circuits.
func (g *Game) Stats() *circuit.Stats { return g.circuit.Stats() }

// Circuit returns the circuit as a game of its own, which runs the playouts. Its states
// and moves encode those of g.
func (g *Game) Circuit() *circuit.Game { return g.circuit }
