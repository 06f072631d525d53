package prove

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// lanes is how many plays are simulated at the same time.
const lanes = 64

// A sample is a number of random plays, 64 at a time: in every round each lane makes a
// step, or begins again where its play has ended.
type sample struct {
	system *transition.System
	rng    *rand.Rand
	sim    *aig.Simulation
	end    int // nodes of the system, which a round computes
	rounds []round
	plays  [lanes][][]int // by lane: the joint moves since its play began

	state   []uint64 // of the present round
	before  []uint64 // its predecessor, where a lane has one
	again   int      // how often a step to an end is taken back and another one tried
	tries   [lanes]int
	longest int
	ended   int // plays that came to an end
}

// A round has the states of all lanes, and what they became.
type round struct {
	state []uint64 // by fact
	next  []uint64
	moved uint64         // lanes that made a step
	joint [][lanes]int32 // by role: the moves of these lanes
}

func newSample(s *transition.System, seed uint64) *sample {
	x := &sample{system: s, rng: rand.New(rand.NewPCG(seed, 1)), sim: s.Graph.Simulate(), end: s.Graph.Len(), state: make([]uint64, len(s.State))}
	for i, bit := range s.State {
		if bit.Init {
			x.state[i] = ^uint64(0)
		}
	}
	return x
}

// run plays a number of rounds, or until the context ends. After the legality of a round's
// states is known and before moves are made, it calls look, which may be nil.
func (x *sample) run(ctx context.Context, rounds, maxSteps int, look func()) {
	s := x.system
	for range rounds {
		if ctx.Err() != nil {
			return
		}
		x.computeState()
		if look != nil {
			look()
		}
		if x.again > 0 && x.takeBack() {
			x.computeState()
		}
		rd := round{state: slices.Clone(x.state), next: make([]uint64, len(x.state)), joint: make([][lanes]int32, len(s.Roles))}
		moved := x.choose(maxSteps, rd.joint)
		rd.moved = moved
		x.before = rd.state
		x.sim.Run(1, x.end)
		for i, bit := range s.State {
			rd.next[i] = x.sim.Value(bit.Next) & moved
			init := uint64(0)
			if bit.Init {
				init = ^uint64(0)
			}
			x.state[i] = rd.next[i] | init&^moved
		}
		x.rounds = append(x.rounds, rd)
	}
}

// computeState computes what the rules say about the states, without moves.
func (x *sample) computeState() {
	for i, bit := range x.system.State {
		x.sim.Set(bit.Lit, x.state[i])
	}
	for _, r := range x.system.Roles {
		for _, m := range r.Moves {
			x.sim.Set(m.Does, 0)
		}
	}
	x.sim.Run(1, x.end)
}

// takeBack takes back the steps that led to an end, unless a lane has tried often enough. It
// reports whether there were any.
func (x *sample) takeBack() bool {
	back, ends := uint64(0), x.sim.Value(x.system.Terminal)
	for lane := range lanes {
		n := len(x.plays[lane])
		if ends>>lane&1 == 0 || n == 0 || x.tries[lane] == x.again {
			x.tries[lane] = 0
			continue
		}
		x.tries[lane]++
		x.plays[lane] = x.plays[lane][:n-1]
		back |= 1 << lane
	}
	if back == 0 {
		return false
	}
	for i := range x.state {
		x.state[i] = x.state[i]&^back | x.before[i]&back
	}
	return true
}

// choose draws the moves of all lanes whose play goes on, and returns these lanes. It notes the
// moves by role.
func (x *sample) choose(maxSteps int, moves [][lanes]int32) uint64 {
	s := x.system
	moved := ^x.sim.Value(s.Terminal)
	x.ended += lanes - bits.OnesCount64(moved)
	legal := make([][][]int, len(s.Roles)) // by role and lane
	for r := range s.Roles {
		legal[r] = make([][]int, lanes)
		some := uint64(0)
		for i, m := range s.Roles[r].Moves {
			v := x.sim.Value(m.Legal)
			some |= v
			for v &= moved; v != 0; v &= v - 1 {
				lane := bits.TrailingZeros64(v)
				legal[r][lane] = append(legal[r][lane], i)
			}
		}
		moved &= some
	}
	for lane := range lanes {
		if len(x.plays[lane]) >= maxSteps {
			moved &^= 1 << lane
		}
	}
	does := make([][]uint64, len(s.Roles))
	for r := range s.Roles {
		does[r] = make([]uint64, len(s.Roles[r].Moves))
	}
	for lane := range lanes {
		if moved>>lane&1 == 0 {
			x.plays[lane] = nil
			continue
		}
		joint := make([]int, len(s.Roles))
		for r := range s.Roles {
			joint[r] = legal[r][lane][x.rng.IntN(len(legal[r][lane]))]
			does[r][joint[r]] |= 1 << lane
			moves[r][lane] = int32(joint[r])
		}
		x.plays[lane] = append(x.plays[lane], joint)
		x.longest = max(x.longest, len(x.plays[lane]))
	}
	for r := range s.Roles {
		for i, m := range s.Roles[r].Moves {
			x.sim.Set(m.Does, does[r][i])
		}
	}
	return moved
}

// play returns the moves of a lane so far.
func (x *sample) play(lane int) [][]int { return slices.Clone(x.plays[lane]) }

// columns returns the values of literals about states in all rounds, one after the other.
func (x *sample) columns(list []aig.Lit) [][]uint64 {
	out := make([][]uint64, len(list))
	for _, rd := range x.rounds {
		for i, bit := range x.system.State {
			x.sim.Set(bit.Lit, rd.state[i])
		}
		x.sim.Run(1, x.end)
		for i, l := range list {
			out[i] = append(out[i], x.sim.Value(l))
		}
	}
	return out
}
