package gpu

import (
	"context"
	"math/bits"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// Notes in the code, twice the number of the phase added.
const (
	noteBefore = iota // a are the plays that wait
	noteAfter         // a have ended, b are stuck, c begin again
)

// observedThreads are as many as there are lanes on the processor.
const observedThreads = bitslice.Count / Lanes

// An observer shows the steps of the interpreter as the processor's engine shows its own.
type observer struct {
	k     *Kernel
	show  func(*bitslice.Step)
	steps []bitslice.Step // by phase, of one cycle
	idle  [][observedThreads]uint32
	began [observedThreads]uint32 // plays that begin with the next step
	goals [observedThreads][]uint32
	bad   [observedThreads]uint32
}

// EmulateObserved runs playouts by the interpreter of a kernel that was made for it, and shows
// every step.
func (k *Kernel) EmulateObserved(ctx context.Context, opt bitslice.RunOptions) (game.PlayoutResult, error) {
	o := &observer{k: k, show: opt.Observe}
	words := (len(k.steps.State) + 63) / 64
	for range k.steps.Phases {
		s := bitslice.Step{Before: make([]uint64, words*bitslice.Count), After: make([]uint64, words*bitslice.Count)}
		for range k.program.Roles {
			s.Numbers = append(s.Numbers, make([]uint32, bitslice.Count))
		}
		for w := range s.Goals {
			s.Goals[w] = make([]uint64, k.program.Roles)
		}
		o.steps = append(o.steps, s)
	}
	o.idle = make([][observedThreads]uint32, len(k.steps.Phases))
	initial := k.initial(observedThreads, &opt)
	for t := range o.goals {
		o.goals[t] = make([]uint32, len(k.paid))
		o.began[t] = ^initial[k.at(wordWait, t, observedThreads)]
	}
	return k.playouts(ctx, &observed{emulator{k: k, note: o.note}, o}, opt)
}

// observed is an emulator whose launches are single cycles, which are shown.
type observed struct {
	emulator
	o *observer
}

func (e *observed) threads() int { return observedThreads }

func (e *observed) launch(params [numParams]uint32) ([]uint64, error) {
	sum := make([]uint64, e.k.tallies)
	for range params[paramCycles] {
		one := params
		one[paramCycles] = 1
		tallies, err := e.emulator.launch(one)
		if err != nil {
			return nil, err
		}
		for i := range sum {
			sum[i] += tallies[i]
		}
		sum[tallyLiving] = tallies[tallyLiving]
		params[paramNow] += uint32(len(e.k.steps.Phases))
		e.o.cycle()
	}
	return sum, nil
}

// cycle shows the steps of a cycle, and prepares for the next.
func (o *observer) cycle() {
	for p := range o.steps {
		o.steps[p].Phase = p
		o.show(&o.steps[p])
	}
	for p := range o.steps {
		o.steps[p].BadGoals, o.steps[p].Began = 0, bitslice.Vec{}
		for w := range o.steps[p].Goals {
			clear(o.steps[p].Goals[w])
		}
	}
	for t := range o.goals { // counters of a launch begin with 0
		clear(o.goals[t])
		o.bad[t] = 0
	}
}

// note is called by the interpreter.
func (o *observer) note(number int, s *statement, t *thread, r []uint32) {
	phase := int(s.imm / 2)
	step := &o.steps[phase]
	if s.imm%2 == noteBefore {
		o.idle[phase][number] = r[s.a]
		setLanes(&step.Began, number, o.began[number])
		o.began[number] = 0
		o.states(step.Before, phase, number, t, r)
		return
	}
	o.states(step.After, phase, number, t, r)
	o.began[number] = r[s.c]
	wait := r[o.k.made.wait]
	for lane := range Lanes {
		at := number*Lanes + lane
		is := func(mask uint32) bool { return mask>>lane&1 == 1 }
		switch {
		case is(o.idle[phase][number]):
			step.Events[at] = bitslice.Idle
		case is(r[s.a]):
			step.Events[at] = bitslice.Ended
		case is(r[s.b]):
			step.Events[at] = bitslice.Stuck
		case is(wait | r[s.c]):
			step.Events[at] = bitslice.Cut
		default:
			step.Events[at] = bitslice.Moved
		}
	}
	o.numbers(step, phase, number, t, r)
	o.count(step, number, r)
}

// states copies the states of a thread's plays.
func (o *observer) states(dst []uint64, phase, number int, t *thread, r []uint32) {
	words := (len(o.k.steps.State) + 63) / 64
	clear(dst[number*Lanes*words : (number+1)*Lanes*words])
	for i, s := range o.k.steps.State {
		v := o.signal(phase, s, t, r)
		for ; v != 0; v &= v - 1 {
			lane := number*Lanes + bits.TrailingZeros32(v)
			dst[lane*words+i/64] |= 1 << (i % 64)
		}
	}
}

// signal returns a signal of a thread.
func (o *observer) signal(phase int, s uint32, t *thread, r []uint32) uint32 {
	switch where := o.k.made.signals.(type) {
	case *local:
		return t.local[o.k.homes[phase][s]]
	case *registers:
		return r[where.read(nil, s)]
	}
	return 0
}

// numbers copies the numbers that were drawn.
func (o *observer) numbers(step *bitslice.Step, phase, number int, t *thread, r []uint32) {
	draws := o.k.steps.Phases[phase].Draws
	for role := range step.Numbers {
		if len(o.k.program.Phases[phase].Roles[role].Moves) < 2 {
			step.Numbers[role] = step.Numbers[role][:0]
			continue
		}
		d := draws[0]
		draws = draws[1:]
		step.Numbers[role] = step.Numbers[role][:bitslice.Count]
		for lane := range Lanes {
			step.Numbers[role][number*Lanes+lane] = 0
		}
		for i := range d.Planes {
			v := o.signal(phase, d.Numbers+uint32(i), t, r)
			for lane := range Lanes {
				step.Numbers[role][number*Lanes+lane] |= v >> lane & 1 << i
			}
		}
	}
}

// count adds the goals of plays that have just ended.
func (o *observer) count(step *bitslice.Step, number int, r []uint32) {
	counters := o.k.made.counters
	for i, g := range o.k.paid {
		goal, n := o.k.program.Goals[g], r[counters[fixedTallies+i]]
		step.Goals[number*Lanes/64][goal.Role] += uint64(n-o.goals[number][i]) * uint64(goal.Value)
		o.goals[number][i] = n
	}
	bad := r[counters[tallyBad]]
	step.BadGoals += uint64(bad - o.bad[number])
	o.bad[number] = bad
}

// setLanes sets the lanes of a thread.
func setLanes(v *bitslice.Vec, thread int, mask uint32) {
	v[thread/2] |= uint64(mask) << (thread % 2 * Lanes)
}
