package infoset

import (
	"context"

	"ludex/game"
)

// lanePlays is how many playouts value a leaf where the game runs many at once.
const lanePlays = 64

// A simulation is on its way: it has come down, and waits for playouts.
type simulation struct {
	path   []choice
	weight float64
	leaf   game.State
	values []float64 // by role
}

// leaves are simulations that wait, to be valued together.
type leaves struct {
	runner  game.Runner
	plays   int // playouts of each
	width   int // how many are valued at once
	waiting []*simulation
	flying  int // how many of these are in use
	states  []game.State
	results []game.PlayoutResult
}

func newLeaves(g game.Game) leaves {
	l := leaves{runner: game.NewRunner(g), plays: 1, width: 1}
	if w := l.runner.Width(lanePlays); w > 1 {
		l.plays, l.width = lanePlays, w
	}
	return l
}

// simulation returns an empty simulation. It counts once it is flying.
func (l *leaves) simulation(roles int) *simulation {
	if l.flying == len(l.waiting) {
		l.waiting = append(l.waiting, &simulation{values: make([]float64, roles)})
	}
	s := l.waiting[l.flying]
	s.path = s.path[:0]
	return s
}

func (l *leaves) full() bool { return l.flying >= l.width }

// land values all that is flying, and lets the nodes know.
func (s *Search) land(ctx context.Context) error {
	l := &s.leaves
	if l.flying == 0 {
		return nil
	}
	l.states = l.states[:0]
	for _, sim := range l.waiting[:l.flying] {
		l.states = append(l.states, sim.leaf)
	}
	for len(l.results) < l.flying {
		l.results = append(l.results, game.PlayoutResult{})
	}
	opt := game.PlayoutOptions{Count: l.plays, Seed: s.dice.Uint64(), MaxSteps: s.maxSteps}
	err := l.runner.Run(ctx, l.states, opt, l.results[:l.flying])
	for i, sim := range l.waiting[:l.flying] {
		if res := &l.results[i]; err == nil && res.Finished > 0 {
			for r := range sim.values {
				sim.values[r] = res.MeanGoal(game.Role(r)) / 100
			}
			s.stats.playouts += res.Playouts
			s.finish(sim)
		}
	}
	l.flying = 0
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// finish lets the nodes of a simulation know what came of it.
func (s *Search) finish(sim *simulation) {
	for r, v := range sim.values {
		s.ranges[r].include(v)
	}
	for i := range sim.path {
		c := &sim.path[i]
		s.learn(c, sim.values[c.role], sim.weight)
	}
}

// evaluate notes what the roles get in a state.
func (s *Search) evaluate(sim *simulation, state game.State) {
	for r := range sim.values {
		sim.values[r] = goalOf(s.machine, state, game.Role(r), &s.goals)
	}
}
