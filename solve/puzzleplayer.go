package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ludex/game"
)

// A Puzzle looks for the best line of a game for one player, in as many runs as there is
// time for, and goes on after moves with what it knows. It belongs to one goroutine.
//
// Breadth-first and best-first search share the time, or, without a deadline, the number of
// states. How, depends on how fast the number of states grows with the distance.
type Puzzle struct {
	search *puzzleSearch
	spent  [2]float64 // by search: breadth-first, best-first
	err    error
}

// sliceStates is the number of states that a search visits before it is the other's turn.
const sliceStates = 64

// errNotPuzzle is returned for games that are not puzzles.
var errNotPuzzle = errors.New("not a puzzle: there is more than one role, or chance, or something is hidden")

// CheckPuzzle returns an error if a game is not a puzzle: a game for one role, without chance
// and hidden information.
func CheckPuzzle(g game.Game) error {
	if len(g.Roles()) != 1 || g.Random() != game.NoRole || g.Hidden() {
		return fmt.Errorf("%s: %w", g.Name(), errNotPuzzle)
	}
	return nil
}

// NewPuzzle returns a search from a state, or from the initial state if from is nil. Of the
// options, only the memory counts.
func NewPuzzle(g game.Game, from game.State, opt Options) (*Puzzle, error) {
	if err := CheckPuzzle(g); err != nil {
		return nil, err
	}
	s := newSession(context.Background(), g, from, opt)
	return &Puzzle{search: newPuzzleSearch(s.walker, nil, s.root, s.opt.Memory, true)}, s.machine.Err()
}

// Run searches until the puzzle is solved, a number of states was computed (0 is no limit),
// memory is full, or the context ends. None of these is an error.
func (p *Puzzle) Run(ctx context.Context, nodes int) error {
	s := p.search
	if p.Finished() || p.err != nil {
		return p.err
	}
	s.renew(ctx, uint64(max(nodes, 0)))
	s.machine.Bind(ctx)
	defer s.machine.Bind(context.Background())
	_, timed := ctx.Deadline()
	var err error
	for err == nil && !s.solved && !s.stopped() {
		err = p.slice(timed)
	}
	if game.Ended(ctx, err) || game.Ended(ctx, s.machine.Err()) {
		return nil
	}
	p.err = err
	return err
}

// slice runs the search that had less so far.
func (p *Puzzle) slice(timed bool) error {
	s := p.search
	which := 0
	if s.guided != nil && !s.guided.done && p.spent[1] < p.guidedShare()*p.spent[0] {
		which = 1
	}
	before, start := s.nodes, time.Now()
	var err error
	if which == 1 {
		err = s.guided.run(sliceStates)
	} else {
		err = s.breadth.run(sliceStates)
	}
	if timed {
		p.spent[which] += time.Since(start).Seconds()
	} else {
		p.spent[which] += math.Max(float64(s.nodes-before), 1)
	}
	return err
}

// Numbers of states per state at the distance before.
const (
	slowGrowth = 2 // up to which visiting all states is promising
	fastGrowth = 4 // from which on it is not
)

// guidedShare returns how much time best-first search gets for that of breadth-first search.
func (p *Puzzle) guidedShare() float64 {
	switch growth := p.search.breadth.growth(); {
	case growth < slowGrowth:
		return 1. / 3
	case growth > fastGrowth:
		return 3
	}
	return 1
}

// Finished reports whether further runs are of no use, at least before the next move: the
// puzzle is solved or memory is full.
func (p *Puzzle) Finished() bool { return p.search.solved || p.search.bytes() > p.search.memory }

// Solved reports whether no line is better than the best one.
func (p *Puzzle) Solved() bool { return p.search.solved }

// Best returns the best line so far, as joint moves, and its goal, or -1 if no line is known.
// The caller must not change it.
func (p *Puzzle) Best() (line [][]game.Move, goal int) { return p.search.line, p.search.best }

// Nodes returns the number of states computed so far.
func (p *Puzzle) Nodes() uint64 { return p.search.nodes }

// Advance makes a joint move and continues the search from the next state.
func (p *Puzzle) Advance(joint []game.Move) error {
	p.spent = [2]float64{}
	return p.search.advance(joint)
}
