//go:build !js

package timedengine

import (
	"math/bits"

	"ludex/internal/circuit"
	"ludex/internal/scc"
)

// A network is ground rules prepared for evaluation, in which only changes propagate. It is
// immutable.
//
// A rule counts its literals that do not hold; an atom counts its rules whose count is 0,
// and holds if there are any. Atoms that depend on each other form a component, which is
// evaluated from scratch when anything that it reads has changed.
type network struct {
	atoms     int
	head      []int32 // by rule
	missing   []int32 // by rule: its count when no atom holds, without literals of its own component
	component []int32 // by atom: in the order of evaluation
	loops     map[int32]*loop
	members   []int32 // by component: its atom, or -1 for a loop
	useEnds   []int32 // by atom: the end of its uses
	uses      []int32 // 2·rule, plus 1 where the literal is negated
	outEnds   []int32 // by atom: the end of its outputs
	outs      []int32 // bits that show whether an atom holds
	words     int     // of outputs
}

// A loop is a component of atoms that depend on each other.
type loop struct {
	atoms []int32
	rules []loopRule
}

// A loopRule is a rule of a loop with its literals inside it, which are not negated.
type loopRule struct {
	rule int32
	body []int32
}

// literals calls visit for each rule of a spec.
func eachRule(rules []int32, visit func(head int32, body []int32)) {
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		visit(rules[i], rules[i+2:i+2+int(rules[i+1])])
	}
}

// newNetwork prepares the rules that outputs need. Output i shows an atom; -1 is never
// true.
func newNetwork(spec *circuit.Spec, outputs []int32) (*network, error) {
	rules := neededRules(spec, outputs)
	n := &network{atoms: spec.Atoms, loops: map[int32]*loop{}, words: (len(outputs) + 63) / 64}
	n.findComponents(rules)
	if err := n.addRules(rules); err != nil {
		return nil, err
	}
	n.addOutputs(outputs)
	return n, nil
}

// neededRules returns the rules that outputs depend on.
func neededRules(spec *circuit.Spec, outputs []int32) []int32 {
	byHead := make([][]int32, spec.Atoms)
	for i := 0; i < len(spec.Rules); i += 2 + int(spec.Rules[i+1]) {
		byHead[spec.Rules[i]] = append(byHead[spec.Rules[i]], int32(i))
	}
	seen := make([]bool, spec.Atoms)
	var todo, out []int32
	visit := func(atom int32) {
		if atom >= 0 && !seen[atom] {
			seen[atom] = true
			todo = append(todo, atom)
		}
	}
	for _, a := range outputs {
		visit(a)
	}
	for len(todo) > 0 {
		atom := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, at := range byHead[atom] {
			rule := spec.Rules[at : at+2+spec.Rules[at+1]]
			out = append(out, rule...)
			for _, l := range rule[2:] {
				visit(l >> 1)
			}
		}
	}
	return out
}

// findComponents orders the atoms by dependence.
func (n *network) findComponents(rules []int32) {
	successors := make([][]int, n.atoms)
	selfish := make([]bool, n.atoms)
	eachRule(rules, func(head int32, body []int32) {
		for _, l := range body {
			successors[head] = append(successors[head], int(l>>1))
			selfish[head] = selfish[head] || l>>1 == head
		}
	})
	component, count := scc.New(successors).Components()
	n.component, n.members = component, make([]int32, count)
	sizes := make([]int, count)
	for atom, c := range component {
		sizes[c]++
		n.members[c] = int32(atom)
	}
	for atom, c := range component {
		if sizes[c] == 1 && !selfish[atom] {
			continue
		}
		n.members[c] = -1
		if n.loops[c] == nil {
			n.loops[c] = &loop{}
		}
		n.loops[c].atoms = append(n.loops[c].atoms, int32(atom))
	}
}

// addRules adds rules with the uses of atoms in them.
func (n *network) addRules(rules []int32) error {
	uses := make([][]int32, n.atoms)
	var err error
	eachRule(rules, func(head int32, body []int32) {
		rule, missing := int32(len(n.head)), int32(0)
		var inside []int32
		for _, l := range body {
			atom, negated := l>>1, l&1
			if n.component[atom] == n.component[head] && n.members[n.component[head]] < 0 {
				if negated == 1 {
					err = unsupported("a rule depends on its own negation")
				}
				inside = append(inside, atom)
				continue
			}
			missing += 1 - negated
			uses[atom] = append(uses[atom], 2*rule+negated)
		}
		n.head, n.missing = append(n.head, head), append(n.missing, missing)
		if c := n.component[head]; n.members[c] < 0 {
			n.loops[c].rules = append(n.loops[c].rules, loopRule{rule, inside})
		}
	})
	for _, list := range uses {
		n.uses = append(n.uses, list...)
		n.useEnds = append(n.useEnds, int32(len(n.uses)))
	}
	return err
}

func (n *network) addOutputs(outputs []int32) {
	outs := make([][]int32, n.atoms)
	for bit, atom := range outputs {
		if atom >= 0 {
			outs[atom] = append(outs[atom], int32(bit))
		}
	}
	for _, list := range outs {
		n.outs = append(n.outs, list...)
		n.outEnds = append(n.outEnds, int32(len(n.outs)))
	}
}

