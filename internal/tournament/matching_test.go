package tournament

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMatching compares with trying all ways, in graphs with many odd cycles.
func TestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(1, 5).Draw(t, "half")
		met := map[[2]int]int{}
		for a := range n {
			for b := range a {
				if rapid.IntRange(0, 2).Draw(t, "edge") > 0 {
					met[[2]int{b, a}] = 1
				}
			}
		}
		may := func(a, b int) bool { return met[[2]int{min(a, b), max(a, b)}] == 0 }
		m := newMatching(n, may)
		if got, want := m.perfect(), pairable(n, -1, met, 0); got != want {
			t.Fatalf("all can be paired: %v, and not %v", want, got)
		} else if !got {
			return
		}
		for a, b := range m.mate {
			if m.mate[b] != a || !may(a, b) {
				t.Fatalf("%d and %d are paired: %v", a, b, m.mate)
			}
		}
		for a := range n {
			for b := range n {
				if a == b || !m.live[a] || !m.live[b] {
					continue
				}
				rest := map[[2]int]int{}
				for pair := range met {
					rest[pair] = 1
				}
				for c := range n { // paired players may not be paired with others
					if c != a && c != b {
						rest[[2]int{min(a, c), max(a, c)}], rest[[2]int{min(b, c), max(b, c)}] = 1, 1
					}
					for d := range n {
						if c != d && (!m.live[c] || !m.live[d]) && m.mate[c] != d {
							rest[[2]int{min(c, d), max(c, d)}] = 1
						}
					}
				}
				want := may(a, b) && pairable(n, -1, rest, 0)
				if got := m.settle(a, b); got != want {
					t.Fatalf("%d and %d can be a pair: %v, and not %v", a, b, want, got)
				} else if got {
					m.mate[a], m.mate[b] = b, a
				}
			}
		}
	})
}
