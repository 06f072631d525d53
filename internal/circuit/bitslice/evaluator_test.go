package bitslice

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEvaluator compares evaluators with the oracle, state by state.
func TestEvaluator(t *testing.T) {
	for seed := range uint64(16) {
		p := randomProgram(seed, shape{state: 1 + int(seed*7%150), roles: 1 + int(seed%3), phases: 1 + int(seed%2), moves: 20, gates: 80, loops: seed%4 == 0, guards: seed%3 == 0, easy: true})
		e, err := New(p, Kernels()[seed%uint64(len(Kernels()))])
		if err != nil {
			t.Fatal(err)
		}
		for phase := range p.Phases {
			testEvaluator(t, p, e.NewEvaluator(phase), phase, seed)
		}
	}
}

func testEvaluator(t *testing.T, p *Program, v *Evaluator, phase int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	n := 1 + r.IntN(Count)
	states := make([]uint64, n*v.Words())
	for i := range states {
		states[i] = r.Uint64()
	}
	one := seed%3 == 0 // the same state in all lanes
	if one {
		for lane := range n {
			copy(states[lane*v.Words():], states[:v.Words()])
		}
		v.Broadcast(states[:v.Words()])
	} else {
		v.Load(states)
	}
	v.Legal()
	v.Goals()
	oracles := make([]*oracle, n)
	bit := func(s *Vec, lane int) bool { return s[lane/64]>>(lane%64)&1 == 1 }
	for lane := range n {
		state := make([]bool, len(p.State))
		for i := range state {
			state[i] = states[lane*v.Words()+i/64]>>(i%64)&1 == 1
		}
		o := newOracle(p, phase, state)
		oracles[lane] = o
		if bit(v.Terminal(), lane) != o.terminal() {
			t.Fatalf("terminal differs in lane %d", lane)
		}
		for i, g := range o.goals() {
			if bit(v.Goal(i), lane) != g {
				t.Fatalf("goal %d differs in lane %d", i, lane)
			}
		}
		for role := range p.Roles {
			moves := v.LegalMoves(lane, role, nil)
			want := o.legal(role)
			if !slices.EqualFunc(moves, want, func(a int32, b int) bool { return int(a) == b }) {
				t.Fatalf("legal moves %v, not %v", moves, want)
			}
			for _, m := range want {
				if !bit(v.LegalLanes(role, m), lane) {
					t.Fatalf("move %d is not legal", m)
				}
			}
		}
	}
	for range 2 { // moves can be set again
		v.ClearMoves()
		joints := make([][]int, n)
		for lane := range n {
			for role := range p.Roles {
				at := r.IntN(len(p.Phases[phase].Roles[role].Moves))
				joints[lane] = append(joints[lane], at)
				v.SetMove(lane, role, at)
			}
		}
		v.Next()
		got := make([]uint64, n*v.Words())
		v.Store(got)
		for lane := range n {
			for i, want := range oracles[lane].next(joints[lane]) {
				if got[lane*v.Words()+i/64]>>(i%64)&1 == 1 != want {
					t.Fatalf("bit %d of the next state differs in lane %d", i, lane)
				}
			}
		}
	}
}

func TestNewEvaluator(t *testing.T) {
	v, err := NewEvaluator(counter(), 0)
	if err != nil {
		t.Fatal(err)
	}
	v.Broadcast([]uint64{1})
	v.Legal()
	v.ClearMoves()
	v.SetMove(0, 0, 0)
	v.SetMove(1, 0, 1)
	v.Next()
	got := make([]uint64, 2)
	v.Store(got)
	if got[0] != 1 || got[1] != 2 {
		t.Error(got)
	}
	if _, err := NewEvaluator(&Program{}, 0); err == nil {
		t.Error("no error for an empty program")
	}
}
