package bitslice

import (
	"slices"
	"testing"
)

// lockstep plays a program with all kernels side by side and compares the states,
// what was counted and the random numbers after every step.
func lockstep(t testing.TB, p *Program, seed uint64, steps int) {
	t.Helper()
	x := newTestPlayer(t, p, Go, seed)
	var others []*player
	for _, k := range archKernels() {
		others = append(others, newTestPlayer(t, p, k, seed))
	}
	for step := range steps {
		x.step()
		for _, y := range others {
			y.step()
			compare(t, x, y, step)
		}
	}
	x.flush()
	for _, y := range others {
		y.flush()
		if a, b := x.tally.total(p.Roles), y.tally.total(p.Roles); !slices.Equal(a, b) {
			t.Fatalf("%s: goals %v, not %v", y.e.Kernel(), b, a)
		}
	}
}

// compare compares two players after a step.
func compare(t testing.TB, x, y *player, step int) {
	t.Helper()
	for i, s := range x.e.program.State {
		if x.signals[s] != y.signals[s] {
			t.Fatalf("%s: state bit %d differs after step %d", y.e.Kernel(), i, step)
		}
	}
	if x.wait != y.wait || *x.rng != *y.rng || x.playouts() != y.playouts() || x.states != y.states {
		t.Fatalf("%s: something differs after step %d", y.e.Kernel(), step)
	}
}

func newTestPlayer(t testing.TB, p *Program, k Kernel, seed uint64) *player {
	t.Helper()
	e, err := New(p, k)
	if err != nil {
		t.Fatal(err)
	}
	pl := newPlayer(e, p.Init, 0, newRNG(seed, 0), 1000)
	pl.begin(-1)
	return pl
}

// TestLockstepRandom compares the kernels on random programs of all shapes.
func TestLockstepRandom(t *testing.T) {
	shapes := []shape{
		{state: 1, roles: 1, phases: 1, moves: 2, gates: 3},
		{state: 5, roles: 1, phases: 1, moves: 9, gates: 20, easy: true},
		{state: 9, roles: 2, phases: 2, moves: 17, gates: 60, easy: true},
		{state: 30, roles: 3, phases: 3, moves: 40, gates: 100, loops: true},
		{state: 70, roles: 2, phases: 2, moves: 300, gates: 400, net: true, easy: true},
		{state: 130, roles: 1, phases: 4, moves: 1000, gates: 900, easy: true},
		{state: 20, roles: 2, phases: 1, moves: 30, gates: 50, net: true, loops: true, easy: true},
		{state: 600, roles: 1, phases: 2, moves: 70, gates: 5000, easy: true},
		{state: 9, roles: 2, phases: 2, moves: 17, gates: 60, guards: true, easy: true},
		{state: 20, roles: 2, phases: 1, moves: 30, gates: 50, net: true, loops: true, guards: true, easy: true},
		{state: 130, roles: 1, phases: 4, moves: 1000, gates: 900, guards: true, easy: true},
	}
	most, large := uint64(12), uint64(4)
	if testing.Short() {
		most, large = 4, 1 // under emulation
	}
	for i, sh := range shapes {
		for seed := range most {
			if sh.gates > 500 && seed >= large {
				break
			}
			lockstep(t, randomProgram(seed*100+uint64(i), sh), seed, 60)
		}
	}
}

// TestLockstepGuards goes on for so long that code with guards that are set mostly
// is replaced.
func TestLockstepGuards(t *testing.T) {
	for seed := range uint64(4) {
		p := randomProgram(seed, shape{state: 9, roles: 1, phases: 1 + int(seed%2), moves: 9, gates: 40, guards: true, easy: true})
		lockstep(t, p, seed, 3*patience)
	}
}

// TestLockstepMany compares the kernels where a role has more than 2¹⁶ moves,
// and more legal ones than that.
func TestLockstepMany(t *testing.T) {
	lockstep(t, manyMoves(1<<16+100), 1, 3)
}

// manyMoves makes a program in which a role has n moves, all of them legal half
// of the time and the first three of them otherwise. The state is the lowest bit
// of the move and whether there is a choice, which alternates.
func manyMoves(n int) *Program {
	p := &Program{Roles: 1, State: []uint32{2, 3}, Init: []bool{false, true}, Goals: []Goal{{0, 100}}}
	r := PhaseRole{Planes: []uint32{}}
	for i := range n {
		r.Moves = append(r.Moves, int32(i))
		if i < 3 {
			r.Legal = append(r.Legal, True)
		} else {
			r.Legal = append(r.Legal, 3)
		}
	}
	next := uint32(4)
	for 1<<len(r.Planes) < n {
		r.Planes = append(r.Planes, next)
		next++
	}
	p.Phases = []Phase{{
		Next:   []Segment{{Op: And2N2, Args: []uint32{3, 3, next}}},
		Roles:  []PhaseRole{r},
		NextOf: []uint32{4, next}, GoalsOf: []uint32{True},
	}}
	p.Signals = int(next) + 1
	return p
}
