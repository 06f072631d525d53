package circuit

import (
	"math/bits"
	"sync"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// A perception holds variants of the gate programs that also compute percepts. They are
// made when percepts are first needed in lanes: playouts need none and are faster
// without.
type perception struct {
	canon   *canon
	sources []source // by phase, until the programs are made

	once    sync.Once
	program *bitslice.Program
	first   []int32 // by role: its first percept in the programs; one more than there are roles
}

// A source is the input for the program of a phase.
type source struct {
	net   *net
	roots *roots
}

// keep stores the input for the program of one more phase, if it has percepts.
func (p *perception) keep(s *Spec, c *canon, ph *gated) {
	if s.Hidden {
		p.canon = c
		p.sources = append(p.sources, source{ph.net, ph.roots})
	}
}

// perceiver returns the programs that compute percepts, and the engine that runs
// them. Where nothing is hidden, these are the usual ones: the joint move is known.
func (g *Game) perceiver() (*bitslice.Program, *bitslice.Engine, error) {
	if !g.spec.Hidden {
		e, err := g.interpreter()
		return g.program, e, err
	}
	p := &g.perception
	p.once.Do(func() { p.make(g) })
	e, err := g.perceiving.compile(p.program, g.interpreting())
	return p.program, e, err
}

// PerceivedProgram returns the program that also computes what roles perceive, if that is not
// everything.
func (g *Game) PerceivedProgram() (*bitslice.Program, error) {
	p, _, err := g.perceiver()
	return p, err
}

// make makes the programs. Percepts are put in the order of the roles, so that
// each role's percepts are contiguous.
func (p *perception) make(g *Game) {
	out := newProgrammer(g.spec, p.canon, &Stats{})
	for _, s := range p.sources {
		out.phase(newPerceiving(s.net, s.roots))
	}
	p.canon, p.sources, p.program = nil, nil, out.out
	var order []int32
	for _, list := range g.hidden {
		p.first = append(p.first, int32(len(order)))
		for _, x := range list {
			order = append(order, x.bit-g.general.layout.percepts)
		}
	}
	p.first = append(p.first, int32(len(order)))
	for i := range p.program.Phases {
		ph := &p.program.Phases[i]
		signals := make([]uint32, len(order))
		for k, from := range order {
			signals[k] = ph.PerceptsOf[from]
		}
		ph.PerceptsOf = signals
	}
}

// lanePercepts appends what a role perceives: where something is hidden, the
// percepts of a lane, else the joint move.
func (g *Game) lanePercepts(words []uint64, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if !g.spec.Hidden {
		return g.openPercepts(joint, dst)
	}
	from, to := g.perception.first[r], g.perception.first[r+1]
	for at := from &^ 63; at < to; at += 64 {
		w := words[at>>6]
		if at < from {
			w &= ^uint64(0) << (from - at)
		}
		if to-at < 64 {
			w &= 1<<(to-at) - 1
		}
		for ; w != 0; w &= w - 1 {
			k := at + int32(bits.TrailingZeros64(w)) - from
			dst = append(dst, g.hidden[r][k].percept)
		}
	}
	return dst
}
