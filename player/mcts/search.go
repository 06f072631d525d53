package mcts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/welford"
)

// A Search is a Monte Carlo tree search from a root position. It belongs to one
// goroutine; evaluations may run in others during a call of [Search.Run].
type Search struct {
	game        game.Game
	opt         Options
	rand        *game.Rand
	graph       graph
	selector    selector
	evaluators  []evaluator
	defersSteps bool
	deferred    deferredSteps     // on the machine of the graph
	machines    []game.Machine    // of the workers, if there are several
	replaced    []<-chan struct{} // one of them is closed when a faster engine is ready
	rivals      []*setup          // of several engines, until it is known which is best
	timed       bool              // see prepareTimed

	stats       stats           // since the root was set
	ctx         context.Context // of the current run
	err         error
	interrupted bool // the last run ended in the middle of a machine call

	counting *countMeasurement // nil if the number of playouts per position is fixed

	seenMoves []seenMove // scratch memory
}

// stats count the work of a search.
type stats struct {
	simulations uint64
	playouts    uint64
	elapsed     time.Duration
}

// errHidden is returned for games of imperfect information.
var errHidden = errors.New("the game hides information")

// New returns a search of a game from a state, or from the initial state if from is
// nil. The same seed gives the same search.
func New(g game.Game, from game.State, opt Options, seed uint64) (*Search, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if g.Hidden() {
		return nil, errHidden
	}
	s := &Search{game: g, opt: opt, rand: game.NewRand(seed), ctx: context.Background()}
	s.graph = newGraph(g, &s.opt)
	s.deferred = newDeferredSteps(s.graph.machine, s.graph.roles)
	s.selector = selector{
		graph: &s.graph, solver: &s.graph.solver, opt: &s.opt, random: g.Random(), rand: s.rand,
		values: make([]welford.Accumulator, s.graph.roles),
	}
	if opt.Evaluator != nil {
		if err := s.addExternal(); err != nil {
			return nil, err
		}
	} else if game.CapabilitiesOf(g).Tiers == nil {
		s.makeEvaluators(g) // otherwise the engine is not chosen before the search begins
	}
	if from == nil {
		from = s.graph.machine.Initial(nil)
	}
	s.setRoot(from)
	return s, s.failure()
}

// setRoot makes a state the root. Unless the options say otherwise, the statistics
// of the positions below it are kept.
func (s *Search) setRoot(state game.State) {
	if !s.opt.Reuse {
		s.graph.clear()
	}
	s.stats = stats{}
	s.graph.root = s.graph.findOrAdd(state)
	if s.graph.used > s.graph.gcAt {
		s.graph.collectGarbage()
	}
}

// failure returns why the search cannot continue, or nil. The end of a run's
// context does not count as a failure.
func (s *Search) failure() error {
	if err := s.graph.machine.Err(); s.err == nil && err != nil && !game.Ended(s.ctx, err) {
		s.err = fmt.Errorf("search: %w", err)
	}
	return s.err
}

// isInterrupted reports whether the last run ended while the machine was computing a
// state, which happens where states take long. The graph was discarded then, since
// it may contain that state.
func (s *Search) isInterrupted() bool { return s.interrupted }

// bind makes the machine stop with a context. The returned function undoes this.
func (s *Search) bind(ctx context.Context) (unbind func()) {
	s.ctx, s.interrupted = ctx, false
	s.graph.machine.Bind(ctx)
	return func() {
		s.interrupted = s.graph.machine.Err() != nil && s.failure() == nil
		s.graph.machine.Bind(context.Background())
		if s.interrupted {
			s.graph.discard()
		}
	}
}
