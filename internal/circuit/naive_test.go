package circuit

import "slices"

// A naive evaluation of a Spec: the rules are applied until nothing new
// follows, stratum by stratum, with no regard to speed.
type naive struct {
	spec  *Spec
	rules []naiveRule
	level []int // by atom: its stratum
}

type naiveRule struct {
	head int32
	body []int32
}

func newNaive(s *Spec) *naive {
	n := &naive{spec: s, level: make([]int, s.Atoms)}
	for i := 0; i < len(s.Rules); {
		end := i + 2 + int(s.Rules[i+1])
		n.rules = append(n.rules, naiveRule{s.Rules[i], s.Rules[i+2 : end]})
		i = end
	}
	for changed := true; changed; {
		changed = false
		for _, r := range n.rules {
			for _, l := range r.body {
				if want := n.level[l>>1] + int(l&1); n.level[r.head] < want {
					n.level[r.head] = want
					changed = true
				}
			}
			if n.level[r.head] > s.Atoms {
				panic("the rules are not stratified")
			}
		}
	}
	return n
}

// model returns what holds in a state when a joint move is made; joint may be
// nil.
func (n *naive) model(state []bool, joint []int) []bool {
	holds := make([]bool, n.spec.Atoms)
	for i, b := range n.spec.State {
		holds[b.Atom] = state[i]
	}
	for r, m := range joint {
		if does := n.spec.Moves[r][m].Does; does >= 0 {
			holds[does] = true
		}
	}
	for level := 0; level <= slices.Max(append(n.level, 0)); level++ {
		for changed := true; changed; {
			changed = false
			for _, r := range n.rules {
				if n.level[r.head] == level && !holds[r.head] && all(holds, r.body) {
					holds[r.head] = true
					changed = true
				}
			}
		}
	}
	return holds
}

func all(holds []bool, body []int32) bool {
	for _, l := range body {
		if holds[l>>1] == (l&1 == 1) {
			return false
		}
	}
	return true
}

// A position is everything that is to be known about a state.
type position struct {
	terminal bool
	legal    [][]int // by role
	goals    [][]int // by role
}

func (n *naive) position(state []bool) position {
	holds := n.model(state, nil)
	p := position{legal: make([][]int, len(n.spec.Roles)), goals: make([][]int, len(n.spec.Roles))}
	p.terminal = n.spec.Terminal >= 0 && holds[n.spec.Terminal]
	for r, moves := range n.spec.Moves {
		for i, m := range moves {
			if holds[m.Legal] {
				p.legal[r] = append(p.legal[r], i)
			}
		}
	}
	for _, g := range n.spec.Goals {
		if holds[g.Atom] {
			p.goals[g.Role] = append(p.goals[g.Role], g.Value)
		}
	}
	for _, values := range p.goals {
		slices.Sort(values)
	}
	return p
}

// next returns the next state and each role's percepts.
func (n *naive) next(state []bool, joint []int) ([]bool, [][]int) {
	holds := n.model(state, joint)
	next := make([]bool, len(n.spec.State))
	for i, b := range n.spec.State {
		next[i] = b.Next >= 0 && holds[b.Next]
	}
	percepts := make([][]int, len(n.spec.Roles))
	for _, p := range n.spec.Percepts {
		if holds[p.Atom] {
			percepts[p.Role] = append(percepts[p.Role], p.Percept)
		}
	}
	return next, percepts
}

func (n *naive) initial() []bool {
	state := make([]bool, len(n.spec.State))
	for i, b := range n.spec.State {
		state[i] = b.Init
	}
	return state
}

// pack returns a state as words.
func pack(state []bool) []uint64 {
	words := make([]uint64, (len(state)+63)/64)
	for i, b := range state {
		if b {
			words[i>>6] |= 1 << (i & 63)
		}
	}
	return words
}
