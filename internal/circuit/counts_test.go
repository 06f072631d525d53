package circuit

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A counting describes a game in which a recursive relation counts.
type counting struct {
	layers int
	types  int
	most   int  // higher counts of the first type are left out
	parts  bool // rules are taken apart
	exact  bool // the last condition of each layer holds if no other does
	twice  bool // the second type has two conditions
	middle bool // a layer in the middle is read, too
}

// spec writes the rules. literal gives the conditions.
func (c counting) spec(literal func(layer, kind int) int32, bits int) *Spec {
	s := &Spec{Name: "counting", Random: -1, Terminal: -1, Roles: []string{"a"}, Texts: PerceptTexts{}}
	atom := func(recursive bool) int32 {
		s.Recursion = append(s.Recursion, map[bool]int32{true: 0, false: -1}[recursive])
		s.Atoms++
		return int32(s.Atoms - 1)
	}
	rule := func(head int32, body ...int32) {
		s.Rules = append(append(s.Rules, head, int32(len(body))), body...)
	}
	for i := range bits {
		a := atom(false)
		s.State = append(s.State, StateBit{Text: fmt.Sprintf("(bit %02d)", i), Atom: a, Next: -1})
	}
	legal := atom(false)
	rule(legal)
	s.Moves = [][]MoveAtoms{{{Text: "noop", Legal: legal, Does: -1}}}

	var before map[label]int32
	for layer := range c.layers {
		conditions := make([][]int32, c.types) // alternatives of single literals
		for t := range c.types {
			conditions[t] = []int32{literal(layer, t)}
		}
		if c.twice {
			conditions[1] = append(conditions[1], literal(layer, c.types))
		}
		if c.exact {
			last := atom(false)
			var body []int32
			for _, list := range conditions[:c.types-1] {
				for _, l := range list {
					body = append(body, l^1)
				}
			}
			rule(last, body...)
			conditions[c.types-1] = []int32{2 * last}
		}
		now := map[label]int32{}
		from := []label{{}}
		if layer > 0 {
			from = nil
			for l := range before {
				from = append(from, l)
			}
			slices.SortFunc(from, func(a, b label) int { return slices.Compare(a[:], b[:]) })
		}
		for _, l := range from {
			for t, list := range conditions {
				to := l
				if to[t]++; t == 0 && int(to[t]) > c.most {
					continue
				}
				head, ok := now[to]
				if !ok {
					head = atom(true)
					now[to] = head
				}
				for _, x := range list {
					switch {
					case layer == 0:
						rule(head, x)
					case c.parts:
						part := atom(true)
						rule(part, 2*before[l])
						rule(head, x, 2*part)
					default:
						rule(head, 2*before[l], x)
					}
				}
			}
		}
		if before = now; c.middle && layer == c.layers-3 {
			for l, a := range now {
				s.Goals = append(s.Goals, GoalAtom{Role: 0, Value: int(l[0]), Atom: a})
			}
		}
	}
	last := make([]label, 0, len(before))
	for l := range before {
		last = append(last, l)
	}
	slices.SortFunc(last, func(a, b label) int { return slices.Compare(a[:], b[:]) })
	for _, l := range last {
		a := before[l]
		read := atom(false)
		rule(read, 2*a)
		s.Goals = append(s.Goals, GoalAtom{Role: 0, Value: 20 + 16*int(l[0])%80, Atom: read})
	}
	slices.SortFunc(s.Goals, func(a, b GoalAtom) int { return int(a.Atom - b.Atom) })
	return s
}

