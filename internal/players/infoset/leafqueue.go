package infoset

import (
	"context"

	"ludex/game"
)

// lanePlayouts is the number of playouts per leaf if the game runs many at once.
const lanePlayouts = 64

// A simulation has reached a leaf and waits for playouts.
type simulation struct {
	path   []choice
	weight float64
	leaf   game.State
	values []float64 // by role
}

// A leafQueue holds simulations whose leaves are evaluated together.
type leafQueue struct {
	runner      game.Runner
	playouts    int // playouts of each
	width       int // how many are valued at once
	simulations []*simulation
	inFlight    int // how many of these are in use
	states      []game.State
	results     []game.PlayoutResult
}

func newLeafQueue(g game.Game) leafQueue {
	l := leafQueue{runner: game.NewRunner(g), playouts: 1, width: 1}
	if w := l.runner.Width(lanePlayouts); w > 1 {
		l.playouts, l.width = lanePlayouts, w
	}
	return l
}

// simulation returns an empty simulation, which is in flight once the caller
// increments inFlight.
func (l *leafQueue) simulation(roles int) *simulation {
	if l.inFlight == len(l.simulations) {
		l.simulations = append(l.simulations, &simulation{values: make([]float64, roles)})
	}
	s := l.simulations[l.inFlight]
	s.path = s.path[:0]
	return s
}

func (l *leafQueue) full() bool { return l.inFlight >= l.width }

// evaluateLeaves runs playouts from all leaves in flight, and backs the results up.
func (s *Search) evaluateLeaves(ctx context.Context) error {
	l := &s.leaves
	if l.inFlight == 0 {
		return nil
	}
	l.states = l.states[:0]
	for _, sim := range l.simulations[:l.inFlight] {
		l.states = append(l.states, sim.leaf)
	}
	for len(l.results) < l.inFlight {
		l.results = append(l.results, game.PlayoutResult{})
	}
	opt := game.PlayoutOptions{Count: l.playouts, Seed: s.rng.Uint64(), MaxSteps: s.maxSteps}
	err := l.runner.Run(ctx, l.states, opt, l.results[:l.inFlight])
	for i, sim := range l.simulations[:l.inFlight] {
		if res := &l.results[i]; err == nil && res.Finished > 0 {
			for r := range sim.values {
				sim.values[r] = res.MeanGoal(game.Role(r)) / 100
			}
			s.stats.playouts += res.Playouts
			s.finish(sim)
		}
	}
	l.inFlight = 0
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// finish adds the result of a simulation to the nodes of its path.
func (s *Search) finish(sim *simulation) {
	for r, v := range sim.values {
		s.ranges[r].include(v)
	}
	for i := range sim.path {
		c := &sim.path[i]
		s.learn(c, sim.values[c.role], sim.weight)
	}
}

// evaluate sets the values of a simulation to the goals of a state.
func (s *Search) evaluate(sim *simulation, state game.State) {
	for r := range sim.values {
		sim.values[r] = goalOf(s.machine, state, game.Role(r), &s.goals)
	}
}
