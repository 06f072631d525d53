package solve

import (
	"cmp"
	"errors"
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// A successorGraph is the part of the state graph of a game for one player that was
// computed so far. It keeps the successors of states, so that a search that begins anew
// from another state need not compute them again.
//
// With a stepCounter, states that differ only in how many steps were made are one. Their
// legal moves and successors are the same; whether the play is over is computed for the
// step at which a search reaches them.
type successorGraph struct {
	*walker
	player  game.Role
	lenient bool         // an end without exactly one goal counts 0
	counter *stepCounter // nil if all facts are compared
	orbits  *orbits
	store   *memory.Store

	first, end []uint32 // by state: its successors in next; both 0 if they are unknown
	next       []uint32
	goal       []int16  // by state: its goal, notOver or unknownGoal
	step       []uint32 // by state: the step for which the goal holds
	position   position // scratch
}

const (
	notOver     = -1 // stands for the goal of a state that is not terminal
	unknownGoal = -2 // stands for a goal that could not be computed in time
)

// newSuccessorGraph returns an empty graph.
func newSuccessorGraph(w *walker, c *stepCounter, o *orbits) *successorGraph {
	g := &successorGraph{walker: w, player: w.players[0], counter: c, orbits: o, store: memory.NewStore()}
	if c != nil {
		g.orbits = o.fixing(c.Counted)
		g.store = memory.NewMaskedStore(c.Facts)
	}
	return g
}

// bytes returns how much memory is in use.
func (g *successorGraph) bytes() int64 {
	return g.store.Bytes() + int64(cap(g.first)+cap(g.end)+cap(g.next)+cap(g.step))*4 + int64(cap(g.goal))*2
}

// add adds a state that is reached at a step and returns its number.
func (g *successorGraph) add(s game.State, step uint32) (uint32, error) {
	n, fresh := g.store.Add(g.orbits.of(s))
	if fresh {
		g.first, g.end = append(g.first, 0), append(g.end, 0)
		g.goal, g.step = append(g.goal, unknownGoal), append(g.step, step)
		return n, g.setGoal(n)
	}
	return n, nil
}

// setGoal finds out whether a state is terminal.
func (g *successorGraph) setGoal(n uint32) error {
	g.goal[n] = unknownGoal
	s := g.store.At(n)
	goal, err := notOver, error(nil)
	if g.machine.Terminal(s) {
		goal, err = g.endGoal(s)
	}
	if err = cmp.Or(err, g.machine.Err()); err == nil {
		g.goal[n] = int16(goal)
	}
	return err
}

// endGoal returns the goal of a terminal state.
func (g *successorGraph) endGoal(s game.State) (int, error) {
	goal, err := g.walker.goal(s, g.player)
	if g.lenient && errors.Is(err, errGoals) {
		return 0, nil
	}
	return goal, err
}

// goalAt returns the goal of a state that is reached at a step, or notOver.
func (g *successorGraph) goalAt(n, step uint32) (int, error) {
	goal := g.goal[n]
	if goal != unknownGoal && (g.counter == nil || g.counter.same(g.step[n], step) || goal == notOver && g.counter.sameEnd(g.step[n], step)) {
		return int(goal), nil
	}
	g.setStep(n, step)
	err := g.setGoal(n)
	return int(g.goal[n]), err
}

// setStep sets the counter of a state to a step. Its goal must be computed anew, unless plays
// end under the same condition.
func (g *successorGraph) setStep(n, step uint32) {
	if g.counter != nil && !g.counter.same(g.step[n], step) {
		g.counter.set(g.store.At(n), step)
		g.step[n] = step
	}
}

// successors returns the states after all moves in a state that is reached at a step and, as
// goalAt says, is not over there. It returns nil if the budget ends.
func (g *successorGraph) successors(n, step uint32) ([]uint32, error) {
	if g.end[n] > 0 {
		return g.next[g.first[n]:g.end[n]], nil
	}
	g.setStep(n, step)
	p := &g.position
	p.state = append(p.state[:0], g.store.At(n)...)
	if err := g.classify(p); err != nil {
		return nil, err
	}
	if p.kind != turn {
		return nil, unsuited(p.kind)
	}
	if stop := !g.expandInTime(p); stop || g.machine.Err() != nil {
		return nil, g.machine.Err()
	}
	first := uint32(len(g.next))
	for _, child := range p.children {
		c, err := g.add(child, step+1)
		if err != nil {
			g.next = g.next[:first]
			return nil, err
		}
		g.next = append(g.next, c)
	}
	g.first[n], g.end[n] = first, uint32(len(g.next))
	return g.next[first:], nil
}

// expandInTime is expand for any number of moves: it looks at the clock in between.
func (g *successorGraph) expandInTime(p *position) bool {
	n := p.choices()
	if n <= checkEvery {
		return g.expand(p)
	}
	p.children = game.Extend(p.children[:0], n)
	for i := range n {
		if i%8 == 0 && g.late() {
			return false
		}
		g.walker.step(p, i)
	}
	return !g.spend(n)
}

// joint returns a joint move from a state to one with a number, and where it leads.
func (g *successorGraph) joint(from game.State, to uint32) ([]game.Move, game.State, error) {
	p := &g.position
	p.state = append(p.state[:0], from...)
	if err := g.list(p, g.legal); err != nil {
		return nil, nil, err
	}
	for i := range p.choices() {
		next := g.machine.Next(p.state, p.choose(i), nil)
		if n, ok := g.store.Find(g.orbits.of(next)); ok && n == to {
			return slices.Clone(p.choose(i)), next, nil
		}
	}
	return nil, nil, cmp.Or(g.machine.Err(), errReplay)
}

// A stepCounter says what the facts are that count the steps of a game.
type stepCounter struct {
	game.Relevance
	root uint32 // the step of the root
}

// newStepCounter returns the counter of a game at a state, or nil if there is none.
func newStepCounter(g game.Game, root game.State) *stepCounter {
	finder := game.CapabilitiesOf(g).Relevance
	if finder == nil {
		return nil
	}
	c := &stepCounter{Relevance: finder.Relevance()}
	for step, words := range c.Counter {
		if c.agrees(root, words) {
			c.root = uint32(step)
			return c
		}
	}
	return nil
}

// agrees reports whether the counter of a state has a value.
func (c *stepCounter) agrees(s, value game.State) bool {
	for i, m := range c.Counted {
		if s[i]&m != value[i] {
			return false
		}
	}
	return true
}

// at returns the place in Counter for a step.
func (c *stepCounter) at(step uint32) uint32 {
	n, loop := uint32(len(c.Counter)), uint32(c.Loop)
	if step < n {
		return step
	}
	return loop + (step-loop)%(n-loop)
}

// same reports whether the counter is the same at two steps.
func (c *stepCounter) same(a, b uint32) bool { return a == b || c.at(a) == c.at(b) }

// sameEnd reports whether plays end under the same condition at two steps.
func (c *stepCounter) sameEnd(a, b uint32) bool { return c.Ends[c.at(a)] == c.Ends[c.at(b)] }

// set sets the counter in a state.
func (c *stepCounter) set(s game.State, step uint32) {
	for i, w := range c.Counter[c.at(step)] {
		s[i] = s[i]&^c.Counted[i] | w
	}
}
