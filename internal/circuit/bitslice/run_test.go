package bitslice

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"ludex/game"
)

// counter makes a game with a counter of two bits: the one role waits or goes on,
// both always legal, and the game is over at 3, where its goal is 100.
func counter() *Program {
	const s0, s1, plane, n0, n1, x, y, end = 2, 3, 4, 5, 6, 7, 8, 9
	return &Program{
		Signals: 10, State: []uint32{s0, s1}, Init: []bool{false, false}, Roles: 1, Goals: []Goal{{0, 100}},
		Phases: []Phase{{
			Legal: []Segment{{Op: And2, Args: []uint32{s0, s1, end}}},
			// n0 = s0 ⊕ plane, n1 = s1 ∨ (s0 ∧ plane): it never leaves 3
			Next: []Segment{
				{Op: And2, Args: []uint32{s0, plane, x}},
				{Op: And2N2, Args: []uint32{s0, plane, y}},
				{Op: And2N2, Args: []uint32{x, y, n0}},
				{Op: And2N2, Args: []uint32{s1, x, y}},
				{Op: And2N2, Args: []uint32{y, y, n1}},
			},
			Terminal: end,
			Roles:    []PhaseRole{{Moves: []int32{0, 1}, Legal: []uint32{True, True}, Planes: []uint32{plane}}},
			NextOf:   []uint32{n0, n1}, GoalsOf: []uint32{end},
		}},
	}
}

// always makes the counter go on in every step, so that playouts have exactly
// three steps.
func always() *Program {
	p := counter()
	p.Phases[0].Roles[0].Legal[0] = False
	return p
}

