package infoset

import (
	"ludex/game"
	"ludex/internal/learn"
)

// A prior gives values to the moves of the searching role before simulations try them:
// those of a network of views, as if they came from a number of simulations that is spread
// evenly over the moves. They count as values only, not as visits, so that the move that is
// made at the end is one that simulations preferred.
type prior struct {
	role        game.Role
	simulations float64       // at each information set
	root        *learn.Viewer // what the role did and perceived in the match
	below       *learn.Viewer // and in a simulation
	trail       trail
}

// A trail is what the role did and perceived in a simulation so far.
type trail struct {
	known    bool // the simulation began with what the role did and perceived in the match
	own      []game.Move
	percepts []game.Percept
	ends     []int // where the percepts of a step end
}

// newPrior returns the prior of a search, or nil if the options name no network.
func newPrior(g game.Game, r game.Role, opt Options) *prior {
	if opt.Net == nil || opt.Determinize || !g.Hidden() {
		return nil
	}
	return &prior{
		role: r, simulations: float64(opt.Prior), root: learn.NewViewer(g, opt.Net), below: learn.NewViewer(g, opt.Net),
	}
}

// begin begins a simulation.
func (p *prior) begin(known bool) {
	if p != nil {
		p.trail.known = known
		p.trail.own, p.trail.percepts, p.trail.ends = p.trail.own[:0], p.trail.percepts[:0], p.trail.ends[:0]
	}
}

// extend adds a step of a simulation.
func (p *prior) extend(r game.Role, own game.Move, seen []game.Percept) {
	if p == nil || r != p.role || !p.trail.known {
		return
	}
	t := &p.trail
	t.own, t.percepts = append(t.own, own), append(t.percepts, seen...)
	t.ends = append(t.ends, len(t.percepts))
}

// apply gives values to the moves of a node, once, if it belongs to the role and the role's
// view is known there. The simulations have the weight of the one that comes there.
func (p *prior) apply(n *node, r game.Role, legal []game.Move, weight float64) {
	if p == nil || r != p.role || n.primed || !p.trail.known || len(n.arms) != len(legal) {
		return
	}
	n.primed = true
	p.follow()
	count := p.simulations / float64(len(legal))
	p.below.Values(r, legal, func(k int, goal float64) {
		a := &n.arms[k]
		a.virtual = count
		a.weight += count * weight
		a.sum += count * weight * goal
		a.available += int(p.simulations)
	})
}

// follow makes the view below the root that of the trail.
func (p *prior) follow() {
	p.below.CopyView(p.role, p.root)
	start := 0
	for k, own := range p.trail.own {
		end := p.trail.ends[k]
		p.below.Extend(p.role, own, p.trail.percepts[start:end])
		start = end
	}
}
