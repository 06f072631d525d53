// Package uct plays by UCT as the textbooks describe it (Kocsis, Szepesvári 2006). It
// is a yardstick for other searches, so it stays as it is.
//
// A simulation goes down the tree by upper confidence bounds, adds one node, runs one
// uniformly random playout from it, and adds the result to every node on its way.
// Untried moves come first, in random order. Each role maximises its own value; where
// several choose at the same time, each goes by the means of its own moves (decoupled
// UCT); chance is drawn. The move with the most visits is played, and the tree below it
// is kept.
package uct

import (
	"context"
	"flag"

	"ludex/game"
	"ludex/player"
)

const (
	// DefaultExploration is the usual constant for goals between 0 and 1.
	DefaultExploration = 0.4
	// DefaultNodes is the number of simulations per move without a budget and a clock.
	DefaultNodes = 10_000
	// maxBytes is about how large a tree may become. A full tree is searched without
	// adding nodes.
	maxBytes = 256 << 20
)

// A Player plays games of any number of players without hidden information.
type Player struct {
	Exploration float64 // the factor C of the confidence bounds
	Nodes       int     // simulations per move if a match sets neither a budget nor a clock

	setup   player.Setup
	tracker *player.Tracker // nil if the state is hidden
	machine game.Machine
	runner  game.Runner
	rand    *game.Rand
	root    *node
	bytes   int // of the tree, about

	// Scratch memory.
	path    []*node // the nodes above the leaf
	picks   []int   // the numbers of their deciders' arms
	key     []byte
	values  []float64 // of the leaf, by role
	next    game.State
	legal   []game.Move
	goals   []int
	results [1]game.PlayoutResult
}

var (
	_ player.Player = (*Player)(nil)
	_ player.Noter  = (*Player)(nil)
)

// Kind is the player by name.
func Kind() player.Kind {
	return player.Kind{
		Name: "uct",
		Doc:  "textbook UCT, a yardstick for other searches",
		Declare: func(set *flag.FlagSet) func() player.Player {
			c := set.Float64("c", DefaultExploration, "the exploration constant, for goals between 0 and 1")
			nodes := set.Int("nodes", DefaultNodes, "simulations for a move without a clock")
			return func() player.Player { return &Player{Exploration: *c, Nodes: *nodes} }
		},
	}
}

// Start implements [player.Player].
func (p *Player) Start(_ context.Context, s player.Setup) error {
	*p = Player{Exploration: p.Exploration, Nodes: p.Nodes, setup: s, rand: game.NewRand(s.Seed)}
	if s.Game.Hidden() {
		return nil
	}
	p.tracker, p.machine = player.NewTracker(s), s.Game.NewMachine()
	p.values = make([]float64, len(s.Game.Roles()))
	// One playout is one playout, also on an engine that would run many at once.
	if p.runner = game.NewRunner(s.Game); p.runner.Width(64) > 1 {
		p.runner = game.NewScalarRunner(s.Game)
	}
	return p.tracker.Machine.Err()
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.tracker == nil {
		return legal[p.rand.Choose(len(legal))], nil
	}
	if len(legal) == 1 {
		return legal[0], nil
	}
	if err := p.search(ctx); err != nil {
		return legal[0], err
	}
	if p.root == nil || !p.root.expanded {
		return legal[p.rand.Choose(len(legal))], nil
	}
	best, most := legal[0], -1.0
	for i := range p.root.deciders {
		d := &p.root.deciders[i]
		for k := range d.arms {
			if d.role == p.setup.Role && d.arms[k].visits > most {
				best, most = d.arms[k].move, d.arms[k].visits
			}
		}
	}
	return best, nil
}

// search makes the simulations for a move.
func (p *Player) search(ctx context.Context) error {
	p.machine.Bind(ctx)
	defer p.machine.Bind(context.Background())
	if p.root == nil {
		p.root = p.newNode(p.tracker.State)
	}
	limit := p.budget(ctx)
	watch := player.NewDeadline(ctx)
	for i := 0; (limit == 0 || i < limit) && watch.Allows(); i++ {
		err := p.simulate(ctx)
		if game.Ended(ctx, err) {
			p.root, p.bytes = nil, 0 // the last node may be broken
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// budget returns the number of simulations for a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	switch _, timed := ctx.Deadline(); {
	case p.setup.Nodes > 0:
		return p.setup.Nodes
	case p.setup.Nodes < 0 || timed:
		return 0
	}
	return p.Nodes
}

// simulate makes one simulation.
func (p *Player) simulate(ctx context.Context) error {
	p.path, p.picks = p.path[:0], p.picks[:0]
	n := p.root
	for n.values == nil && (n.visits > 0 || n == p.root) {
		if !n.expanded {
			p.expand(n)
			continue
		}
		child := p.descend(n)
		if child == nil {
			break
		}
		n = child
	}
	if err := p.machine.Err(); err != nil {
		return err
	}
	if ok, err := p.evaluate(ctx, n); !ok {
		return err
	}
	p.backUp(n)
	return nil
}

// evaluate puts the goals of a terminal node, or of a playout, into p.values. It
// returns false if the context ended first.
func (p *Player) evaluate(ctx context.Context, n *node) (bool, error) {
	if n.values != nil {
		copy(p.values, n.values)
		return true, nil
	}
	opt := game.PlayoutOptions{Count: 1, Seed: p.rand.Uint64()}
	if err := p.runner.Run(ctx, []game.State{n.state}, opt, p.results[:]); err != nil {
		return false, err
	}
	res := &p.results[0]
	for r := range p.values {
		if p.values[r] = 0.5; res.Finished > 0 {
			p.values[r] = float64(res.Goals[r]) / float64(100*res.Finished)
		}
	}
	return res.Playouts > 0, nil
}

// backUp adds the values of a leaf to the path that leads there.
func (p *Player) backUp(leaf *node) {
	leaf.visits++
	at := 0
	for _, n := range p.path {
		n.visits++
		for i := range n.deciders {
			d, pick := &n.deciders[i], p.picks[at]
			d.tried = max(d.tried, pick+1)
			d.arms[pick].visits++
			d.arms[pick].sum += p.values[d.role]
			at++
		}
	}
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	if p.tracker == nil {
		return nil
	}
	if p.root != nil && e.Joint != nil {
		p.root = p.root.after(e.Joint)
		p.bytes = p.root.treeBytes()
	}
	return p.tracker.Observe(e)
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.root, p.tracker = nil, nil }

// Note implements [player.Noter].
func (p *Player) Note() string {
	if p.setup.Game != nil && p.setup.Game.Hidden() {
		return "the game hides information, and uct does not reason about that: its moves are random"
	}
	return ""
}
