package bitslice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludex/game"
)

// TestDistribution compares playouts of small random games with what is exactly
// to be expected of them.
func TestDistribution(t *testing.T) {
	const playouts = 40000
	ends := expectation{}
	for seed := range uint64(40) {
		p := randomProgram(seed, shape{state: 4, roles: 1 + int(seed%2), phases: 1 + int(seed%3), moves: 5, gates: 6, easy: seed%4 > 0})
		if len(p.Phases) == 1 {
			deferGoals(p)
		}
		from, phase := p.Init, 0
		if seed%5 == 0 {
			from, phase = []bool{true, false, true, true}, len(p.Phases)-1
		}
		want := expect(p, phase, from, 30)
		e, err := New(p, Auto)
		if err != nil {
			t.Fatal(err)
		}
		if e.net.direct == (len(p.Phases) == 1 && len(p.Goals) > 0) {
			t.Errorf("seed %d: direct goals: %v", seed, e.net.direct)
		}
		res, err := e.Run(context.Background(), RunOptions{From: from, Phase: phase, Count: playouts, MaxSteps: 30, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		want.compare(t, fmt.Sprintf("seed %d", seed), &res)
		ends.finished += want.finished
		ends.cut += want.cut
		ends.stuck += want.stuck
		ends.bad += want.bad
		ends.steps += want.steps
	}
	if ends.finished < 5 || ends.cut < 2 || ends.stuck < 2 || ends.bad < 2 || ends.steps < 50 {
		t.Errorf("these games are too much alike: %+v", ends)
	}
}

// compare compares the counts of playouts with what is expected of them.
func (want *expectation) compare(t *testing.T, name string, res *game.PlayoutResult) {
	t.Helper()
	playouts := float64(res.Playouts)
	share := func(what string, got uint64, p float64) {
		sigma := math.Sqrt(p*(1-p)/playouts) + 1e-9
		if d := float64(got)/playouts - p; math.Abs(d) > 4.5*sigma {
			t.Errorf("%s: %s: %f instead of %f (sigma %f)", name, what, float64(got)/playouts, p, sigma)
		}
	}
	share("finished", res.Finished, want.finished)
	share("cut", res.Cut, want.cut)
	share("stuck", res.Stuck, want.stuck)
	share("bad goals", res.BadGoals, want.bad)
	sigma := math.Sqrt(max(0, want.squares-want.steps*want.steps)/playouts) + 1e-6
	if d := res.MeanLength() - want.steps; math.Abs(d) > 4.5*sigma {
		t.Errorf("%s: mean length %f instead of %f", name, res.MeanLength(), want.steps)
	}
	for r, g := range want.goals {
		if d := float64(res.Goals[r])/playouts - g; math.Abs(d) > 4.5*50/math.Sqrt(playouts) {
			t.Errorf("%s: goals of role %d: %f instead of %f", name, r, float64(res.Goals[r])/playouts, g)
		}
	}
}

// TestBatchDistribution does the same for batches that use lanes again: many playouts from
// two states, and one from each of many copies of these. If short plays were preferred, the
// means would be too small.
func TestBatchDistribution(t *testing.T) {
	const playouts = 20_000
	programs := uint64(20)
	if testing.Short() {
		programs = 4 // under emulation
	}
	for seed := range programs {
		p := randomProgram(seed, shape{state: 4, roles: 1 + int(seed%2), phases: 1 + int(seed%3), moves: 5, gates: 6, easy: seed%4 > 0})
		if len(p.Phases) == 1 {
			deferGoals(p)
		}
		e, err := New(p, Auto)
		if err != nil {
			t.Fatal(err)
		}
		bits := []uint64{0b1101, 0b0010}
		pair := []Start{{0, bits[:1]}, {len(p.Phases) - 1, bits[1:]}}
		c := e.NewBatchRunner(30)
		for _, copies := range []int{1, 1000} {
			sums := []game.PlayoutResult{{}, {}}
			for round := range uint64(playouts / 1000) {
				tallies, ok := c.Run(t.Context(), slices.Repeat(pair, copies), 1000/copies, seed<<8+round)
				if !ok {
					t.Fatal("the batch runner stopped")
				}
				for i := range tallies {
					one := resultOf(&tallies[i])
					sums[i%2].Add(&one)
				}
			}
			for i, start := range pair {
				want := expect(p, start.Phase, bitsOf(start.State, 4), 30)
				if sums[i].Playouts != playouts {
					t.Errorf("%d playouts instead of %d", sums[i].Playouts, playouts)
				}
				want.compare(t, fmt.Sprintf("seed %d, %d copies, state %d", seed, copies, i), &sums[i])
			}
		}
	}
}

// TestBatchInterrupted checks that a batch whose context ends has no counts.
func TestBatchInterrupted(t *testing.T) {
	e, err := New(randomProgram(1, shape{state: 4, roles: 1, phases: 1, moves: 5, gates: 6}), Auto)
	if err != nil {
		t.Fatal(err)
	}
	c := e.NewBatchRunner(30)
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	c.Observe(func(*Step) {
		if steps++; steps == 2 {
			cancel()
		}
	})
	starts := []Start{{0, []uint64{5}}}
	if tallies, ok := c.Run(ctx, starts, 5*Count, 1); ok || tallies != nil {
		t.Errorf("an interrupted batch has counts: %+v", tallies)
	}
	if tallies, ok := c.Run(t.Context(), starts, 5*Count, 1); !ok || tallies[0].Playouts != 5*Count {
		t.Errorf("after an interrupted batch: %+v", tallies)
	}
}

// deferGoals gives a program with one phase a goal net, and makes its goals so
// expensive that the net is used.
func deferGoals(p *Program) {
	ph := &p.Phases[0]
	junk := uint32(p.Signals)
	p.Signals++
	for range len(p.State) + 1 {
		ph.Goals = append(ph.Goals, Segment{Op: And2, Args: []uint32{junk, junk, junk}})
	}
	p.GoalNet = GoalNet{Signals: p.Signals, State: p.State, Code: slices.Concat(ph.Legal, ph.Goals), GoalsOf: ph.GoalsOf}
}

// TestChoice checks that moves are chosen uniformly, by chi-square tests over
// random sets of legal moves. The seeds are fixed, so the result is too.
func TestChoice(t *testing.T) {
	for _, k := range Kernels() {
		for _, moves := range []int{1, 2, 3, 5, 8, 9, 12, 13, 16, 17, 31, 33, 64, 100, 155, 256, 300, 1000} {
			if k != Go && k != Auto && moves%7 == 2 && testing.Short() {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", k, moves), func(t *testing.T) { testChoice(t, k, moves) })
		}
	}
}

func testChoice(t *testing.T, k Kernel, moves int) {
	const draws = 400
	c := newChoiceTest(t, k, moves)
	r := rand.New(rand.NewPCG(uint64(moves), 5))
	legal := make([]int, Count)
	for i := range moves {
		density := r.Float64()
		for lane := range Count {
			if r.Float64() < density {
				c.p.signals[2+i][lane/64] |= 1 << (lane % 64)
				legal[lane]++
			}
		}
	}
	counts := make([][]int, Count)
	for lane := range counts {
		counts[lane] = make([]int, 1<<len(c.p.e.program.Phases[0].Roles[0].Planes))
	}
	for range draws {
		c.choose()
		for lane := range Count {
			counts[lane][c.chosen(lane)]++
		}
	}
	chi, df := 0.0, 0
	for lane := range Count {
		if legal[lane] == 0 {
			continue
		}
		expected := float64(draws) / float64(legal[lane])
		for i, n := range counts[lane] {
			if i < moves && c.p.signals[2+i][lane/64]>>(lane%64)&1 == 1 {
				d := float64(n) - expected
				chi += d * d / expected
			} else if n > 0 {
				t.Fatalf("lane %d: illegal move %d was chosen", lane, i)
			}
		}
		df += legal[lane] - 1
	}
	if df == 0 {
		return
	}
	// The sum of so many squares is nearly normal.
	if z := (chi - float64(df)) / math.Sqrt(2*float64(df)); math.Abs(z) > 4 {
		t.Errorf("chi-square %f with %d degrees of freedom", chi, df)
	}
}

// choiceTest chooses among moves that are legal as state bits say.
type choiceTest struct{ p *player }

func newChoiceTest(t *testing.T, k Kernel, moves int) choiceTest {
	t.Helper()
	p := &Program{Roles: 1}
	r := PhaseRole{Planes: []uint32{}}
	for i := range moves {
		p.State = append(p.State, uint32(2+i))
		p.Init = append(p.Init, false)
		r.Moves = append(r.Moves, int32(i))
		r.Legal = append(r.Legal, uint32(2+i))
	}
	// The planes become state bits, so that they can be read.
	next := uint32(2 + moves)
	var planes []uint32
	for 1<<len(r.Planes) < moves {
		r.Planes = append(r.Planes, next)
		p.State = append(p.State, next+1)
		p.Init = append(p.Init, false)
		planes = append(planes, next)
		next += 2
	}
	p.Phases = []Phase{{Roles: []PhaseRole{r}, NextOf: append(append([]uint32(nil), p.State[:moves]...), planes...)}}
	p.Signals = int(next)
	return choiceTest{newTestPlayer(t, p, k, 3)}
}

// choose chooses in all lanes.
func (c *choiceTest) choose() { c.p.step() }

// chosen returns the position of the move chosen in a lane.
func (c *choiceTest) chosen(lane int) int {
	at := 0
	for k, s := range c.p.e.program.Phases[0].Roles[0].Planes {
		at |= int(c.p.signals[s+1][lane/64]>>(lane%64)&1) << k
	}
	return at
}
