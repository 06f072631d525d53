package aig_test

import (
	"bytes"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/prove/aig"
)

// Gates have the values that their names say, under all assignments of six inputs.
func TestGates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := aig.New()
		sim := newTruth()
		list := []aig.Lit{aig.False, aig.True}
		values := []uint64{0, ^uint64(0)}
		for i := range sim.words {
			list, values = append(list, g.Input()), append(values, sim.words[i])
		}
		draw := func(name string) int { return rapid.IntRange(0, len(list)-1).Draw(t, name) }
		for range rapid.IntRange(1, 30).Draw(t, "gates") {
			a, b := draw("a"), draw("b")
			some := rapid.SliceOfN(rapid.IntRange(0, len(list)-1), 0, 5).Draw(t, "some")
			var lits []aig.Lit
			var of []uint64
			for _, i := range some {
				lits, of = append(lits, list[i]), append(of, values[i])
			}
			n := rapid.IntRange(0, len(some)).Draw(t, "n")
			l, v := g.And(list[a], list[b]), values[a]&values[b]
			switch rapid.IntRange(0, 7).Draw(t, "kind") {
			case 1:
				l, v = g.Or(list[a], list[b]), values[a]|values[b]
			case 2:
				l, v = g.Implies(list[a], list[b]), ^values[a]|values[b]
			case 3:
				l, v = g.Equal(list[a], list[b]), ^(values[a] ^ values[b])
			case 4:
				l, v = g.All(lits), counts(of, func(k int) bool { return k == len(of) })
			case 5:
				l, v = g.Any(lits), counts(of, func(k int) bool { return k > 0 })
			case 6:
				l, v = g.AtMostOne(lits), counts(of, func(k int) bool { return k <= 1 })
			case 7:
				l, v = g.Exactly(n, lits), counts(of, func(k int) bool { return k == n })
			}
			list, values = append(list, l, l.Not()), append(values, v, ^v)
		}
		sim.check(t, g, list, values)
	})
}

// A truth has the values of inputs under all assignments.
type truth struct{ words []uint64 }

func newTruth() truth {
	x := truth{make([]uint64, 6)}
	for i := range x.words {
		for k := range 64 {
			x.words[i] |= uint64(k>>i&1) << k
		}
	}
	return x
}

// counts returns where a number of values is accepted.
func counts(of []uint64, accept func(int) bool) uint64 {
	out := uint64(0)
	for k := range 64 {
		n := 0
		for _, v := range of {
			n += int(v >> k & 1)
		}
		if accept(n) {
			out |= 1 << k
		}
	}
	return out
}

// check compares the values of literals, what they depend on, and their conjuncts.
func (x truth) check(t *rapid.T, g *aig.Graph, list []aig.Lit, values []uint64) {
	sim := g.Simulate()
	for i, w := range x.words {
		sim.Set(list[2+i], w)
	}
	sim.Run(1, g.Len())
	for i, l := range list {
		if sim.Value(l) != values[i] {
			t.Fatalf("literal %d is %x, want %x", l, sim.Value(l), values[i])
		}
		all := ^uint64(0)
		for _, c := range g.Conjuncts(l) {
			all &= sim.Value(c)
		}
		if all != values[i] {
			t.Fatalf("the conjuncts of %d are %x, want %x", l, all, values[i])
		}
		support := g.Support(l)
		for k := range x.words {
			low := ^x.words[k]
			depends := values[i]&low != values[i]>>(1<<k)&low
			if depends && !support[list[2+k].Node()] {
				t.Fatalf("literal %d depends on input %d", l, k)
			}
		}
	}
}

// FuzzRead reads files as AIGER. What is read is written and read again as the same.
func FuzzRead(f *testing.F) {
	g := aig.New()
	in, bit := g.Input(), g.Input()
	m := &aig.Machine{
		Graph: g, Inputs: []aig.Named{{Name: "in", Lit: in}},
		Latches: []aig.Latch{{Name: "bit", Lit: bit, Next: g.And(in, bit.Not()), Init: true}},
		Outputs: []aig.Named{{Name: "out", Lit: g.Or(in, bit)}},
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("aig 1 1 0 1 0\n2\n"))
	f.Add([]byte("aig 4294967295 1 0 1 4294967294\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := aig.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if _, err := m.WriteTo(&once); err != nil {
			t.Fatal(err)
		}
		again, err := aig.Read(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.WriteTo(&twice); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) || !slices.Equal(m.Latches, again.Latches) {
			t.Errorf("%q is read as another machine than %q", once.Bytes(), data)
		}
		if bits.Len(uint(m.Graph.Len())) > 32 {
			t.Error("the graph is too large")
		}
	})
}
