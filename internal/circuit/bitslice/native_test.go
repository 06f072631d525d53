package bitslice

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// randomCode makes straight code over signals whose first ones are constants
// and inputs.
func randomCode(t *rapid.T, signals, instructions int) []run {
	var runs []run
	for n := 0; n < instructions; {
		o := op(rapid.IntRange(0, int(opMux)).Draw(t, "op"))
		r := run{op: o}
		for range rapid.IntRange(1, 9).Draw(t, "length") {
			for range arity[o].in {
				r.args = append(r.args, uint32(rapid.IntRange(0, signals-1).Draw(t, "in")))
			}
			first := rapid.IntRange(2, signals-1).Draw(t, "out")
			r.args = append(r.args, uint32(first))
			if arity[o].out == 2 {
				second := rapid.IntRange(2, signals-2).Draw(t, "out")
				if second >= first {
					second++
				}
				r.args = append(r.args, uint32(second))
			}
			n++
		}
		runs = append(runs, r)
	}
	return runs
}

func randomSignals(n int, seed uint64) []Vec {
	r := rand.New(rand.NewPCG(seed, 1))
	s := newSignals(n)
	for i := 2; i < n; i++ {
		for w := range s[i] {
			s[i][w] = r.Uint64()
		}
	}
	return s
}

// evalGraph evaluates the nodes of a graph in an order, as they are.
func evalGraph(g *graph, order []int32, signals []Vec) {
	values := make([]Vec, len(g.nodes))
	for i := range g.nodes {
		if h := g.nodes[i].home; h >= 0 {
			values[i] = signals[h]
		}
	}
	for _, i := range order {
		n := &g.nodes[i]
		values[i] = lookup(n.table, n.in[:n.n], func(x int32) *Vec { return &values[x] })
	}
	for _, o := range g.outputs {
		signals[o.signal] = values[o.node]
	}
}

// lookup applies a truth table in all lanes.
func lookup[T any](table uint8, in []T, value func(T) *Vec) (out Vec) {
	for lane := range Count {
		row := 0
		for _, x := range in {
			row = row<<1 | int(value(x)[lane/64]>>(lane%64)&1)
		}
		out[lane/64] |= uint64(table>>row&1) << (lane % 64)
	}
	return out
}

// simulate runs instructions without machine code.
func simulate(code []instruction, signals []Vec) {
	var regs [registers]Vec
	for _, i := range code {
		last := &Vec{}
		if i.kind >= lut1 {
			if i.c >= 0 {
				last = &regs[i.c]
			} else {
				last = &signals[i.mem]
			}
		}
		id := func(v *Vec) *Vec { return v }
		switch i.kind {
		case load:
			regs[i.dst] = signals[i.mem]
		case store:
			signals[i.mem] = regs[i.b]
		case copyR:
			regs[i.dst] = regs[i.b]
		case lut1:
			regs[i.dst] = lookup(i.table, []*Vec{last}, id)
		case lut2:
			regs[i.dst] = lookup(i.table, []*Vec{&regs[i.b], last}, id)
		case lut3:
			regs[i.dst] = lookup(i.table, []*Vec{&regs[i.dst], &regs[i.b], last}, id)
		}
	}
}

// TestGenerate compares each stage of the generation of machine code with the
// interpreter.
func TestGenerate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		signals := rapid.SampledFrom([]int{6, 20, 60, 300}).Draw(t, "signals")
		instructions := rapid.IntRange(1, 400).Draw(t, "instructions")
		runs := randomCode(t, signals, instructions)
		seed := rapid.Uint64().Draw(t, "seed")
		want := randomSignals(signals, seed)
		goKernel{}.eval(want, streamOf(runs))

		g := newGraph(signals, newBuilder(uint32(signals)))
		g.addCode(code{{runs: runs}})
		for s := range uint32(signals) {
			g.output(s)
		}
		check := func(stage string, run func([]Vec)) {
			t.Helper()
			got := newSignals(signals + 1000) // with room for values that are spilled
			copy(got, randomSignals(signals, seed))
			run(got)
			for s := range want {
				if got[s] != want[s] {
					t.Fatalf("%s: signal %d differs", stage, s)
				}
			}
		}
		g.countUses()
		check("graph", func(s []Vec) { evalGraph(g, g.schedule(), s) })
		for i := range g.nodes {
			g.nodes[i].uses = 0
		}
		g.fuse()
		order := g.schedule()
		check("fuse", func(s []Vec) { evalGraph(g, order, s) })
		code, end := g.allocate(order, signals)
		if end > signals+1000 {
			t.Skip("too many spilled values")
		}
		check("allocate", func(s []Vec) { simulate(code, s) })
		if !hasNative() {
			return
		}
		n, err := newNative(assemble(code))
		if err != nil {
			t.Fatal(err)
		}
		check("assemble", n.call)
	})
}

// TestGenerateLarge is about code that needs more values than there are registers.
func TestGenerateLarge(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		signals := 100 + r.IntN(2000)
		var runs []run
		for range 4000 {
			o := op(r.IntN(int(opMux) + 1))
			args := make([]uint32, o.size())
			for i := range args {
				args[i] = 2 + uint32(r.IntN(signals-2))
			}
			if arity[o].out == 2 && args[len(args)-1] == args[len(args)-2] {
				continue
			}
			runs = append(runs, run{o, args})
		}
		want := randomSignals(signals, seed)
		goKernel{}.eval(want, streamOf(runs))
		g := newGraph(signals, newBuilder(uint32(signals)))
		g.addCode(code{{runs: runs}})
		for s := range uint32(signals) {
			g.output(s)
		}
		g.fuse()
		code, end := g.allocate(g.schedule(), signals)
		got := newSignals(end)
		copy(got, randomSignals(signals, seed))
		if n, err := newNative(assemble(code)); hasNative() && err == nil {
			n.call(got)
		} else {
			simulate(code, got)
		}
		for s := range want {
			if got[s] != want[s] {
				t.Fatalf("seed %d: signal %d differs", seed, s)
			}
		}
	}
}