func run1(t *testing.T, p *Program, opt RunOptions) game.PlayoutResult {
	t.Helper()
	e, err := New(p, opt.Kernel)
	if err != nil {
		t.Fatal(err)
	}
	res, err := e.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestCount(t *testing.T) {
	for _, count := range []int{1, 2, 511, 512, 513, 5000} {
		for _, threads := range []int{1, 3} {
			res := run1(t, counter(), RunOptions{Count: count, Threads: threads, Seed: 1})
			if res.Playouts != uint64(count) || res.Finished != uint64(count) || res.Abandoned != 0 {
				t.Errorf("%d playouts on %d threads: %+v", count, threads, res)
			}
			if res.States != res.Steps || res.Goals[0] != 100*res.Finished || res.First <= 0 || res.Elapsed < res.First {
				t.Errorf("%d playouts on %d threads: %+v", count, threads, res)
			}
		}
	}
}

// TestDeferredGoals shows that no playout loses its goals while its last state is
// set aside.
func TestDeferredGoals(t *testing.T) {
	p := counter()
	deferGoals(p)
	for _, k := range Kernels() {
		res := run1(t, p, RunOptions{Count: 5000, Seed: 3, Kernel: k})
		if res.Finished != 5000 || res.Goals[0] != 500000 || res.BadGoals != 0 {
			t.Errorf("%s: %+v", k, res)
		}
	}
}

// TestSame shows that results depend on nothing but the options.
func TestSame(t *testing.T) {
	p := randomProgram(13, shape{state: 9, roles: 2, phases: 2, moves: 17, gates: 60, easy: true})
	opt := RunOptions{Count: 3000, Seed: 7, Threads: 2, MaxSteps: 50}
	var want game.PlayoutResult
	for i, k := range Kernels() {
		opt.Kernel = k
		res := run1(t, p, opt)
		res.Elapsed, res.First = 0, 0
		if i == 0 {
			want = res
		}
		if !reflect.DeepEqual(res, want) {
			t.Errorf("%s: %+v, not %+v", k, res, want)
		}
	}
	a, b := run1(t, counter(), RunOptions{Count: 3000, Seed: 1}), run1(t, counter(), RunOptions{Count: 3000, Seed: 2})
	if a.Steps == b.Steps {
		t.Error("another seed gives the same playouts")
	}
}

func TestMaxSteps(t *testing.T) {
	// Playouts of exactly three steps: the limit comes after the terminal test.
	for max, cut := range map[int]bool{1: true, 2: true, 3: false, 4: false} {
		res := run1(t, always(), RunOptions{Count: 1000, MaxSteps: max})
		want := uint64(min(max, 3))
		if res.Playouts != 1000 || res.Steps != 1000*want || cut != (res.Cut == 1000) || cut != (res.Finished == 0) {
			t.Errorf("at most %d steps: %+v", max, res)
		}
	}
	// A game that never ends, in phases, and a limit that is no multiple of them.
	p := counter()
	p.Phases[0].Terminal = False
	p.Phases = append(p.Phases, p.Phases[0], p.Phases[0])
	for _, max := range []int{1, 7, 64, 1000} {
		res := run1(t, p, RunOptions{Count: 2000, MaxSteps: max})
		if res.Playouts != 2000 || res.Cut != 2000 || res.Steps != uint64(2000*max) || res.Goals[0] != 0 {
			t.Errorf("at most %d steps: %+v", max, res)
		}
	}
}

func TestStuck(t *testing.T) {
	p := counter() // without a legal move from 2 on
	p.Phases[0].Legal = append(p.Phases[0].Legal, Segment{Op: And2N2, Args: []uint32{3, 3, 10}})
	p.Phases[0].Roles[0].Legal = []uint32{10, 10}
	p.Signals = 11
	res := run1(t, p, RunOptions{Count: 1500, Seed: 5})
	if res.Playouts != 1500 || res.Stuck != 1500 || res.Finished != 0 || res.Cut != 0 {
		t.Errorf("%+v", res)
	}
	if m := res.MeanLength(); math.Abs(m-4) > 0.3 {
		t.Errorf("mean length %f, not 4", m)
	}
	// A role that never has a move: no step at all.
	p.Phases[0].Roles[0] = PhaseRole{}
	if res := run1(t, p, RunOptions{Count: 10}); res.Stuck != 10 || res.Steps != 0 {
		t.Errorf("%+v", res)
	}
}

// TestOnlyMove is about a role whose only move enters as planes or classes: it is
// made known in every step, since other phases use the signals too.
func TestOnlyMove(t *testing.T) {
	const wait, plane = 0, 4
	p := counter()
	only := PhaseRole{Moves: []int32{wait}, Legal: []uint32{True}, Planes: []uint32{plane}}
	p.Phases = append(p.Phases, p.Phases[0])
	p.Phases[1].Roles = []PhaseRole{only}
	for _, k := range Kernels() {
		want := expect(p, 0, p.Init, 1000)
		res := run1(t, p, RunOptions{Count: 3000, Kernel: k})
		if d := res.MeanLength() - want.steps; math.Abs(d) > 0.5 {
			t.Errorf("%s: mean length %f, not %f", k, res.MeanLength(), want.steps)
		}
		// As a class, the signal is set, so that it goes on.
		q := *p
		q.Phases = slices.Clone(p.Phases)
		q.Phases[1].Roles = []PhaseRole{{Moves: []int32{wait}, Legal: []uint32{True}, Classes: [][]uint32{{plane}}, Inputs: [2]uint32{plane, plane + 1}}}
		want = expect(&q, 0, q.Init, 1000)
		res = run1(t, &q, RunOptions{Count: 3000, Kernel: k})
		if d := res.MeanLength() - want.steps; math.Abs(d) > 0.3 {
			t.Errorf("%s: mean length %f, not %f", k, res.MeanLength(), want.steps)
		}
	}
}

func TestBadGoals(t *testing.T) {
	p := counter()
	p.Goals = []Goal{{0, 100}, {0, 30}, {0, 0}}
	p.Phases[0].GoalsOf = []uint32{True, False, False}
	if res := run1(t, p, RunOptions{Count: 700}); res.BadGoals != 0 || res.Goals[0] != 70000 {
		t.Errorf("one goal: %+v", res)
	}
	p.Phases[0].GoalsOf = []uint32{True, True, True}
	if res := run1(t, p, RunOptions{Count: 700}); res.BadGoals != 700 || res.Goals[0] != 0 || res.Finished != 700 {
		t.Errorf("three goals: %+v", res)
	}
	p.Phases[0].GoalsOf = []uint32{False, False, False}
	if res := run1(t, p, RunOptions{Count: 700}); res.BadGoals != 700 || res.Goals[0] != 0 {
		t.Errorf("no goal: %+v", res)
	}
	p.Chance = []bool{true}
	if res := run1(t, p, RunOptions{Count: 700}); res.BadGoals != 0 {
		t.Errorf("no goal of chance: %+v", res)
	}
}

func TestFrom(t *testing.T) {
	p := always()
	p.Phases = append(p.Phases, p.Phases[0]) // two phases, for the phase of the state
	for _, k := range Kernels() {
		for phase := range 2 {
			for at, from := range [][]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
				res := run1(t, p, RunOptions{From: from, Phase: phase, Count: 1300, Kernel: k})
				if res.Finished != 1300 || res.Steps != uint64(1300*(3-at)) {
					t.Errorf("%s from %d in phase %d: %+v", k, at, phase, res)
				}
			}
		}
	}
}

