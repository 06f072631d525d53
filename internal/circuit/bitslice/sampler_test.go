package bitslice

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// withPercepts lets a random program say something about percepts: about states,
// next states, and moves.
func withPercepts(p *Program, seed uint64, percepts int) {
	r := rand.New(rand.NewPCG(seed, 17))
	first := uint32(p.Signals)
	for i := range p.Phases {
		ph := &p.Phases[i]
		read := append([]uint32{True}, p.State...)
		read = append(read, ph.NextOf...)
		for _, role := range ph.Roles {
			read = append(read, role.Planes...)
		}
		some := func() uint32 { return read[r.IntN(len(read))] }
		for k := range percepts {
			out := first + uint32(k)
			ph.Percepts = append(ph.Percepts, Segment{Op: And2N1, Args: []uint32{some(), some(), out}})
			ph.PerceptsOf = append(ph.PerceptsOf, out)
		}
	}
	p.Percepts = percepts
	p.Signals += percepts
}

// TestSampler lets samplers of every kernel choose moves, and compares what comes
// of them with the oracle.
func TestSampler(t *testing.T) {
	for seed := range uint64(12) {
		sh := shape{state: 1 + int(seed*13%140), roles: 1 + int(seed%3), phases: 1 + int(seed%2), moves: 1 + int(seed*5%40), gates: 80, loops: seed%4 == 1, easy: true}
		p := randomProgram(seed, sh)
		withPercepts(p, seed, int(seed*29%100))
		for _, k := range Kernels() {
			e, err := New(p, k)
			if err != nil {
				t.Fatal(err)
			}
			for phase := range p.Phases {
				testSampler(t, p, e.NewSampler(phase), phase, seed)
			}
		}
	}
}

func testSampler(t *testing.T, p *Program, d *Sampler, phase int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	n := 1 + r.IntN(Count)
	states := make([]uint64, n*d.Words())
	for i := range states {
		states[i] = r.Uint64()
	}
	d.Load(states)
	d.Legal()
	stuck := *d.Stuck()
	d.Draw(NewSource(seed))
	drawn := make([][]int32, p.Roles)
	for role := range drawn {
		drawn[role] = make([]int32, n)
		d.Drawn(role, drawn[role])
	}
	d.Next()
	next := make([]uint64, n*d.Words())
	d.Store(next)
	d.Percepts()
	words := d.PerceptWords()
	percepts := make([]uint64, n*words)
	d.StorePercepts(percepts)
	for lane := range n {
		state := make([]bool, len(p.State))
		for i := range state {
			state[i] = states[lane*d.Words()+i/64]>>(i%64)&1 == 1
		}
		o := newOracle(p, phase, state)
		joint := legalChoice(t, o, drawn, lane)
		if stuck[lane/64]>>(lane%64)&1 == 1 != (joint == nil) {
			t.Fatalf("lane %d: Stuck is wrong; the joint move is %v", lane, joint)
		}
		if joint == nil {
			continue
		}
		wantNext, wantPercepts := o.step(joint)
		sameBits(t, lane, "the next state", next[lane*d.Words():], wantNext)
		sameBits(t, lane, "the percepts", percepts[lane*words:], wantPercepts)
	}
}

func sameBits(t *testing.T, lane int, what string, got []uint64, want []bool) {
	t.Helper()
	for i, w := range want {
		if got[i/64]>>(i%64)&1 == 1 != w {
			t.Fatalf("bit %d of %s differs in lane %d", i, what, lane)
		}
	}
}

// legalChoice returns the joint move of a lane, which must be legal, or nil if a
// role has no legal move.
func legalChoice(t *testing.T, o *oracle, drawn [][]int32, lane int) (joint []int) {
	t.Helper()
	if len(o.joints()) == 0 {
		return nil
	}
	for role := range drawn {
		at := int(drawn[role][lane])
		if legal := o.legal(role); !slices.Contains(legal, at) {
			t.Fatalf("lane %d: role %d drew %d of %v", lane, role, at, legal)
		}
		joint = append(joint, at)
	}
	return joint
}

// TestDrawsAsPlayouts holds the moves of a sampler against those of playouts from
// the same source, whose distribution other tests look at.
func TestDrawsAsPlayouts(t *testing.T) {
	for seed := range uint64(8) {
		p := randomProgram(seed, shape{state: 40, roles: 2, phases: 2, moves: 30, gates: 60, easy: true})
		e, err := New(p, Auto)
		if err != nil {
			t.Fatal(err)
		}
		x := newPlayer(e, p.Init, 0, newRNG(seed, 0), 1000)
		x.begin(-1)
		x.step()
		d := e.NewSampler(0)
		init := make([]uint64, d.Words())
		for i, b := range p.Init {
			if b {
				init[i/64] |= 1 << (i % 64)
			}
		}
		d.Broadcast(init)
		d.Legal()
		d.Draw(NewSource(seed))
		d.Next()
		for i, s := range p.State {
			got := without(&d.signals[d.phase.NextOf[i]], &x.wait)
			if want := without(&x.signals[s], &x.wait); got != want {
				t.Fatalf("seed %d: bit %d of the next state differs", seed, i)
			}
		}
	}
}
