package circuit

import "slices"

// withAdders returns a Spec in which counts are computed by adders where that pays, and how
// many these are. Atoms keep their numbers, and new ones follow.
//
// Conditions of one type exclude the others as a rule, but not always: nothing in the rules of
// a board need say that a cell is not both black and red. If conditions of two types hold in a
// layer, the rules may use either. So an atom holds if the number for the first type lies between
// two counts: of the layers where only that condition holds, and of those where it holds.
// A third type must exclude both.
func withAdders(s *Spec, rules ruleSet, pays func(*chain) bool) (*Spec, int) {
	var kept []*chain
	w := &adderWriter{rules: rules, atoms: int32(s.Atoms)}
	replaced := make([]bool, s.Atoms)
	chains := findChains(s, rules)
	countPlayed(s, rules, chains)
	for _, c := range chains {
		if c.order(w) && pays(c) {
			kept = append(kept, c)
			for _, a := range c.last {
				replaced[a] = true
			}
		}
	}
	if len(kept) == 0 {
		return s, 0
	}
	for i := 0; i < len(s.Rules); {
		end := i + 2 + int(s.Rules[i+1])
		if !replaced[s.Rules[i]] {
			w.out = append(w.out, s.Rules[i:end]...)
		}
		i = end
	}
	for _, c := range kept {
		w.chain(c)
	}
	out := *s
	out.Rules, out.Atoms, out.Recursion = w.out, int(w.atoms), nil
	return &out, len(kept)
}

// adderGates is about how many gates a count takes for each layer.
const adderGates = 16

// pays reports whether adders are much smaller than the rules, and also than those that
// are needed in every step. To see that all cells are full, for example, is less than to count.
func (c *chain) pays() bool {
	adders := adderGates*(c.types-1)*len(c.conditions) + 2*len(c.last)
	return 2*adders < c.rules && (c.played == 0 || 2*adders < c.played)
}

// countPlayed counts the rules of chains that are needed to play.
func countPlayed(s *Spec, rules ruleSet, chains []*chain) {
	if len(chains) == 0 {
		return
	}
	play := *s
	play.Goals, play.Percepts = nil, nil
	needed := make([]bool, s.Atoms)
	work := outputAtoms(&play)
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		if needed[a] {
			continue
		}
		needed[a] = true
		for _, r := range rules.of(a) {
			for _, l := range rules.body(r) {
				work = append(work, l>>1)
			}
		}
	}
	for _, c := range chains {
		for _, a := range c.atoms {
			if needed[a] {
				c.played += len(rules.of(a))
			}
		}
	}
}

// order puts the types in an order in which the third one excludes the others.
func (c *chain) order(w *adderWriter) bool {
	if c.types == 2 {
		return true
	}
	for third := range maxTypes {
		if c.excludes(w, third) {
			c.swap(third, maxTypes-1)
			return true
		}
	}
	return false
}

func (c *chain) swap(s, t int) {
	for i := range c.conditions {
		x := &c.conditions[i]
		x[s], x[t] = x[t], x[s]
	}
	for i := range c.labels {
		x := &c.labels[i]
		x[s], x[t] = x[t], x[s]
	}
}

// excludes reports whether the conditions of a type exclude all others of their layers.
func (c *chain) excludes(w *adderWriter, third int) bool {
	for i := range c.conditions {
		for t := range c.types {
			if t != third && !w.exclusive(c.conditions[i][third], c.conditions[i][t]) {
				return false
			}
		}
	}
	return true
}

// An adderWriter writes the rules of adders.
type adderWriter struct {
	rules ruleSet // of the Spec
	out   []int32
	atoms int32
}

// never and ever are literals that are constant.
const (
	never int32 = -2
	ever  int32 = -1
)

// define adds an atom that holds if all literals of one of the bodies hold.
func (w *adderWriter) define(bodies ...[]int32) int32 {
	a := w.atoms
	w.atoms++
	w.rule(a, bodies...)
	return 2 * a
}

// rule adds rules of an atom.
func (w *adderWriter) rule(head int32, bodies ...[]int32) {
	for _, body := range bodies {
		if slices.Contains(body, never) {
			continue
		}
		start := len(w.out)
		w.out = append(w.out, head, 0)
		for _, l := range body {
			if l != ever {
				w.out = append(w.out, l)
			}
		}
		w.out[start+1] = int32(len(w.out) - start - 2)
	}
}

// not returns the negation of a literal.
func not(l int32) int32 {
	if l < 0 {
		return never + ever - l
	}
	return l ^ 1
}

func (w *adderWriter) xor(a, b int32) int32 {
	switch {
	case a < 0:
		a, b = b, a
		fallthrough
	case b < 0:
		if b == ever {
			return not(a)
		}
		return a
	}
	return w.define([]int32{a, not(b)}, []int32{not(a), b})
}