// TestCounts compares counts by adders with the rules they replace, in any states, also
// where several conditions of a layer hold, or none.
func TestCounts(t *testing.T) {
	replaced := 0
	rapid.Check(t, func(t *rapid.T) {
		c := counting{
			layers: rapid.IntRange(3, 9).Draw(t, "layers"), types: rapid.IntRange(2, 3).Draw(t, "types"),
			most: rapid.IntRange(1, 9).Draw(t, "most"), parts: rapid.Bool().Draw(t, "parts"),
			exact: rapid.Bool().Draw(t, "exact"), twice: rapid.Bool().Draw(t, "twice"), middle: rapid.Bool().Draw(t, "middle"),
		}
		bits := rapid.IntRange(4, 24).Draw(t, "bits")
		s := c.spec(func(int, int) int32 { return rapid.Int32Range(0, 2*int32(bits)-1).Draw(t, "literal") }, bits)
		with, n := withAdders(s, byHead(s), func(*chain) bool { return true })
		replaced += n
		if err := check(with); err != nil {
			t.Fatal(err)
		}
		compareGoals(t, s, with)
	})
	if replaced == 0 {
		t.Error("nothing was replaced")
	}
}

// compareGoals compares the goals of random states.
func compareGoals(t *rapid.T, s, with *Spec) {
	want, got := newNaive(s), newNaive(with)
	for range 10 {
		state := rapid.SliceOfN(rapid.Bool(), len(s.State), len(s.State)).Draw(t, "state")
		a, b := want.model(state, nil), got.model(state, nil)
		for _, g := range s.Goals {
			if a[g.Atom] != b[g.Atom] {
				t.Fatalf("state %v: atom %d is %v with rules, %v with adders", state, g.Atom, a[g.Atom], b[g.Atom])
			}
		}
	}
}

// TestCountsFound says which counts are found.
func TestCountsFound(t *testing.T) {
	own := func(layer, kind int) int32 { return int32(2 * (3*layer + kind)) } // a bit of its own
	opposite := func(layer, kind int) int32 { return int32(2*layer + kind) }  // a bit and its negation
	for _, test := range []struct {
		name    string
		c       counting
		literal func(layer, kind int) int32
		found   int
	}{
		{"a bit or not", counting{layers: 8, types: 2, most: 9}, opposite, 1},
		{"taken apart", counting{layers: 8, types: 2, most: 9, parts: true}, opposite, 1},
		{"up to a limit", counting{layers: 8, types: 2, most: 3}, opposite, 1},
		{"conditions that do not exclude each other", counting{layers: 8, types: 2, most: 9}, own, 1},
		{"two conditions of one type", counting{layers: 8, types: 2, most: 9, twice: true}, own, 1},
		{"two kinds and the rest", counting{layers: 8, types: 3, most: 9, exact: true}, own, 1},
		{"read in the middle", counting{layers: 8, types: 2, most: 9, middle: true}, opposite, 1},
		{"three kinds of any meaning", counting{layers: 8, types: 3, most: 9}, own, 0},
		{"too short", counting{layers: 3, types: 2, most: 9}, opposite, 0},
		{"nothing to add", counting{layers: 8, types: 2, most: 0}, opposite, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := test.c.spec(test.literal, 24)
			if _, n := withAdders(s, byHead(s), func(*chain) bool { return true }); n != test.found {
				t.Errorf("%d counts were found, not %d", n, test.found)
			}
		})
	}
}

// TestCountsPay has a large count replaced, and others left alone: a small one, and one of which
// steps need only whether all conditions hold.
func TestCountsPay(t *testing.T) {
	for _, test := range []struct {
		name   string
		layers int
		ends   func(*Spec) int32 // the goal whose atom ends the play, or -1
		counts int
	}{
		{"small", 8, nil, 0},
		{"large", 64, nil, 1},
		{"the end needs a number in the middle", 100, func(s *Spec) int32 { return s.Goals[len(s.Goals)/2].Atom }, 1},
		{"the end needs all", 100, func(s *Spec) int32 { return s.Goals[len(s.Goals)-1].Atom }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := counting{layers: test.layers, types: 2, most: 99}.spec(func(layer, kind int) int32 { return int32(2*layer + kind) }, test.layers)
			if test.ends != nil {
				s.Terminal = test.ends(s)
			}
			if g := mustNew(t, s); g.stats.Counts != test.counts {
				t.Errorf("%d counts by adders, not %d", g.stats.Counts, test.counts)
			}
		})
	}
}
