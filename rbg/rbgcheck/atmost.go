package rbgcheck

import (
	"fmt"
	"slices"

	"ludex/rbg"
)

// AtMost bounds how straight rules are also where the form of the rules does not: a star that changes the board comes to an end if
// each round takes something away that does not come back, if all its steps lead in directions in which the board ends, or if it
// decreases a variable. It considers what lies on the board at the beginning. A number that cannot be bounded in this way is Unbounded.
//
// Pieces of some kinds are counted. A change takes one of them away if tests before it, on the same cell, allow no others and
// it puts another piece there. In a stretch, no more of them can be taken away than there are at its beginning and are put down in
// it. How many there are at its beginning follows from the changes on all ways that lead to it.
func AtMost(g *rbg.Game) Numbers {
	n := Straightness(g)
	if min(n.Applicational, n.Main, n.Move, n.Semimove) > Unbounded {
		return n
	}
	a := newAutomaton(g)
	if a == nil {
		return n
	}
	bound := func(of *int, m measure, between bool) {
		if *of == Unbounded {
			*of = newStretchGraph(g, a, m).bound(between)
		}
	}
	bound(&n.Applicational, measure{keeper: true, patterns: true}, false)
	bound(&n.Main, measure{keeper: true}, false)
	bound(&n.Move, measure{}, true)
	bound(&n.Semimove, measure{dots: true}, true)
	return n
}

// bound returns the greatest length of a stretch, at most.
func (s *stretchGraph) bound(between bool) int {
	starts := map[int]bool{}
	if !between {
		starts[s.start] = true
	}
	for from := range s.out {
		for _, e := range s.out[from] {
			if _, begins := s.m.interrupts(e.act); begins && len(s.on[e.to]) > 0 {
				starts[e.to] = true
			}
		}
	}
	longest := None
	known := map[string][]int{}
	for start := range starts {
		t := &stretchPart{stretchGraph: s, start: start, between: between, known: known}
		n := t.bound()
		if n == Unbounded {
			return Unbounded
		}
		longest = max(longest, n)
	}
	return longest
}

// A stretchPart is the part of a graph in which the stretches lie that begin at a node.
type stretchPart struct {
	*stretchGraph
	start   int
	between bool
	known   map[string][]int // how many pieces can be at each node, by set

	nodes  []int       // of the part
	number map[int]int // of its nodes
	group  []int       // by number: the strongly connected component
	of     [][]int     // by component: the numbers of its nodes
	rounds map[int]int // by component: how many changes a visit makes at most, if its rounds are counted
}

// A takenSet is a set of pieces that changes in loops take away.
type takenSet struct {
	set   pieces
	times int // at most; Unbounded if that is not known yet
}

// bound returns the greatest length of a stretch from the start, at most. Loops that take pieces away and whose rounds can be counted are
// looked at both ways.
func (t *stretchPart) bound() int {
	t.find()
	if len(t.nodes) == 0 {
		return None
	}
	a, b := t.boundBy(false), t.boundBy(true)
	if a == Unbounded || b != Unbounded && b < a {
		return b
	}
	return a
}

// boundBy bounds the length of a stretch. If taking is set, loops are looked at as taking pieces away where they do.
func (t *stretchPart) boundBy(taking bool) int {
	t.rounds = map[int]int{}
	sets, ok := t.loopSets(taking)
	if !ok || !t.count(sets) {
		return Unbounded
	}
	total := 0
	for _, s := range sets {
		total += s.times
	}
	return total + t.longest(func(from int, e stretchEdge) int {
		if !changes(e.act) || slices.ContainsFunc(sets, func(s takenSet) bool { return t.effect(from, e.act, s.set) < 0 }) {
			return 0
		}
		return 1
	})
}

// find finds the nodes of the part, and its strongly connected components.
func (t *stretchPart) find() {
	t.number = map[int]int{t.start: 0}
	order := []int{t.start}
	for i := 0; i < len(order); i++ {
		for _, e := range t.out[order[i]] {
			if ends, _ := t.m.interrupts(e.act); ends || len(t.on[e.to]) == 0 {
				continue
			}
			if _, seen := t.number[e.to]; !seen {
				t.number[e.to] = len(order)
				order = append(order, e.to)
			}
		}
	}
	t.nodes = order
	if t.between {
		t.keepEnding()
	}
	var count int
	t.group, count = components(t.edges(func(int, stretchEdge) int { return 0 }))
	t.of = make([][]int, count)
	for i, c := range t.group {
		t.of[c] = append(t.of[c], i)
	}
}

