package circuit

import (
	"cmp"
	"slices"
)

// A canon is a Spec in an order that does not depend on names. The rules decide
// it: state bits and moves, which a Spec lists by their texts, are ordered by
// their first occurrence in the rules. A game with other words but the same order
// of rules gets the same canon, and so the same circuit.
type canon struct {
	rules    ruleSet
	state    []stateRef
	moves    [][]moveRef // by role
	terminal int32       // an atom, or none
	goals    []GoalAtom
	percepts []PerceptAtom
}

// none stands for an atom that never holds.
const none int32 = -1

// A stateRef is a state bit.
type stateRef struct {
	atom, next int32
	init       bool
	bit        int32 // its number in the Spec
}

// A moveRef is a move of a role.
type moveRef struct {
	legal, does int32
	number      int32 // its number in the Spec
}

// canonical puts a Spec with its rules by head in order.
func canonical(s *Spec, rules ruleSet) *canon {
	c := &canon{rules: rules, terminal: s.Terminal, goals: s.Goals, percepts: s.Percepts}
	for i, b := range s.State {
		c.state = append(c.state, stateRef{b.Atom, b.Next, b.Init, int32(i)})
	}
	first := firstOccurrences(s)
	slices.SortStableFunc(c.state, func(a, b stateRef) int {
		return cmp.Or(cmp.Compare(first[a.atom], first[b.atom]), cmp.Compare(firstOccurrence(first, a.next), firstOccurrence(first, b.next)))
	})
	for _, moves := range s.Moves {
		refs := make([]moveRef, len(moves))
		for i, m := range moves {
			refs[i] = moveRef{m.Legal, m.Does, int32(i)}
		}
		slices.SortStableFunc(refs, func(a, b moveRef) int {
			return cmp.Or(cmp.Compare(firstOccurrence(first, a.does), firstOccurrence(first, b.does)), cmp.Compare(first[a.legal], first[b.legal]))
		})
		c.moves = append(c.moves, refs)
	}
	return c
}

// firstOccurrences returns for each atom where it first occurs in the rules, or a position
// after their end if it does not.
func firstOccurrences(s *Spec) []int32 {
	first := make([]int32, s.Atoms)
	end := int32(len(s.Rules))
	for a := range first {
		first[a] = end
	}
	occurs := func(atom int32, at int) { first[atom] = min(first[atom], int32(at)) }
	for i := 0; i < len(s.Rules); {
		occurs(s.Rules[i], i)
		next := i + 2 + int(s.Rules[i+1])
		for j := i + 2; j < next; j++ {
			occurs(s.Rules[j]>>1, j)
		}
		i = next
	}
	return first
}

// firstOccurrence returns where an atom, which may be none, first occurs.
func firstOccurrence(first []int32, atom int32) int32 {
	if atom == none {
		return 1<<31 - 1
	}
	return first[atom]
}
