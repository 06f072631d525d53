// Package planning analyses the ground rules of a game for one role, so that a search for
// its best play has to look at fewer states. It has two analyses:
//
//   - [Problem.Relevance] finds the facts that only count steps, or matter for nothing, and
//     proves, where it can, that arriving earlier is never worse (relevance.go, counter.go,
//     earlier.go).
//   - [Problem.NewRelaxation] estimates how far a state is from a goal by the rules without
//     their negative effects, the delete relaxation of AI planning (relaxation.go,
//     estimate.go).
package planning

// A Problem is a game for one role, without chance, given by ground rules over numbered
// atoms.
type Problem struct {
	Atoms int
	// Rules holds the rules one after the other, each as its head, the number of its
	// literals, and the literals: 2·atom, plus 1 for a negated one. They may be
	// recursive, but no atom depends on its own negation.
	Rules    []int32
	State    []Fact // bit i of a state says whether State[i] holds
	Moves    []Move
	Terminal int32 // an atom, or None
	Goals    []Goal
}

// None stands for an atom that never holds.
const None int32 = -1

// A Fact is a fact of the state.
type Fact struct {
	Atom int32 // what rules read
	Next int32 // what rules define, or None
	Init bool
}

// A Move is a move of the role.
type Move struct {
	Legal int32 // what rules define
	Does  int32 // what rules read, or None
}

// A Goal is a goal value and the atom that says that the role has it.
type Goal struct {
	Value int
	Atom  int32
}

// A ruleIndex finds rules by their heads, and heads by literals of their bodies.
type ruleIndex struct {
	*Problem
	rule  []int32 // positions of the rules in Rules, sorted by head
	first []int32 // by atom: where its rules begin in rule; one more than there are atoms
	head  []int32 // heads of the rules in which an atom occurs, sorted by atom
	used  []int32 // by atom: where its heads begin in head; one more than there are atoms
	fact  []int32 // by atom: the bit of the state, or None
	does  []bool  // by atom: it says that a move is made
}

func newRuleIndex(p *Problem) *ruleIndex {
	x := &ruleIndex{Problem: p, first: make([]int32, p.Atoms+2), used: make([]int32, p.Atoms+2)}
	p.eachRule(func(head int32, body []int32, _ int32) {
		x.first[head+2]++
		for _, l := range body {
			x.used[l>>1+2]++
		}
	})
	for a := 2; a < len(x.first); a++ {
		x.first[a] += x.first[a-1]
		x.used[a] += x.used[a-1]
	}
	x.rule, x.head = make([]int32, x.first[p.Atoms+1]), make([]int32, x.used[p.Atoms+1])
	p.eachRule(func(head int32, body []int32, at int32) {
		x.rule[x.first[head+1]] = at
		x.first[head+1]++
		for _, l := range body {
			x.head[x.used[l>>1+1]] = head
			x.used[l>>1+1]++
		}
	})
	x.fact, x.does = make([]int32, p.Atoms), make([]bool, p.Atoms)
	for a := range x.fact {
		x.fact[a] = None
	}
	for i, f := range p.State {
		x.fact[f.Atom] = int32(i)
	}
	for _, m := range p.Moves {
		if m.Does != None {
			x.does[m.Does] = true
		}
	}
	return x
}

// eachRule calls f with the head, the body and the position of every rule.
func (p *Problem) eachRule(f func(head int32, body []int32, at int32)) {
	for at := 0; at < len(p.Rules); at += 2 + int(p.Rules[at+1]) {
		f(p.Rules[at], p.body(int32(at)), int32(at))
	}
}

// body returns the literals of the rule at a position.
func (p *Problem) body(at int32) []int32 { return p.Rules[at+2 : at+2+p.Rules[at+1]] }

// rules returns the positions of the rules of an atom.
func (x *ruleIndex) rules(atom int32) []int32 { return x.rule[x.first[atom]:x.first[atom+1]] }

// heads returns the heads of the rules in which an atom occurs.
func (x *ruleIndex) heads(atom int32) []int32 { return x.head[x.used[atom]:x.used[atom+1]] }

// needed marks the atoms on which the given ones depend, in this state or a later one. An
// atom that is None is ignored.
func (x *ruleIndex) needed(roots []int32) []bool {
	mark := make([]bool, x.Atoms)
	x.extendNeeded(mark, roots)
	return mark
}

// extendNeeded is needed for atoms some of which are marked.
func (x *ruleIndex) extendNeeded(mark []bool, roots []int32) {
	var stack []int32
	visit := func(a int32) {
		if a != None && !mark[a] {
			mark[a] = true
			stack = append(stack, a)
		}
	}
	for _, a := range roots {
		visit(a)
	}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if bit := x.fact[a]; bit != None {
			visit(x.State[bit].Next)
		}
		for _, at := range x.rules(a) {
			for _, l := range x.body(at) {
				visit(l >> 1)
			}
		}
	}
}

// affected extends marks to the atoms that depend on a marked one, in this state or a
// later one.
func (x *ruleIndex) affected(mark []bool) {
	var stack []int32
	facts := x.factsByNext()
	for a, m := range mark {
		if m {
			stack = append(stack, int32(a))
		}
	}
	visit := func(a int32) {
		if !mark[a] {
			mark[a] = true
			stack = append(stack, a)
		}
	}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, h := range x.heads(a) {
			visit(h)
		}
		for _, bit := range facts[a] {
			visit(x.State[bit].Atom)
		}
	}
}

// factsByNext returns the bits whose next value an atom is.
func (x *ruleIndex) factsByNext() map[int32][]int32 {
	facts := make(map[int32][]int32, len(x.State))
	for bit, f := range x.State {
		if f.Next != None {
			facts[f.Next] = append(facts[f.Next], int32(bit))
		}
	}
	return facts
}
