package mcts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
)

// A Search is a graph of positions that grows from a root. It belongs to one
// goroutine; evaluations may run in others while it is at work.
type Search struct {
	game    game.Game
	machine game.Machine
	roles   int
	random  game.Role
	opt     Options
	rand    *game.Rand

	table  table
	root   *node
	used   int    // bytes of the graph, about
	gcAt   int    // from how many on it is tidied when the root changes
	epoch  uint64 // walks through the graph
	proofs uint32 // positions solved

	constantSum constantSum
	spread      []spread        // by role
	stats       stats           // since the root was set
	ctx         context.Context // of the present run
	err         error
	interrupted bool // the last run ended while the machine computed, and nothing is left of it
	evaluators  []evaluator
	grave       int     // as the options say, if playouts tell what was moved; else 0
	weight      float64 // how many visits evaluated by one playout a visit is worth

	splitter game.Splitter // nil if moves are not split
	lister   game.Lister   // nil if moves come in order

	// Scratch memory.
	after       game.State
	legal       [][]game.Move
	goals       []int
	tracedMoves []tracedMove

	groupOf    map[uint64]int32
	groupIDs   []int32
	groupSizes []int
}

// stats are what a search counts.
type stats struct {
	simulations uint64
	playouts    uint64
	elapsed     time.Duration
}

// errHidden is reported for games in which a position is not known.
var errHidden = errors.New("the game hides information")

// New returns a search of a game from a state, or from the initial one if it is
// nil. The same seed gives the same search.
func New(g game.Game, from game.State, opt Options, seed uint64) (*Search, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if g.Hidden() {
		return nil, errHidden
	}
	s := &Search{
		game: g, machine: g.NewMachine(), roles: len(g.Roles()), random: g.Random(),
		opt: opt, rand: game.NewRand(seed), table: table{}, ctx: context.Background(),
	}
	s.spread = make([]spread, s.roles)
	s.legal = make([][]game.Move, s.roles)
	s.constantSum = newConstantSum(g)
	s.splitter, _ = g.(game.Splitter)
	s.lister, _ = s.machine.(game.Lister)
	s.groupOf = map[uint64]int32{}
	s.makeEvaluators()
	if from == nil {
		from = s.machine.Initial(nil)
	}
	s.SetRoot(from)
	return s, s.failure()
}

// SetRoot makes a state the root. What the graph knows of it and of what is below
// stays, unless the options say otherwise.
func (s *Search) SetRoot(state game.State) {
	if !s.opt.Reuse {
		s.clear()
	}
	s.stats = stats{}
	s.root = s.findOrAdd(state)
	if s.used > s.gcAt {
		s.collectGarbage()
	}
}

// arrive returns the node of a state that a step leads to.
func (s *Search) nodeAfter(state game.State) *node {
	if s.opt.Graph {
		return s.findOrAdd(state)
	}
	return s.add(state, hashState(state))
}

// forget empties the graph.
func (s *Search) clear() {
	clear(s.table)
	s.used, s.root = 0, nil
}

// enter returns the node of a state, which is made if there is none.
func (s *Search) findOrAdd(state game.State) *node {
	hash := hashState(state)
	if n := s.table.find(state, hash); n != nil {
		return n
	}
	return s.add(state, hash)
}

// add adds the node of a state.
func (s *Search) add(state game.State, hash uint64) *node {
	n := s.newNode(state, hash)
	if s.machine.Terminal(n.state) {
		s.end(n)
	}
	return n
}

// newNode adds a node of which nothing is known.
func (s *Search) newNode(state game.State, hash uint64) *node {
	n := &node{state: append(game.State(nil), state...), hash: hash, tallies: make([]tally, s.roles)}
	for r := range n.tallies {
		n.tallies[r].high = top
	}
	s.table.insert(n)
	s.used += n.bytes()
	return n
}

// end makes a node one where the play has ended, with the goals of its state. A
// role without exactly one goal gets nothing.
func (s *Search) end(n *node) {
	n.over = true
	sum := 0
	for r := range n.tallies {
		goal := 0
		if s.goals = s.machine.Goals(n.state, game.Role(r), s.goals[:0]); len(s.goals) == 1 {
			goal = max(0, min(s.goals[0], 100))
		}
		n.tallies[r] = tally{low: int32(goal) * point, high: int32(goal) * point}
		if game.Role(r) != s.random {
			sum += goal
		}
	}
	s.prove(n)
	s.constantSum.checkTerminal(uint64(sum))
}

// failure returns why the search cannot go on, or nil. That the context of a run
// ended is no failure.
func (s *Search) failure() error {
	if err := s.machine.Err(); s.err == nil && err != nil && !game.Ended(s.ctx, err) {
		s.err = fmt.Errorf("search: %w", err)
	}
	return s.err
}

// Cut reports whether the last run ended while the machine computed a state, which
// happens where states take long. What the graph knew rested on that state, and
// is forgotten.
func (s *Search) Interrupted() bool { return s.interrupted }

// bind makes the machine stop with a context, and returns what unbinds it.
func (s *Search) bind(ctx context.Context) (unbind func()) {
	s.ctx, s.interrupted = ctx, false
	s.machine.Bind(ctx)
	return func() {
		s.interrupted = s.machine.Err() != nil && s.failure() == nil
		s.machine.Bind(context.Background())
		if s.interrupted {
			state := s.root.state
			s.clear()
			s.root = s.newNode(state, hashState(state))
		}
	}
}

// A spread is the mean and the variance of what evaluations say of a role.
type spread struct{ n, mean, moved float64 }

// add takes notice of a value between 0 and 1.
func (v *spread) add(x float64) {
	v.n++
	d := x - v.mean
	v.mean += d / v.n
	v.moved += d * (x - v.mean)
}

// variance returns the variance. A few doubtful evaluations are assumed before
// the first.
func (v *spread) variance() float64 {
	const few = 4
	return (v.moved + few*0.25) / (v.n + few)
}
