package bitslice

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"ludex/game"
)

// A follower computes with the oracle what observed lanes should do.
type follower struct {
	t     testing.TB
	p     *Program
	k     Kernel
	most  int // steps of a playout
	start [][]bool
	lanes [Count]followed
	known map[string]*answers
	want  game.PlayoutResult
	each  []game.PlayoutResult // by start state
	net   bool                 // goals are computed by the goal net
}

// A followed is the playout of a lane.
type followed struct {
	start int
	state []bool
	steps int
}

// answers are what the oracle says about a state.
type answers struct {
	over  bool
	stuck bool
	legal [][]int
	goals []bool
	next  map[string][]bool
}

func newFollower(t testing.TB, p *Program, k Kernel, most int, start ...[]bool) *follower {
	f := &follower{t: t, p: p, k: k, most: most, start: start, known: map[string]*answers{}}
	f.want.Goals = make([]uint64, p.Roles)
	for range start {
		f.each = append(f.each, game.PlayoutResult{Goals: make([]uint64, p.Roles)})
	}
	e, err := New(p, Go)
	if err != nil {
		t.Fatal(err)
	}
	f.net = !e.net.direct
	return f
}

// netGoals returns what the goal net says about a state.
func netGoals(p *Program, state []bool) []bool {
	sig := make([]bool, p.GoalNet.Signals)
	sig[True] = true
	for i, s := range p.GoalNet.State {
		if s != False {
			sig[s] = state[i]
		}
	}
	evalOne(sig, p.GoalNet.Code)
	out := make([]bool, len(p.Goals))
	for i, s := range p.GoalNet.GoalsOf {
		out[i] = sig[s]
	}
	return out
}

// key makes a state or a joint move the key of a map.
func key[T any](list []T, code func(T) byte) string {
	bytes := make([]byte, len(list))
	for i, x := range list {
		bytes[i] = code(x)
	}
	return string(bytes)
}

func stateKey(phase int, state []bool) string {
	return string(rune(phase)) + key(state, func(b bool) byte {
		if b {
			return 1
		}
		return 0
	})
}

func jointKey(joint []int) string { return key(joint, func(m int) byte { return byte(m) }) }

// ask returns what the oracle says about a state.
func (f *follower) ask(phase int, state []bool) *answers {
	k := stateKey(phase, state)
	if a := f.known[k]; a != nil {
		return a
	}
	o := newOracle(f.p, phase, state)
	a := &answers{over: o.terminal(), goals: o.goals(), next: map[string][]bool{}}
	if f.net {
		a.goals = netGoals(f.p, state)
	}
	for r := range f.p.Roles {
		a.legal = append(a.legal, o.legal(r))
		a.stuck = a.stuck || len(a.legal[r]) == 0
	}
	f.known[k] = a
	return a
}

// observe compares a step of all lanes.
func (f *follower) observe(s *Step) {
	if f.t.Failed() {
		return
	}
	sums, bad := make([]uint64, f.p.Roles), f.want.BadGoals
	for lane := range Count {
		if lane%64 == 0 {
			clear(sums)
		}
		if err := f.lane(s, lane, sums); err != nil {
			f.t.Errorf("%s: lane %d: %v", f.k, lane, err)
			return
		}
		if got := s.Goals[lane/64]; lane%64 == 63 && !slices.Equal(got, sums) {
			f.t.Errorf("%s: goals %v in word %d, want %v", f.k, got, lane/64, sums)
		}
	}
	if want := f.want.BadGoals - bad; s.BadGoals != want {
		f.t.Errorf("%s: %d bad goals, want %d", f.k, s.BadGoals, want)
	}
}