// inLoop reports whether an edge is part of a loop.
func (t *stretchPart) inLoop(from int, e stretchEdge) bool {
	return t.group[t.number[from]] == t.group[t.number[e.to]]
}

// longest returns the greatest weight of a way from the start. Edges in loops weigh nothing; loops whose rounds are counted weigh
// as much as they can change.
func (t *stretchPart) longest(weight func(from int, e stretchEdge) int) int {
	from, _ := longestPaths(t.edges(func(at int, e stretchEdge) int {
		if t.inLoop(at, e) {
			return 0
		}
		return weight(at, e)
	}), func(c int) int { return t.rounds[c] })
	return from[0]
}

// loopSets returns the sets of pieces that are taken away in loops, and counts the rounds of other loops. It returns false if a
// change in a loop is neither.
func (t *stretchPart) loopSets(taking bool) (sets []takenSet, ok bool) {
	ok = true
	for c := range t.of {
		mine, takes := t.takenIn(c)
		if len(mine) == 0 && takes {
			continue // it changes nothing
		}
		if !taking || !takes {
			if n := t.measured(c); n != Unbounded {
				t.rounds[c] = n
				continue
			}
		}
		ok = ok && takes
		for _, set := range mine {
			if !slices.ContainsFunc(sets, func(s takenSet) bool { return slices.Equal(s.set, set) }) {
				sets = append(sets, takenSet{set, Unbounded})
			}
		}
	}
	return sets, ok
}

// takenIn returns the sets of pieces that changes in a loop take away, and whether all of them do.
func (t *stretchPart) takenIn(c int) (sets []pieces, all bool) {
	all = true
	for _, i := range t.of[c] {
		from := t.nodes[i]
		t.each(from, func(e stretchEdge) {
			if !changes(e.act) || !t.inLoop(from, e) {
				return
			}
			set := t.on[from]
			if e.act.Kind != rbg.Off || slices.Contains(set, e.act.Piece) {
				all = false
				return
			}
			sets = append(sets, set)
		})
	}
	return sets, all
}

// count finds how often pieces of each set are taken away at most: as often as there are some at the start, and as others are put
// down. It returns false if it cannot tell.
func (t *stretchPart) count(sets []takenSet) bool {
	for range sets {
		for i := range sets {
			if s := &sets[i]; s.times == Unbounded {
				if more := t.putDown(s.set, sets); more != Unbounded {
					s.times = t.atStart(s.set) + more
				}
			}
		}
	}
	return !slices.ContainsFunc(sets, func(s takenSet) bool { return s.times == Unbounded })
}

// atStart returns how many pieces of a set there are at the start at most.
func (t *stretchPart) atStart(set pieces) int {
	key := fmt.Sprint(set)
	if t.known[key] == nil {
		t.known[key] = t.most(set)
	}
	return max(0, t.known[key][t.start])
}

// putDown returns how often a piece of a set is put down in a stretch at most, or Unbounded.
func (t *stretchPart) putDown(set pieces, sets []takenSet) int {
	total, counted := 0, map[int]bool{}
	for _, from := range t.nodes {
		t.each(from, func(e stretchEdge) {
			if total == Unbounded || t.effect(from, e.act, set) <= 0 || !t.inLoop(from, e) {
				return
			}
			if _, ok := t.rounds[t.group[t.number[from]]]; ok {
				total = Unbounded // it could be told, but is not needed
				return
			}
			i := slices.IndexFunc(sets, func(s takenSet) bool { return t.effect(from, e.act, s.set) < 0 })
			if sets[i].times == Unbounded {
				total = Unbounded
			} else if !counted[i] {
				counted[i] = true
				total += sets[i].times
			}
		})
	}
	if total == Unbounded {
		return Unbounded
	}
	rounds := t.rounds
	t.rounds = nil
	defer func() { t.rounds = rounds }()
	return total + t.longest(func(from int, e stretchEdge) int { return max(0, t.effect(from, e.act, set)) })
}
