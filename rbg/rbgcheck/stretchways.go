package rbgcheck

import "ludex/internal/scc"

// keepEnding leaves out the nodes from which no stretch ends.
func (t *stretchPart) keepEnding() {
	before := make(map[int][]int)
	var queue []int
	ending := map[int]bool{}
	for _, from := range t.nodes {
		for _, e := range t.out[from] {
			if ends, _ := t.m.interrupts(e.act); ends && !ending[from] {
				ending[from] = true
				queue = append(queue, from)
			}
		}
		t.each(from, func(e stretchEdge) { before[e.to] = append(before[e.to], from) })
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, from := range before[queue[0]] {
			if !ending[from] {
				ending[from] = true
				queue = append(queue, from)
			}
		}
	}
	kept := t.nodes[:0]
	t.number = map[int]int{}
	for _, n := range t.nodes {
		if ending[n] {
			t.number[n] = len(kept)
			kept = append(kept, n)
		}
	}
	t.nodes = kept
}

// each calls f for the edges from a node that stay in the part.
func (t *stretchPart) each(from int, f func(stretchEdge)) {
	for _, e := range t.out[from] {
		if ends, _ := t.m.interrupts(e.act); ends {
			continue
		}
		if _, in := t.number[e.to]; in {
			f(e)
		}
	}
}

// A weightedEdge leads to a node, by its number.
type weightedEdge struct{ to, weight int }

// edges returns the edges of the part with weights, without those of a negative one.
func (t *stretchPart) edges(weight func(from int, e stretchEdge) int) [][]weightedEdge {
	out := make([][]weightedEdge, len(t.nodes))
	for i, from := range t.nodes {
		t.each(from, func(e stretchEdge) {
			if w := weight(from, e); w >= 0 {
				out[i] = append(out[i], weightedEdge{t.number[e.to], w})
			}
		})
	}
	return out
}

// components returns the strongly connected components of a graph, in reverse topological order.
func components(out [][]weightedEdge) (of []int, count int) {
	successors := make([][]int, len(out))
	for i, list := range out {
		for _, e := range list {
			successors[i] = append(successors[i], e.to)
		}
	}
	numbers, count := scc.New(successors).Components()
	of = make([]int, len(out))
	for i, n := range numbers {
		of[i] = int(n)
	}
	return of, count
}

// longestPaths returns the greatest weight of a path from each node, where loops weigh nothing. Each component has a weight
// of its own.
func longestPaths(out [][]weightedEdge, extra func(component int) int) (from []int, loops bool) {
	of, count := components(out)
	best := make([]int, count)
	members := make([][]int, count)
	for i, c := range of {
		members[c] = append(members[c], i)
	}
	for c := range count { // successors come first
		for _, i := range members[c] {
			for _, e := range out[i] {
				if of[e.to] == c {
					loops = loops || e.weight > 0
					continue
				}
				best[c] = max(best[c], e.weight+best[of[e.to]])
			}
		}
		best[c] += extra(c)
	}
	from = make([]int, len(out))
	for i, c := range of {
		from[i] = best[c]
	}
	return from, loops
}

// none weighs nothing.
func none(int) int { return 0 }
