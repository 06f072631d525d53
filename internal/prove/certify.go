package prove

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
	"ludex/internal/prove/transition"
)

// longProof is the size of a proof after which a new solver begins. What was learned for one
// obligation helps with the next, but then that is in its proof, too.
const longProof = 300_000

// certify proves the obligations of a part and has each proof checked. The system has only
// the nodes that invariants can be about, so that others can make the same obligations. There may be hints
// for the first obligations.
func certify(ctx context.Context, s *transition.System, part claim.Part, hints []roots) (*claim.Proven, error) {
	obligations, err := part.Obligations(s)
	if err != nil {
		return nil, err
	}
	out := &claim.Proven{Part: part}
	r := newLevelled(s, true)
	for i, o := range obligations {
		var h roots
		if i < len(hints) {
			h = hints[i]
		}
		p, err := proveObligation(ctx, r, h, &o)
		if err != nil {
			return nil, err
		}
		if err := o.Check(s.Graph, p); err != nil {
			return nil, err
		}
		out.Proofs = append(out.Proofs, *p)
		if len(p.LRAT) > longProof {
			r = newLevelled(s, true)
		}
	}
	return out, nil
}

// proveObligation finds a proof of an obligation.
func proveObligation(ctx context.Context, r *levelled, h roots, o *claim.Obligation) (*claim.Proof, error) {
	if slices.Contains(o.Roots, aig.False) {
		return &claim.Proof{CNF: []byte("p cnf 0 1\n0\n")}, nil
	}
	status := sat.Unknown
	if h.level > 0 { // of a graph that may have been larger, with more levels
		status = r.solveAt(ctx, min(h.level, len(r.levels))-1, sat.Limits{Conflicts: hintedConflicts}, dedupe(h.of(o.Roots))...)
	}
	if status != sat.Unsatisfiable {
		status = r.solve(ctx, h.level, sat.Limits{}, dedupe(o.Roots)...)
	}
	switch status {
	case sat.Satisfiable:
		return nil, fmt.Errorf("%s does not hold", o.Name)
	case sat.Unknown:
		return nil, fmt.Errorf("%s: %w", o.Name, ctx.Err())
	}
	if a, b, ok := opposite(o.Roots); ok {
		return contradiction(sat.Lit(a), sat.Lit(b)), nil
	}
	p, err := r.last.solver.Proof()
	if err != nil {
		return nil, err
	}
	var cnf, lrat bytes.Buffer
	if err := p.WriteCNF(&cnf); err != nil {
		return nil, err
	}
	if err := p.WriteLRAT(&lrat); err != nil {
		return nil, err
	}
	return &claim.Proof{CNF: cnf.Bytes(), LRAT: lrat.Bytes()}, nil
}

// roots are a hint for an obligation: which of its roots contradict each other, and at which level.
type roots struct {
	level  int
	needed []bool // by invariant
}

// of returns the roots that are needed: some invariants, and all that is no invariant.
func (h *roots) of(list []aig.Lit) []aig.Lit {
	var out []aig.Lit
	for i, l := range list {
		if i >= len(h.needed) || h.needed[i] {
			out = append(out, l)
		}
	}
	return out
}

// dedupe leaves out literals that were there before.
func dedupe(list []aig.Lit) []aig.Lit {
	seen := make(map[aig.Lit]bool, len(list))
	var out []aig.Lit
	for _, l := range list {
		if !seen[l] {
			seen[l] = true
			out = append(out, l)
		}
	}
	return out
}

// opposite returns a literal of a list whose negation is in it, too.
func opposite(list []aig.Lit) (a, b aig.Lit, ok bool) {
	seen := make(map[aig.Lit]bool, len(list))
	for _, l := range list {
		if seen[l.Not()] {
			return l.Not(), l, true
		}
		seen[l] = true
	}
	return 0, 0, false
}

// contradiction is the proof for two roots that contradict each other.
func contradiction(a, b sat.Lit) *claim.Proof {
	p := &sat.Proof{
		Original: []sat.Clause{{ID: 1, Lits: []sat.Lit{a}}, {ID: 2, Lits: []sat.Lit{b}}},
		Derived:  []sat.Clause{{ID: 3, Hints: []int{1, 2}}},
	}
	var cnf, lrat bytes.Buffer
	_ = p.WriteCNF(&cnf) // writing to memory does not fail
	_ = p.WriteLRAT(&lrat)
	return &claim.Proof{CNF: cnf.Bytes(), LRAT: lrat.Bytes()}
}

// needed returns the propositions that a goal, together with what these need in turn to be
// inductive, follows from. It returns false if a limit is reached.
func (s *subject) needed(ctx context.Context, list []proposition, goals ...[]aig.Lit) ([]proposition, bool) {
	r := newLevelled(s.System, false)
	at := map[aig.Lit]int{}
	var all []aig.Lit
	for i, p := range list {
		all = append(all, p.now)
		if _, again := at[p.now]; !again && p.now > aig.True {
			at[p.now] = i
		}
	}
	used := make([]bool, len(list))
	var todo []int
	ask := func(level int, goal []aig.Lit) bool {
		if status := r.solve(ctx, level, sat.Limits{}, append(append([]aig.Lit(nil), goal...), all...)...); status != sat.Unsatisfiable {
			return false
		}
		in := map[sat.Lit]bool{}
		for _, l := range r.core() {
			in[l] = true
		}
		for i, p := range list {
			if len(in) > 0 && p.now > aig.True && at[p.now] == i && !used[i] && in[r.last.lit(p.now)] {
				used[i] = true
				todo = append(todo, i)
			}
		}
		return true
	}
	for _, g := range goals {
		if !ask(0, g) {
			return nil, false
		}
	}
	for len(todo) > 0 {
		p := list[todo[0]]
		todo = todo[1:]
		if !ask(p.shown.level, []aig.Lit{s.step, p.next.Not()}) {
			return nil, false
		}
	}
	var out []proposition
	for i, p := range list {
		if used[i] {
			out = append(out, p)
		}
	}
	return out, true
}
