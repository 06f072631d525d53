package circuit

import (
	"cmp"
	"slices"
)

// tarjan is the state of the walk that finds atoms that depend on each other. Package scc
// does not serve here: gates are built during the walk, so that constants cut it short, and
// the builder needs the back edges and the order in which atoms are left.
type tarjan struct {
	index, low []int32 // by atom; 0 if not yet visited
	open       []bool  // by atom: on the stack of atoms without a component
	active     []bool  // by atom: on the path of the walk
	back       []bool  // by atom: the walk met it again while it was active
	left       []int32 // by atom: when the walk left it
	stack      []int32
	path       []step
	met, done  int32
}

// A step is an atom on the path, and how far its rules have been visited.
type step struct {
	atom int32
	rule int32 // index into its rules
	next int32 // index into the rule's literals
}

func (t *tarjan) init(atoms int) {
	t.index, t.low, t.left = make([]int32, atoms), make([]int32, atoms), make([]int32, atoms)
	t.open, t.active, t.back = make([]bool, atoms), make([]bool, atoms), make([]bool, atoms)
}

// components builds an atom and everything that it depends on.
func (b *builder) components(root int32) {
	t, rules := &b.scc, &b.canon.rules
	b.enter(root)
	for len(t.path) > 0 {
		s := &t.path[len(t.path)-1]
		if child := b.child(s, rules); child != none {
			b.enter(child)
			continue
		}
		atom := s.atom
		t.path = t.path[:len(t.path)-1]
		if len(t.path) > 0 {
			up := t.path[len(t.path)-1].atom
			t.low[up] = min(t.low[up], t.low[atom])
		}
		b.leave(atom)
	}
}

func (b *builder) enter(atom int32) {
	t := &b.scc
	t.met++
	t.index[atom], t.low[atom] = t.met, t.met
	t.open[atom], t.active[atom] = true, true
	t.stack = append(t.stack, atom)
	t.path = append(t.path, step{atom: atom})
}

// child returns the next atom to visit from a step, or none.
func (b *builder) child(s *step, rules *ruleSet) int32 {
	t := &b.scc
	list := rules.of(s.atom)
	for ; int(s.rule) < len(list); s.rule, s.next = s.rule+1, 0 {
		body := rules.body(list[s.rule])
		for int(s.next) < len(body) {
			a := body[s.next] >> 1
			s.next++
			switch {
			case b.lit[a] != unknown:
			case t.index[a] == 0:
				return a
			case t.open[a]:
				t.low[s.atom] = min(t.low[s.atom], t.index[a])
				t.back[a] = t.back[a] || t.active[a]
			}
		}
	}
	return none
}

// leave closes an atom and builds its component if it was its root.
func (b *builder) leave(atom int32) {
	t := &b.scc
	t.active[atom] = false
	t.done++
	t.left[atom] = t.done
	if t.low[atom] != t.index[atom] {
		return
	}
	k := len(t.stack) - 1
	for t.stack[k] != atom {
		k--
	}
	atoms := t.stack[k:]
	for _, a := range atoms {
		t.open[a] = false
	}
	if len(atoms) > 1 {
		slices.SortFunc(atoms, func(a, b int32) int { return cmp.Compare(t.left[a], t.left[b]) })
	}
	b.component(atoms)
	t.stack = t.stack[:k]
}
