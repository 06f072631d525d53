package lanes

import (
	"bytes"
	"errors"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// hold makes a literal hold for ever.
func (p *symmetryProver) hold(l aig.Lit) {
	if l != aig.True {
		p.give()
		p.sat.Add(sat.Lit(l))
		p.held = append(p.held, l)
	}
}

// same reports whether two literals are proved to be the same.
func (p *symmetryProver) same(a, b aig.Lit) bool {
	differ := p.system.Graph.Equal(a, b).Not()
	p.differences = append(p.differences, differ)
	return p.decide(differ)
}

// The numbers of conflicts up to which a question is not divided, and after which it is given
// up, with all that follow. Where that happens, more time rarely helps: counts of pieces on
// permuted cells, and ways across the board, are hard for SAT solvers.
const (
	easy = 200
	hard = 300
)

// sameAfterMoves reports whether two literals are proved to be the same whenever a move is
// made. If that is difficult, it asks for each move by itself.
func (p *symmetryProver) sameAfterMoves(a, b aig.Lit) bool {
	differ := p.system.Graph.And(p.step, p.system.Graph.Equal(a, b).Not())
	p.differences = append(p.differences, differ)
	status := p.never(easy, differ)
	if status != sat.Unknown || p.ctx.Err() != nil {
		return status == sat.Unsatisfiable
	}
	for _, r := range p.system.Roles {
		for _, m := range r.Moves[:len(r.Moves)-1] {
			if !p.decide(m.Does, differ) {
				return false
			}
		}
	}
	return true
}

// decide reports whether some literals are proved never to hold together.
func (p *symmetryProver) decide(list ...aig.Lit) bool {
	status := p.never(hard, list...)
	p.gaveUp = p.gaveUp || status == sat.Unknown
	return status == sat.Unsatisfiable
}

// never returns Unsatisfiable if some literals never hold together. It is Unknown after a
// number of conflicts.
func (p *symmetryProver) never(conflicts int64, list ...aig.Lit) sat.Status {
	p.give()
	assumptions := p.assumptions[:0]
	for _, l := range list {
		if l == aig.False {
			return sat.Unsatisfiable
		}
		if l != aig.True {
			assumptions = append(assumptions, sat.Lit(l))
		}
	}
	p.assumptions = assumptions
	return p.sat.Solve(p.ctx, assumptions, sat.Limits{Conflicts: conflicts})
}

// errDiffer is returned if a state and its image may differ.
var errDiffer = errors.New("a state and its image may differ")

// confirm returns an error unless a proof that none of the differences can hold is accepted by a
// checker that shares no code with the solver. The solver has learned by then what it takes, so
// that one proof for all is found soon.
func (p *symmetryProver) confirm() error {
	some := p.system.Graph.Any(p.differences)
	if some == aig.False {
		return nil
	}
	if p.never(0, some) != sat.Unsatisfiable {
		return errDiffer
	}
	proof, err := p.sat.Proof()
	if err != nil {
		return err
	}
	var cnf, lrat bytes.Buffer
	if err := errors.Join(proof.WriteCNF(&cnf), proof.WriteLRAT(&lrat)); err != nil {
		return err
	}
	o := claim.Obligation{Name: "symmetry", Roots: append(slices.Clone(p.held), some)}
	return o.Check(p.system.Graph, &claim.Proof{CNF: cnf.Bytes(), LRAT: lrat.Bytes()})
}

// give gives the solver the gates that it does not have yet. Its variables are the nodes.
func (p *symmetryProver) give() {
	g := p.system.Graph
	for id := max(p.given, 1); id < g.Len(); id++ {
		if g.IsAnd(uint32(id)) {
			out := sat.Lit(id << 1)
			a, b := g.Args(uint32(id))
			p.sat.Add(out.Not(), sat.Lit(a))
			p.sat.Add(out.Not(), sat.Lit(b))
			p.sat.Add(out, sat.Lit(a).Not(), sat.Lit(b).Not())
		}
	}
	p.given = g.Len()
}