// An evaluator holds which atoms of a network hold for some inputs.
type evaluator struct {
	*network
	value   []bool
	count   []int32 // by rule: literals that do not hold
	support []int32 // by atom: rules that hold
	shown   []uint64
	dirty   []uint64 // components to evaluate
	first   int      // no word of dirty before it is set
	on      []int32  // inputs that hold
	stamp   []uint64 // by atom: when it was last wanted
	now     uint64
	inside  []int32 // scratch: counts of a loop's rules
}

// newEvaluator returns an evaluator without any input.
func newEvaluator(n *network) *evaluator {
	e := &evaluator{network: n, value: make([]bool, n.atoms), count: make([]int32, len(n.missing)),
		support: make([]int32, n.atoms), shown: make([]uint64, n.words), dirty: make([]uint64, (len(n.members)+63)/64),
		stamp: make([]uint64, n.atoms)}
	copy(e.count, n.missing)
	for rule, c := range e.count {
		if c == 0 {
			e.change(int32(rule), 1)
		}
	}
	for c := range n.loops {
		e.mark(c)
	}
	e.run()
	return e
}

// set makes exactly the given inputs hold; -1 is ignored.
func (e *evaluator) set(inputs []int32) {
	e.now++
	for _, a := range inputs {
		if a >= 0 {
			e.stamp[a] = e.now
		}
	}
	for _, a := range e.on {
		if e.stamp[a] != e.now {
			e.flip(a)
		}
	}
	e.on = e.on[:0]
	for _, a := range inputs {
		if a < 0 || e.stamp[a] != e.now {
			continue
		}
		e.stamp[a] = e.now - 1 // each once
		e.on = append(e.on, a)
		if !e.value[a] {
			e.flip(a)
		}
	}
	e.run()
}

func (e *evaluator) mark(component int32) {
	w := int(component >> 6)
	e.dirty[w] |= 1 << (component & 63)
	e.first = min(e.first, w)
}

// change counts a rule that begins or ceases to hold.
func (e *evaluator) change(rule, by int32) {
	head := e.head[rule]
	e.support[head] += by
	e.mark(e.component[head])
}

// flip changes an atom and counts that in the rules that read it.
func (e *evaluator) flip(atom int32) {
	now := !e.value[atom]
	e.value[atom] = now
	from := int32(0)
	if atom > 0 {
		from = e.outEnds[atom-1]
	}
	for _, bit := range e.outs[from:e.outEnds[atom]] {
		e.shown[bit>>6] ^= 1 << (bit & 63)
	}
	from = 0
	if atom > 0 {
		from = e.useEnds[atom-1]
	}
	for _, u := range e.uses[from:e.useEnds[atom]] {
		rule := u >> 1
		if now == (u&1 == 0) {
			if e.count[rule]--; e.count[rule] == 0 {
				e.change(rule, 1)
			}
		} else {
			if e.count[rule]++; e.count[rule] == 1 {
				e.change(rule, -1)
			}
		}
	}
}

// run evaluates what has changed, in the order of dependence.
func (e *evaluator) run() {
	for w := e.first; w < len(e.dirty); w++ {
		for e.dirty[w] != 0 {
			c := int32(w<<6 | bits.TrailingZeros64(e.dirty[w]))
			e.dirty[w] &= e.dirty[w] - 1
			if atom := e.members[c]; atom < 0 {
				e.runLoop(e.loops[c])
			} else if e.value[atom] != (e.support[atom] > 0) {
				e.flip(atom)
			}
		}
	}
	e.first = len(e.dirty)
}

// runLoop computes the least fixpoint of a loop.
func (e *evaluator) runLoop(l *loop) {
	e.inside = e.inside[:0] // by place in atoms: whether it held before
	for _, a := range l.atoms {
		e.inside = append(e.inside, 0)
		if e.value[a] {
			e.inside[len(e.inside)-1] = 1
			e.value[a] = false
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range l.rules {
			r := &l.rules[i]
			head := e.head[r.rule]
			if e.value[head] || e.count[r.rule] != 0 || !e.all(r.body) {
				continue
			}
			e.value[head], changed = true, true
		}
	}
	for i, a := range l.atoms {
		before := e.inside[i] == 1
		if after := e.value[a]; after != before {
			e.value[a] = before
			e.flip(a)
		}
	}
}

func (e *evaluator) all(atoms []int32) bool {
	for _, a := range atoms {
		if !e.value[a] {
			return false
		}
	}
	return true
}

// shows reports whether an output holds.
func (e *evaluator) shows(bit int32) bool { return e.shown[bit>>6]>>(bit&63)&1 == 1 }

// each calls visit for the outputs of a range that hold.
func (e *evaluator) each(from, to int32, visit func(bit int32)) {
	for w := from >> 6; w<<6 < to; w++ {
		x := e.shown[w]
		if w == from>>6 {
			x &= ^uint64(0) << (from & 63)
		}
		for ; x != 0; x &= x - 1 {
			bit := w<<6 | int32(bits.TrailingZeros64(x))
			if bit >= to {
				return
			}
			visit(bit)
		}
	}
}
