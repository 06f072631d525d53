package scc

import (
	"testing"

	"pgregory.net/rapid"
)

// reachable tells for each pair of nodes whether a path, which may be empty,
// leads from one to the other.
func reachable(successors [][]int) [][]bool {
	n := len(successors)
	reach := make([][]bool, n)
	for v := range n {
		reach[v] = make([]bool, n)
		reach[v][v] = true
		for stack := []int{v}; len(stack) > 0; {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, next := range successors[w] {
				if !reach[v][next] {
					reach[v][next] = true
					stack = append(stack, next)
				}
			}
		}
	}
	return reach
}

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "nodes")
		successors := make([][]int, n)
		for v := range n {
			successors[v] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "successors")
		}
		component, count := New(successors).Components()
		reach := reachable(successors)
		used := map[int32]bool{}
		for v := range n {
			used[component[v]] = true
			for w := range n {
				if together := reach[v][w] && reach[w][v]; together != (component[v] == component[w]) {
					t.Fatalf("nodes %d and %d are in components %d and %d", v, w, component[v], component[w])
				}
				if reach[v][w] && component[w] > component[v] {
					t.Fatalf("component %d leads to %d", component[v], component[w])
				}
			}
		}
		if len(used) != count {
			t.Fatalf("%d components are used, %d counted", len(used), count)
		}
	})
}

// TestComponentsOfLongPaths would overflow the stack of a recursive search.
func TestComponentsOfLongPaths(t *testing.T) {
	const n = 200_000
	successors := make([][]int, n)
	for v := range n - 1 {
		successors[v] = []int{v + 1}
	}
	component, count := New(successors).Components()
	if count != n || component[n-1] != 0 || component[0] != n-1 {
		t.Errorf("%d components, from %d to %d", count, component[0], component[n-1])
	}
	successors[n-1] = []int{0}
	if _, count := New(successors).Components(); count != 1 {
		t.Errorf("%d components in a cycle", count)
	}
}