// lane compares a step of a lane, and adds its goals if it has ended.
func (f *follower) lane(s *Step, lane int, sums []uint64) error {
	at, before := &f.lanes[lane], f.state(s.Before, lane)
	if s.Began[lane/64]>>(lane%64)&1 == 1 {
		start := slices.IndexFunc(f.start, func(b []bool) bool { return slices.Equal(b, before) })
		if start < 0 {
			return fmt.Errorf("starts in %v", before)
		}
		*at = followed{start: start, state: before}
	}
	if (s.Events[lane] == Idle) != (at.state == nil) {
		return fmt.Errorf("event %d", s.Events[lane])
	}
	if at.state == nil {
		return nil
	}
	if !slices.Equal(before, at.state) {
		return fmt.Errorf("is in %v, want %v", before, at.state)
	}
	a := f.ask(s.Phase, before)
	if want := f.event(a, at); s.Events[lane] != want {
		return fmt.Errorf("event %d, want %d", s.Events[lane], want)
	}
	if s.Events[lane] != Moved {
		f.end(s.Events[lane], a, at, sums)
		return nil
	}
	at.state = f.next(s, a, lane)
	at.steps++
	if after := f.state(s.After, lane); !slices.Equal(after, at.state) {
		return fmt.Errorf("comes to %v, want %v", after, at.state)
	}
	return nil
}

func (f *follower) state(words []uint64, lane int) []bool {
	n := len(words) / Count
	return bitsOf(words[lane*n:(lane+1)*n], len(f.p.State))
}

// event returns what must happen to a playout.
func (f *follower) event(a *answers, at *followed) LaneEvent {
	switch {
	case a.over:
		return Ended
	case at.steps == f.most:
		return Cut
	case a.stuck:
		return Stuck
	}
	return Moved
}

// end counts a playout that has ended.
func (f *follower) end(event LaneEvent, a *answers, at *followed, sums []uint64) {
	one := game.PlayoutResult{Playouts: 1, Steps: uint64(at.steps), States: uint64(at.steps), Goals: make([]uint64, f.p.Roles)}
	switch event {
	case Cut:
		one.Cut++
	case Stuck:
		one.Stuck++
	case Ended:
		one.Finished++
		e := expectation{goals: make([]float64, f.p.Roles)}
		e.addGoals(f.p, a.goals, 1)
		for r, g := range e.goals {
			sums[r] += uint64(g)
			one.Goals[r] += uint64(g)
		}
		one.BadGoals += uint64(e.bad)
	}
	f.want.Add(&one)
	f.each[at.start].Add(&one)
	*at = followed{}
}

// next returns the state after the joint move of a lane.
func (f *follower) next(s *Step, a *answers, lane int) []bool {
	joint := make([]int, f.p.Roles)
	for r := range joint {
		if len(s.Numbers[r]) > 0 {
			joint[r] = a.legal[r][s.Numbers[r][lane]]
		}
	}
	k := jointKey(joint)
	if a.next[k] == nil {
		a.next[k] = newOracle(f.p, s.Phase, f.lanes[lane].state).next(joint)
	}
	return a.next[k]
}

func bitsOf(words []uint64, n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = words[i/64]>>(i%64)&1 == 1
	}
	return out
}

// observedShapes are shapes of programs with everything that can go wrong.
var observedShapes = []shape{
	{state: 3, roles: 1, phases: 1, moves: 3, gates: 6, loops: true, easy: true},
	{state: 6, roles: 2, phases: 1, moves: 4, gates: 20, loops: true, easy: true},
	{state: 6, roles: 2, phases: 2, moves: 3, gates: 20, loops: true, guards: true, easy: true},
	{state: 7, roles: 3, phases: 3, moves: 5, gates: 30, loops: true, net: true, easy: true},
	{state: 66, roles: 1, phases: 1, moves: 20, gates: 60, loops: true, guards: true},
}

// observedSeeds is how many programs of each shape are observed.
func observedSeeds() uint64 {
	if testing.Short() {
		return 2
	}
	return 20
}

// same compares what was counted with what should have been.
func (f *follower) same(got game.PlayoutResult) {
	f.t.Helper()
	got.Elapsed, got.First = 0, 0
	if !reflect.DeepEqual(got, f.want) {
		f.t.Errorf("%s counts %+v, want %+v", f.k, got, f.want)
	}
}

