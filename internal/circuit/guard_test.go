package circuit

import (
	"math/rand/v2"
	"testing"
)

// randomGates makes gates for the next state, many of them in conjunctions with one
// of a few literals.
func randomGates(r *rand.Rand) *gated {
	g := newGateNet(new(canceller))
	var all []lit
	for i := range 6 {
		all = append(all, g.add(gate{kind: gateState, x: int32(i)}))
	}
	some := func() lit {
		n := len(all)
		if r.IntN(2) == 0 {
			n = min(n, 8)
		}
		return all[len(all)-n+r.IntN(n)] ^ lit(r.IntN(2))
	}
	for range 10 + r.IntN(60) {
		args := []lit{some(), some()}
		switch r.IntN(4) {
		case 0:
			args = append(args, some())
		case 1:
			args[0] = all[r.IntN(2)]
		}
		if l := g.simple(args); l.node() >= 6 {
			all = append(all, l&^1)
		}
	}
	over := &roots{terminal: litFalse}
	for range 1 + r.IntN(3) {
		over.next = append(over.next, all[len(all)-1-r.IntN(min(len(all), 6))]&^1)
	}
	return &gated{gates: g, over: over, parts: classify(g, over)}
}

// evaluate computes gates from state bits. Those of a region have junk, if it is
// given.
func evaluate(g *gateNet, state uint64, r *region, junk *rand.Rand) []bool {
	values := make([]bool, len(g.gates))
	inside := make([]bool, len(g.gates))
	if r != nil {
		for _, id := range r.inner {
			inside[id] = true
		}
	}
	for id := range g.gates {
		x := &g.gates[id]
		switch {
		case x.kind == gateConst:
			values[id] = true
		case x.kind == gateState:
			values[id] = state>>x.x&1 == 1
		case inside[id]:
			values[id] = junk.IntN(2) == 0
		default:
			values[id] = true
			for _, in := range x.inputs() {
				values[id] = values[id] && values[in.node()] != in.negated()
			}
		}
	}
	return values
}

// TestRegion sees that gates of a region do not matter where its guard does not
// hold, and that each comes after what it needs.
func TestRegion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found, left := 0, 0
	for range 2000 {
		g := randomGates(r)
		reg := findRegion(g, 3)
		if reg == nil {
			continue
		}
		found++
		if reg.guard.negated() {
			t.Fatalf("the guard %d is negated", reg.guard)
		}
		for state := range uint64(64) {
			want := evaluate(g.gates, state, nil, nil)
			if want[reg.guard.node()] {
				continue
			}
			left++
			got := evaluate(g.gates, state, reg, r)
			for _, l := range g.over.next {
				if got[l.node()] != want[l.node()] {
					t.Fatalf("gate %d depends on a region although its guard does not hold", l.node())
				}
			}
		}
		inOrder(t, g, reg)
	}
	if found < 100 || left < 1000 {
		t.Errorf("only %d regions, left out %d times", found, left)
	}
}

// inOrder sees that a schedule computes everything before it is read.
func inOrder(t *testing.T, g *gated, r *region) {
	s := &scheduler{region: r}
	s.prepare(g)
	for _, chunk := range []int{3, 1 << 30} {
		order := s.with(chunk)
		done := make([]bool, len(g.gates.gates))
		for i, u := range order.order[partNext] {
			if s.region != nil && i == order.guarded.from && g.gates.gates[s.region.guard.node()].kind == gateAnd && !done[s.region.guard.node()] {
				t.Fatal("the guard comes too late")
			}
			if s.inside[u] != order.guarded.has(i) {
				t.Fatal("the region is torn apart")
			}
			for _, in := range g.gates.gates[u].inputs() {
				if g.gates.gates[in.node()].kind == gateAnd && !done[in.node()] {
					t.Fatalf("gate %d is read before it is computed", in.node())
				}
			}
			done[u] = true
		}
	}
}
