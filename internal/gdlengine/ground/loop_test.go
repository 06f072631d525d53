package ground

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNegativeLoop(t *testing.T) {
	const frame = `(role a) (init p) (init q) (legal a x) (legal a y) terminal
(<= (next ?f) (true ?f) (does a x)) (<= (next s) (does a y))
`
	for _, c := range []struct{ text, loop string }{
		{`(<= (goal a 100) (true p)) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))`, ""},
		{`(<= (goal a 1) (true p) (not w)) (<= w (true p) (not w))`, "w"},
		{`(<= (goal a 1) u) (<= u (true p) (not w)) (<= w (true q) v) (<= v u) (<= v (true p))`, "u w v"},
		{`(<= (goal a 1) u) (<= u (true p) w) (<= w (true q) u) (<= w (true p))`, ""},
		{`(<= (goal a 1) (true p)) (<= w (true p) (not w))`, ""}, // nothing needs w
	} {
		res := groundText(t, frame+c.text, Options{})
		atoms, found := NegativeLoop(res.Spec)
		var names []string
		for _, a := range atoms {
			names = append(names, res.AtomText(a))
		}
		if got := strings.Join(names, " "); got != c.loop || found != (c.loop != "") {
			t.Errorf("%s: the loop is %q, not %q", c.text, got, c.loop)
		}
	}
}

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		var g graph
		reach := make([][]bool, n)
		for v := range n {
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for range rapid.IntRange(0, 3).Draw(t, "edges") {
				w := rapid.IntRange(0, n-1).Draw(t, "edge")
				g.edges = append(g.edges, int32(w))
				reach[v][w] = true
			}
			g.ends = append(g.ends, int32(len(g.edges)))
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		component, count := g.components()
		for v := range n {
			if component[v] < 0 || int(component[v]) >= count {
				t.Fatalf("node %d has component %d of %d", v, component[v], count)
			}
			for w := range n {
				if (component[v] == component[w]) != (reach[v][w] && reach[w][v]) {
					t.Fatalf("nodes %d and %d: components %v", v, w, component)
				}
				if reach[v][w] && component[w] > component[v] {
					t.Fatalf("node %d reaches %d, but its component comes first", v, w)
				}
			}
		}
	})
}