func TestTime(t *testing.T) {
	for _, threads := range []int{1, 2} {
		res := run1(t, counter(), RunOptions{Time: 30 * time.Millisecond, Threads: threads})
		if res.Elapsed < 30*time.Millisecond || res.Playouts == 0 || res.Playouts != res.Finished || res.Abandoned != 0 {
			t.Errorf("%+v", res)
		}
		// The drained playouts count as playouts but not for the speed.
		if res.Steps < res.States || res.Steps > res.States+uint64(threads*Count*100) {
			t.Errorf("%d states, %d steps", res.States, res.Steps)
		}
		if m := res.MeanLength(); math.Abs(m-6) > 0.1 {
			t.Errorf("mean length %f, not 6", m)
		}
	}
}

// TestDrain shows that playouts which are running when the time is up are played
// to their ends: here, all of them.
func TestDrain(t *testing.T) {
	want := expect(counter(), 0, []bool{false, false}, 1000)
	res := run1(t, counter(), RunOptions{Time: 1, Seed: 1})
	sigma := math.Sqrt((want.squares - want.steps*want.steps) / float64(res.Playouts))
	if d := res.MeanLength() - want.steps; math.Abs(d) > 4*sigma || res.Playouts != Count || res.States >= res.Steps {
		t.Errorf("mean length %f, not %f: %+v", res.MeanLength(), want.steps, res)
	}
}

func TestCancel(t *testing.T) {
	p := counter()
	p.Phases[0].Terminal = False // playouts of a million steps
	for _, k := range Kernels() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		e, err := New(p, k)
		if err != nil {
			t.Fatal(err)
		}
		res, err := e.Run(ctx, RunOptions{MaxSteps: 1 << 40}) // would not come back by itself
		cancel()
		if err != nil {
			t.Errorf("%s: %v", k, err)
		}
		if res.Abandoned != Count || res.Playouts != 0 || res.Steps != 0 || res.States == 0 {
			t.Errorf("%s: %+v", k, res)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res, err := Run(ctx, counter(), RunOptions{}); err != nil || res.Playouts < Count {
		t.Errorf("short playouts are drained: %+v, %v", res, err)
	}
}

func TestRunErrors(t *testing.T) {
	e, err := New(counter(), Auto)
	if err != nil {
		t.Fatal(err)
	}
	for _, opt := range []RunOptions{
		{From: []bool{true}, Count: 1},
		{From: []bool{true, true}, Phase: 1, Count: 1},
		{Count: -1},
		{Count: 1, MaxSteps: -1},
	} {
		if _, err := e.Run(context.Background(), opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
	}
	if _, err := New(counter(), "gpu"); err == nil {
		t.Error("no error for an unknown kernel")
	}
	if k, err := ParseKernel("avx2"); k != AVX2 || err != nil {
		t.Error(k, err)
	}
	if _, err := ParseKernel("gpu"); err == nil {
		t.Error("no error for an unknown kernel")
	}
}

func TestAllocs(t *testing.T) {
	for i, sh := range []shape{
		{state: 9, roles: 2, phases: 2, moves: 17, gates: 60, easy: true},
		{state: 30, roles: 1, phases: 1, moves: 300, gates: 300, net: true, easy: true},
	} {
		p := randomProgram(uint64(i), sh)
		for _, k := range Kernels() {
			pl := newTestPlayer(t, p, k, 1)
			if n := testing.AllocsPerRun(100, pl.step); n > 0 {
				t.Errorf("%s: %v allocations a step", k, n)
			}
		}
	}
}