// condition returns a literal for a disjunction of conjunctions.
func (w *adderWriter) condition(bodies [][]int32) int32 {
	if len(bodies) == 1 && len(bodies[0]) == 1 {
		return bodies[0][0]
	}
	return w.define(bodies...)
}

// chain writes the rules of a chain.
func (w *adderWriter) chain(c *chain) {
	var low, high, third, some []int32
	for i := range c.conditions {
		x := &c.conditions[i]
		first, second := w.condition(x[0]), w.condition(x[1])
		high = append(high, first)
		if w.exclusive(x[0], x[1]) {
			low = append(low, first)
		} else {
			low = append(low, w.define([]int32{first, not(second)}))
		}
		all := [][]int32{{first}, {second}}
		if c.types == maxTypes {
			third = append(third, w.condition(x[2]))
			all = append(all, []int32{third[i]})
		}
		if !w.complete(all) {
			some = append(some, w.define(all...))
		}
	}
	same := slices.Equal(low, high)
	upper := &comparer{writer: w, digits: w.sum(high)}
	lower := upper
	if !same {
		lower = &comparer{writer: w, digits: w.sum(low)}
	}
	rest := &comparer{writer: w, digits: w.sum(third)}
	alive := ever
	if some != nil {
		alive = w.define(some)
	}
	for i, a := range c.last {
		l := c.labels[i]
		body := []int32{alive, upper.atLeast(int(l[0])), not(lower.atLeast(int(l[0]) + 1))}
		if c.types == maxTypes {
			body = append(body, rest.exactly(int(l[2])))
		}
		w.rule(a, body)
	}
}

// sum returns the binary digits of the number of literals that hold, the lowest first.
func (w *adderWriter) sum(lits []int32) []int32 {
	var digits []int32
	for column := slices.Clone(lits); len(column) > 0; {
		var carries []int32
		for len(column) > 1 {
			a, b, d := column[0], column[1], never
			column = column[2:]
			if len(column) > 0 {
				d, column = column[0], column[1:]
			}
			half := w.xor(a, b)
			carries = append(carries, w.define([]int32{a, b}, []int32{half, d}))
			column = append(column, w.xor(half, d))
		}
		digits = append(digits, column[0])
		column = carries
	}
	return digits
}

// A comparer compares a number with constants.
type comparer struct {
	writer *adderWriter
	digits []int32
	known  map[[2]int]int32
}

// atLeast returns whether the number is at least n.
func (c *comparer) atLeast(n int) int32 { return c.compare(len(c.digits), n) }

// exactly returns whether the number is n.
func (c *comparer) exactly(n int) int32 {
	return c.writer.define([]int32{c.atLeast(n), not(c.atLeast(n + 1))})
}

// compare returns whether the number that the lowest digits make is at least n.
func (c *comparer) compare(digits, n int) int32 {
	switch {
	case n == 0:
		return ever
	case n >= 1<<digits:
		return never
	}
	key := [2]int{digits, n}
	if l, ok := c.known[key]; ok {
		return l
	}
	top, half := c.digits[digits-1], 1<<(digits-1)
	var l int32
	if n > half {
		l = c.writer.define([]int32{top, c.compare(digits-1, n-half)})
	} else if below := c.compare(digits-1, n); below == never {
		l = top
	} else {
		l = c.writer.define([]int32{top}, []int32{below})
	}
	if c.known == nil {
		c.known = map[[2]int]int32{}
	}
	c.known[key] = l
	return l
}

// exclusive reports whether two conditions cannot hold at once, as far as their literals tell, or
// the only rule of one of them.
func (w *adderWriter) exclusive(a, b [][]int32) bool {
	for _, x := range a {
		for _, y := range b {
			needs := w.needs(y)
			if !slices.ContainsFunc(w.needs(x), func(l int32) bool { return slices.Contains(needs, l^1) }) {
				return false
			}
		}
	}
	return true
}

// needs returns literals that hold if a body does: its own, and those in the bodies of atoms
// with one rule.
func (w *adderWriter) needs(body []int32) []int32 {
	out := slices.Clone(body)
	for _, l := range body {
		if rules := w.rules.of(l >> 1); l&1 == 0 && len(rules) == 1 {
			out = append(out, w.rules.body(rules[0])...)
		}
	}
	return out
}

// complete reports whether one of some literals always holds: one of them and its negation, or
// one whose only rule negates the others.
func (w *adderWriter) complete(all [][]int32) bool {
	holds := func(l int32) bool {
		return slices.ContainsFunc(all, func(b []int32) bool { return b[0] == l })
	}
	for _, b := range all {
		if holds(not(b[0])) {
			return true
		}
		if b[0]&1 == 1 || int(b[0]>>1) >= len(w.rules.first)-1 {
			continue // negated, or new
		}
		rules := w.rules.of(b[0] >> 1)
		if len(rules) == 1 && !slices.ContainsFunc(w.rules.body(rules[0]), func(l int32) bool { return !holds(not(l)) }) {
			return true
		}
	}
	return false
}
