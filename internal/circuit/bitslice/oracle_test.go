package bitslice

import "math/big"

// An oracle computes with one state of a program at a time, as simply as
// possible. It shares nothing with the kernels.
type oracle struct {
	p     *Program
	phase int
	state []bool
	sig   []bool
}

// evalOne evaluates segments on the signals of one lane.
func evalOne(sig []bool, segments []Segment) {
	gate := func(o Op, in []uint32) bool {
		inverted := map[Op]int{And2: 0, And2N1: 1, And2N2: 2, And3: 0, And3N1: 1, And3N2: 2, And3N3: 3}[o]
		for i, s := range in {
			if sig[s] == (i >= len(in)-inverted) {
				return false
			}
		}
		return true
	}
	for _, s := range segments {
		if s.Loop == nil {
			n := s.Op.Inputs()
			for a := s.Args; len(a) > 0; a = a[n+1:] {
				sig[a[n]] = gate(s.Op, a[:n])
			}
			continue
		}
		for _, f := range s.Loop.Feedback {
			sig[f.Signal] = false
		}
		for changed := true; changed; {
			changed = false
			for _, g := range s.Loop.Gates {
				sig[g.Out] = gate(g.Op, g.In[:g.Op.Inputs()])
			}
			for _, f := range s.Loop.Feedback {
				if v := sig[f.Source] != f.Invert; sig[f.Signal] != v {
					sig[f.Signal], changed = v, true
				}
			}
		}
	}
}

// newOracle puts a state of a phase before the oracle.
func newOracle(p *Program, phase int, state []bool) *oracle {
	o := &oracle{p: p, phase: phase, state: state}
	o.restart()
	return o
}

func (o *oracle) restart() {
	o.sig = make([]bool, o.p.Signals)
	o.sig[True] = true
	for i, s := range o.p.State {
		o.sig[s] = o.state[i]
	}
	evalOne(o.sig, o.p.Phases[o.phase].Legal)
}

func (o *oracle) terminal() bool { return o.sig[o.p.Phases[o.phase].Terminal] }

// legal returns the legal moves of a role as positions.
func (o *oracle) legal(role int) (moves []int) {
	for i, s := range o.p.Phases[o.phase].Roles[role].Legal {
		if o.sig[s] {
			moves = append(moves, i)
		}
	}
	return moves
}

// goals returns which goals hold.
func (o *oracle) goals() []bool {
	evalOne(o.sig, o.p.Phases[o.phase].Goals)
	out := make([]bool, len(o.p.Goals))
	for i, s := range o.p.Phases[o.phase].GoalsOf {
		out[i] = o.sig[s]
	}
	o.restart()
	return out
}

// next returns the state after a joint move, given as positions.
func (o *oracle) next(joint []int) []bool {
	next, _ := o.step(joint)
	return next
}

// step returns the state after a joint move, and what is perceived.
func (o *oracle) step(joint []int) (next, percepts []bool) {
	ph := &o.p.Phases[o.phase]
	for r, at := range joint {
		role := &ph.Roles[r]
		for k, s := range role.Planes {
			o.sig[s] = at>>k&1 == 1
		}
		if role.Planes == nil && role.Classes != nil {
			for s := role.Inputs[0]; s < role.Inputs[1]; s++ {
				o.sig[s] = false
			}
			for _, s := range role.Classes[at] {
				o.sig[s] = true
			}
		}
	}
	evalOne(o.sig, ph.Next)
	next = make([]bool, len(o.state))
	for i, s := range ph.NextOf {
		next[i] = o.sig[s]
	}
	evalOne(o.sig, ph.Percepts)
	for _, s := range ph.PerceptsOf {
		percepts = append(percepts, o.sig[s])
	}
	o.restart()
	return next, percepts
}

// joints returns all joint moves, none if a role has no legal move.
func (o *oracle) joints() [][]int {
	all := [][]int{nil}
	for r := range o.p.Roles {
		var longer [][]int
		for _, j := range all {
			for _, m := range o.legal(r) {
				longer = append(longer, append(append([]int(nil), j...), m))
			}
		}
		all = longer
	}
	return all
}

// expectation is what is to be expected of one playout.
type expectation struct {
	finished, cut, stuck, bad, steps float64
	squares                          float64 // of the steps
	goals                            []float64
}

// expect computes the exact expectation over all playouts from a state.
func expect(p *Program, phase int, from []bool, maxSteps int) expectation {
	key := func(s []bool) string {
		n := new(big.Int)
		for i, b := range s {
			if b {
				n.SetBit(n, i, 1)
			}
		}
		return n.String()
	}
	type entry struct {
		state []bool
		prob  float64
	}
	e := expectation{goals: make([]float64, p.Roles)}
	now := map[string]entry{key(from): {from, 1}}
	for step := 0; len(now) > 0; step++ {
		next := map[string]entry{}
		end := func(prob float64) {
			e.steps += prob * float64(step)
			e.squares += prob * float64(step) * float64(step)
		}
		for _, at := range now {
			o := newOracle(p, (phase+step)%len(p.Phases), at.state)
			switch joints := o.joints(); {
			case o.terminal():
				e.finished += at.prob
				end(at.prob)
				e.addGoals(p, o.goals(), at.prob)
			case step == maxSteps:
				e.cut += at.prob
				end(at.prob)
			case len(joints) == 0:
				e.stuck += at.prob
				end(at.prob)
			default:
				for _, j := range joints {
					s := o.next(j)
					n := next[key(s)]
					next[key(s)] = entry{s, n.prob + at.prob/float64(len(joints))}
				}
			}
		}
		now = next
	}
	return e
}

// addGoals adds the goals of a terminal state.
func (e *expectation) addGoals(p *Program, goals []bool, prob float64) {
	bad := false
	for r := range p.Roles {
		sum, n := 0, 0
		for i, g := range p.Goals {
			if g.Role == r && goals[i] {
				sum += g.Value
				n++
			}
		}
		if n == 1 {
			e.goals[r] += prob * float64(sum)
		} else if p.Chance == nil || !p.Chance[r] {
			bad = true
		}
	}
	if bad {
		e.bad += prob
	}
}
