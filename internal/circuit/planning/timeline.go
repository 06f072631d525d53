package planning

import "ludex/game"

// A timeline follows a counter step by step, and has the end of the play and the goals as
// formulas over the other facts, for every step.
type timeline struct {
	*ruleIndex
	*formulas
	inCounter []bool // by bit of the state
	opaque    []bool // by atom: it does not depend on the counter, but on other facts or moves

	counter  []game.State // by step
	loop     int          // the step that the last one is followed by
	terminal []literal    // by step
	goals    [][]literal  // by step, in the order of Goals

	now       []bool    // by bit: what the counter is
	value     []literal // by atom, at the present step
	known     []uint32  // by atom: the step plus 1 for which it has a value
	computing []bool    // by atom
	work      int
	failed    bool // by a limit, or recursive rules
}

func newTimeline(x *ruleIndex, counter []bool) *timeline {
	t := &timeline{
		ruleIndex: x, formulas: newFormulas(), inCounter: counter,
		now: make([]bool, len(x.State)), value: make([]literal, x.Atoms), known: make([]uint32, x.Atoms), computing: make([]bool, x.Atoms),
	}
	t.opaque = make([]bool, x.Atoms)
	copy(t.opaque, x.does)
	timed := make([]bool, x.Atoms)
	for bit, f := range x.State {
		timed[f.Atom] = counter[bit]
		t.opaque[f.Atom] = !counter[bit]
		t.now[bit] = counter[bit] && f.Init
	}
	x.spread(timed)
	x.spread(t.opaque)
	for a := range t.opaque {
		t.opaque[a] = t.opaque[a] && !timed[a]
	}
	return t
}

// spread extends marks to the atoms that depend on a marked one in the same state.
func (x *ruleIndex) spread(mark []bool) {
	var stack []int32
	for a, m := range mark {
		if m {
			stack = append(stack, int32(a))
		}
	}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, h := range x.heads(a) {
			if !mark[h] {
				mark[h] = true
				stack = append(stack, h)
			}
		}
	}
}

// run follows the counter until it repeats. It returns false if that takes too long.
func (t *timeline) run() bool {
	seen := map[string]int{}
	for step := 0; step < maxSteps; step++ {
		words := t.words()
		if first, ok := seen[key(words)]; ok {
			t.loop = first
			return true
		}
		seen[key(words)] = step
		t.counter = append(t.counter, words)
		if !t.step() {
			return false
		}
	}
	return false
}

// step computes the formulas of the present step and goes on to the next one.
func (t *timeline) step() bool {
	t.terminal = append(t.terminal, t.eval(t.Terminal))
	goals := make([]literal, len(t.Goals))
	for i, g := range t.Goals {
		goals[i] = t.eval(g.Atom)
	}
	t.goals = append(t.goals, goals)
	next := make([]bool, len(t.now))
	for bit, f := range t.State {
		if t.inCounter[bit] {
			switch t.eval(f.Next) {
			case always:
				next[bit] = true
			case never:
			default:
				t.failed = true
			}
		}
	}
	t.now = next
	return !t.failed
}

// words returns the counter as words of a state.
func (t *timeline) words() game.State {
	s := make(game.State, (len(t.now)+63)/64)
	for bit, set := range t.now {
		if set {
			s[bit>>6] |= 1 << (bit & 63)
		}
	}
	return s
}

// key returns a state as the key of a map.
func key(s game.State) string {
	b := make([]byte, 0, 8*len(s))
	for _, w := range s {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return string(b)
}

// eval returns the formula of an atom at the present step.
func (t *timeline) eval(a int32) literal {
	if a == None || t.failed {
		return never
	}
	if bit := t.fact[a]; bit != None && t.inCounter[bit] {
		if t.now[bit] {
			return always
		}
		return never
	}
	if t.opaque[a] {
		return t.atom(a)
	}
	step := uint32(len(t.counter))
	if t.known[a] == step {
		return t.value[a]
	}
	if t.work++; t.work > maxWork || t.computing[a] {
		t.failed = true
		return never
	}
	t.computing[a] = true
	v := t.evalRules(a)
	t.computing[a] = false
	t.value[a], t.known[a] = v, step
	return v
}

// evalRules returns the disjunction of the rules of an atom.
func (t *timeline) evalRules(a int32) literal {
	var rules []literal
	for _, at := range t.rules(a) {
		body := t.body(at)
		t.work += len(body)
		parts := make([]literal, 0, len(body))
		for _, l := range body {
			parts = append(parts, t.eval(l>>1)^literal(l&1))
		}
		rules = append(rules, t.and(parts))
	}
	return t.or(rules)
}
