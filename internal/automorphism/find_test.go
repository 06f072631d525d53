package automorphism

import (
	"context"
	"testing"
)

// cycle returns a cycle of nodes, each with a free node between it and the next.
func cycle(n int) *Graph {
	g := new(Graph)
	for range n {
		g.Node(1)
	}
	for i := range n {
		between := g.FreeNode(2)
		g.Link(between, int32(i), 1)
		g.Link(between, int32((i+1)%n), 1)
	}
	g.Node(1) // alone
	return g
}

func yes(Permutation) bool { return true }

func TestFind(t *testing.T) {
	path := new(Graph)
	for i := range 5 {
		if path.Node(1); i > 0 {
			path.Link(int32(i-1), int32(i), 1)
			path.Link(int32(i), int32(i-1), 1)
		}
	}
	arrow := new(Graph)
	arrow.Link(arrow.Node(1), arrow.Node(1), 1)
	coloured := cycle(6)
	coloured.colour[0] = 99
	tests := []struct {
		name  string
		graph *Graph
		want  int
	}{
		{"a cycle of six", cycle(6), 11}, {"a cycle of three", cycle(3), 5}, {"a path", path, 1}, {"an arrow", arrow, 0},
		{"a cycle with a node of another colour", coloured, 1},
	}
	for _, test := range tests {
		found := Find(t.Context(), test.graph, 100, yes)
		if len(found) != test.want {
			t.Errorf("%s has %d automorphisms, want %d", test.name, len(found), test.want)
		}
		for _, p := range found {
			seen := map[int32]bool{}
			for n, to := range p {
				if (to < 0) != test.graph.free[n] || to >= 0 && seen[to] {
					t.Fatalf("%s: %v is no permutation", test.name, p)
				}
				seen[to] = true
			}
		}
	}
	if found := Find(t.Context(), cycle(6), 4, yes); len(found) != 4 {
		t.Errorf("%d automorphisms instead of the 4 that were asked for", len(found))
	}
	if found := Find(t.Context(), cycle(6), 4, func(Permutation) bool { return false }); len(found) != 0 {
		t.Errorf("%d automorphisms that do not pass the check", len(found))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if found := Find(ended, cycle(6), 100, yes); len(found) != 0 {
		t.Errorf("%d automorphisms after the end", len(found))
	}
}
