package infoset

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/statehash"
	"ludex/player"
)

// A Search is an information-set Monte Carlo tree search with one tree per role. The
// trees are kept from move to move.
type Search struct {
	game    game.Game
	machine game.Machine
	opt     Options
	role    game.Role
	rng     rng
	forest  *forest
	ranges  []valueRange // by role

	deciders int       // roles that are not random
	rule     Selection // how moves are chosen; not Auto

	start startSampler
	stats struct {
		simulations, playouts uint64
		elapsed               time.Duration
	}

	// What a simulation needs.
	sim         *simulation
	state, next game.State
	joint       []game.Move
	views       []infotracker.ViewKey
	legal       [][]game.Move
	percepts    []game.Percept
	open        []int
	goals       []int
	maxSteps    int

	leaves leafQueue
	prior  *prior // or nil
}

// NewSearch returns a search for a role.
func NewSearch(g game.Game, r game.Role, opt Options, seed uint64) (*Search, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	n := len(g.Roles())
	m := g.NewMachine()
	s := &Search{
		game: g, machine: m, deciders: deciders(g), opt: opt, role: r, rng: rng{game.NewRand(seed)}, forest: newForest(opt.Memory), rule: Bounds,
		ranges: make([]valueRange, n), joint: make([]game.Move, n), views: make([]infotracker.ViewKey, n),
		legal: make([][]game.Move, n), maxSteps: game.MaxSteps(g), leaves: newLeafQueue(g),
		prior: newPrior(g, r, opt),
	}
	for r := range n {
		s.ranges[r] = valueRange{1, 0}
	}
	return s, nil
}

// deciders returns the number of roles other than random.
func deciders(g game.Game) int {
	if g.Random() == game.NoRole {
		return len(g.Roles())
	}
	return len(g.Roles()) - 1
}

// Run makes simulations from the developments of a tracker, until the context ends
// or their number reaches nodes; 0 is no limit.
func (s *Search) Run(ctx context.Context, t *infotracker.Tracker, nodes int) error {
	began := time.Now()
	s.stats.simulations, s.stats.playouts = 0, 0
	s.forest.trim()
	s.start.reset(t)
	s.rule = s.selection(t)
	s.machine.Bind(ctx)
	defer s.machine.Bind(context.Background())
	watch := player.NewDeadline(ctx)
	for k := 0; (nodes == 0 || k < nodes) && watch.Allows(); k++ {
		s.simulate(t)
		s.stats.simulations++
		if s.leaves.full() {
			if err := s.evaluateLeaves(ctx); err != nil {
				return err
			}
		}
		if s.machine.Err() != nil {
			s.leaves.inFlight = 0
			return failure(ctx, s.machine)
		}
	}
	if err := s.evaluateLeaves(ctx); err != nil {
		return err
	}
	s.stats.elapsed = time.Since(began)
	return nil
}

// selection returns the selection rule for the information of a tracker.
func (s *Search) selection(t *infotracker.Tracker) Selection {
	switch {
	case s.opt.Determinize:
		return Bounds
	case s.opt.Select != Auto:
		return s.opt.Select
	case s.deciders > 1 && t.Mode() == infotracker.Common:
		return Smooth
	}
	return Bounds
}

// simulate makes one simulation from a sampled development. At a new node it leaves
// the rest to playouts.
func (s *Search) simulate(t *infotracker.Tracker) {
	i := s.start.sample(s.rng)
	s.sim = s.leaves.simulation(len(s.joint))
	s.sim.weight = s.start.weight(i)
	s.state = append(s.state[:0], t.State(i)...)
	copy(s.views, t.Views(i))
	s.prior.begin(i < t.Len())
	for step := 0; ; step++ {
		if s.machine.Terminal(s.state) || step >= s.maxSteps {
			break
		}
		fresh, ok := s.choose()
		if !ok {
			break // not well-formed
		}
		if fresh {
			s.sim.leaf = s.machine.Next(s.state, s.joint, s.sim.leaf[:0])
			s.leaves.inFlight++
			return
		}
		s.step()
	}
	if s.evaluate(s.sim, s.state); s.machine.Err() == nil {
		s.finish(s.sim)
	}
}

// choose draws a joint move. It reports whether a role came to a new node, and
// whether all roles have a legal move.
func (s *Search) choose() (fresh, ok bool) {
	random := s.game.Random()
	for r := range s.joint {
		s.legal[r] = s.machine.Legal(s.state, game.Role(r), s.legal[r][:0])
		legal := s.legal[r]
		switch {
		case len(legal) == 0:
			return false, false
		case len(legal) == 1:
			s.joint[r] = legal[0]
		case game.Role(r) == random:
			s.joint[r] = legal[s.rng.Choose(len(legal))]
		default:
			n := s.forest.find(s.key(r))
			if n == nil {
				fresh = true
				if n = s.forest.add(s.key(r), legal); n == nil {
					s.joint[r] = legal[s.rng.Choose(len(legal))]
					continue
				}
			}
			s.prior.apply(n, game.Role(r), legal, s.sim.weight)
			s.joint[r] = s.decide(n, r)
		}
	}
	return fresh, true
}

// key returns the key of the node of a role.
func (s *Search) key(r int) uint64 {
	if s.opt.Determinize {
		return statehash.Of(s.state) + uint64(r)*0x9E3779B97F4A7C15
	}
	return uint64(s.views[r])
}

// decide chooses a role's move at a node.
func (s *Search) decide(n *node, r int) game.Move {
	path := s.sim.path
	if len(path) < cap(path) {
		path = path[:len(path)+1]
	} else {
		path = append(path, choice{})
	}
	s.sim.path = path
	c := &path[len(path)-1]
	c.node, c.role = n, r
	c.arms = n.legalArms(s.legal[r], c.arms[:0])
	s.pick(c)
	return s.legal[r][c.picked]
}

// step makes the joint move.
func (s *Search) step() {
	if !s.opt.Determinize {
		s.extendViews()
	}
	s.next = s.machine.Next(s.state, s.joint, s.next[:0])
	s.state, s.next = s.next, s.state
}

// extendViews extends the views of the roles by their percepts of the joint move.
func (s *Search) extendViews() {
	for r := range s.views {
		switch {
		case game.Role(r) == s.game.Random():
		case s.game.Hidden():
			s.percepts = s.machine.Percepts(s.state, s.joint, game.Role(r), s.percepts[:0])
			s.views[r] = infotracker.Extend(s.views[r], s.joint[r], s.percepts)
			s.prior.extend(game.Role(r), s.joint[r], s.percepts)
		default:
			s.views[r] = infotracker.Extend(s.views[r], s.joint[r], s.joint)
		}
	}
}