// TestObserved follows every lane of every kernel over several playouts and compares
// all that it does with the oracle; playouts that nobody observes are the same.
func TestObserved(t *testing.T) {
	const most = 7
	steps := uint64(0)
	for i, sh := range observedShapes {
		for seed := range observedSeeds() {
			p := randomProgram(seed*100+uint64(i), sh)
			for _, k := range Kernels() {
				f := newFollower(t, p, k, most, p.Init)
				opt := RunOptions{Count: 3 * Count, Seed: seed, MaxSteps: most, Kernel: k, Observe: f.observe}
				f.same(run1(t, p, opt))
				opt.Observe = nil
				f.same(run1(t, p, opt))
				if t.Failed() {
					t.Fatalf("shape %d, seed %d", i, seed)
				}
				steps += f.want.Steps
			}
		}
	}
	if steps < 20_000 {
		t.Errorf("only %d steps were compared", steps)
	}
}

// TestObservedFrom does the same from states of any phase, and while playouts are
// drained.
func TestObservedFrom(t *testing.T) {
	const most = 5
	for i, sh := range observedShapes {
		for seed := range min(4, observedSeeds()) {
			p := randomProgram(seed*100+uint64(i), sh)
			from := make([]bool, len(p.State))
			for b := range from {
				from[b] = (seed+uint64(b))%3 == 0
			}
			for _, k := range Kernels() {
				for _, opt := range []RunOptions{{Count: 3 * Count}, {Time: 1}} {
					f := newFollower(t, p, k, most, from)
					opt.From, opt.Phase, opt.Seed, opt.MaxSteps = from, int(seed)%sh.phases, seed, most
					opt.Kernel, opt.Observe = k, f.observe
					res := run1(t, p, opt)
					res.States = res.Steps // not those of playouts that were drained
					f.same(res)
				}
			}
		}
	}
}

// TestObservedBatchRunner does the same for playouts from several states, again and again:
// many in each lane, one in each lane, and some lanes without any. The counts of each
// state are compared.
func TestObservedBatchRunner(t *testing.T) {
	const most = 5
	for i, sh := range observedShapes {
		p := randomProgram(uint64(i), sh)
		var states [][]uint64
		var start [][]bool
		for bits := range uint64(8) {
			s := make([]uint64, (sh.state+63)/64)
			s[len(s)-1] = bits & 3 // in programs of more than 64 bits
			s[0] = bits
			states, start = append(states, s), append(start, bitsOf(s, sh.state))
		}
		for _, k := range Kernels() {
			e, err := New(p, k)
			if err != nil {
				t.Fatal(err)
			}
			seen, unseen := e.NewBatchRunner(most), e.NewBatchRunner(most)
			for round, count := range []int{600, 170, 64, 1, 333, 63} {
				f := newFollower(t, p, k, most, start...)
				seen.Observe(f.observe)
				var from []Start
				for i, s := range states {
					from = append(from, Start{(round + i*i) % sh.phases, s})
				}
				for _, c := range []*BatchRunner{seen, unseen, unseen} {
					tallies, ok := c.Run(context.Background(), from, count, uint64(round))
					if !ok {
						t.Fatal("the batch runner stopped")
					}
					for n := range tallies {
						if got := resultOf(&tallies[n]); got.Playouts != uint64(count) || !reflect.DeepEqual(got, f.each[n]) {
							t.Fatalf("shape %d, %s, %d playouts of state %d: %+v, want %+v", i, k, count, n, got, f.each[n])
						}
					}
				}
			}
		}
	}
}

// resultOf returns a tally as a result.
func resultOf(x *Tally) game.PlayoutResult {
	return game.PlayoutResult{
		Playouts: x.Playouts, Steps: x.Steps, States: x.Steps, Finished: x.Finished, Stuck: x.Stuck,
		BadGoals: x.BadGoals, Goals: x.Goals, Cut: x.Playouts - x.Finished - x.Stuck,
	}
}
