package prove

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/aig"
)

const (
	fewWalks  = 100  // tries to come back, before anything else
	manyWalks = 4000 // tries, after that
	maxWalk   = 4    // steps away, before steps back
	maxJoints = 256  // joint moves among which that back is looked for
)

// A walker makes some steps away from a state and then, in each step, the one after which
// the state is most like the first. In many games pieces can go back and forth.
type walker struct {
	*subject
	rng *rand.Rand
	sim *aig.Simulation
	end int
}

// A walk is the states and joint moves of a part of a play.
type walk struct {
	states [][]bool
	joints [][]int
}

func (w *walk) last() []bool { return w.states[len(w.states)-1] }

func (w *walk) add(joint []int, state []bool) {
	w.joints, w.states = append(w.joints, joint), append(w.states, state)
}

// walkInLoops looks for a play that comes back to a state, a number of times.
func (s *subject) walkInLoops(ctx context.Context, walks int, seed uint64) *Play {
	x := newSample(s.System, seed)
	w := &walker{subject: s, rng: rand.New(rand.NewPCG(seed, 3)), sim: s.Graph.Simulate(), end: s.Graph.Len()}
	for n := range walks {
		x.run(ctx, 1+n%8, maxSteps, nil)
		x.rounds = x.rounds[:0]
		if ctx.Err() != nil {
			return nil
		}
		lane := n % lanes
		from := make([]bool, len(x.state))
		for i, word := range x.state {
			from[i] = word>>lane&1 == 1
		}
		if away, loop := w.loop(from, 1+n%maxWalk); loop != nil {
			before := x.play(lane)
			return &Play{Moves: s.texts(slices.Concat(before, away, loop)), Loop: len(before) + len(away)}
		}
	}
	return nil
}

// loop makes a number of random steps from a state and then as many back. If that leads to a
// state that is only like the first, it makes the same moves again, which may come back to that
// one. It returns the moves to the loop and those of the loop, or nil for these.
func (w *walker) loop(from []bool, steps int) (before, loop [][]int) {
	p := &walk{states: [][]bool{from}}
	for range steps {
		joints := w.joints(p.last(), 1)
		if len(joints) == 0 {
			return nil, nil
		}
		p.add(joints[0], w.after(p.last(), joints)[0])
	}
	for range steps {
		joints := w.joints(p.last(), maxJoints)
		if len(joints) == 0 {
			return nil, nil
		}
		after := w.after(p.last(), joints)
		best := 0
		for i := range after {
			if distance(after[i], from) < distance(after[best], from) {
				best = i
			}
		}
		p.add(joints[best], after[best])
		if slices.Equal(p.last(), from) {
			return nil, p.joints
		}
	}
	again := p.last()
	for _, joint := range p.joints {
		if !w.possible(p.last(), joint) {
			return nil, nil
		}
		p.states = append(p.states, w.after(p.last(), [][]int{joint})[0])
	}
	if slices.Equal(p.last(), again) {
		return p.joints, p.joints
	}
	return nil, nil
}

func distance(a, b []bool) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// look computes what is legal in a state. It returns false if it is terminal.
func (w *walker) look(state []bool) bool {
	for i, bit := range w.State {
		w.sim.Set(bit.Lit, -boolWord(state[i]))
	}
	for _, role := range w.Roles {
		for _, m := range role.Moves {
			w.sim.Set(m.Does, 0)
		}
	}
	w.sim.Run(1, w.end)
	return w.sim.Value(w.Terminal)&1 == 0
}

// possible reports whether a joint move can be made.
func (w *walker) possible(state []bool, joint []int) bool {
	if !w.look(state) {
		return false
	}
	for r, m := range joint {
		if w.sim.Value(w.Roles[r].Moves[m].Legal)&1 == 0 {
			return false
		}
	}
	return true
}

// joints returns legal joint moves of a state in random order: all if they are not more than a
// number, or so many drawn at random. There is none if the state is terminal.
func (w *walker) joints(state []bool, most int) [][]int {
	if !w.look(state) {
		return nil
	}
	legal := make([][]int, len(w.Roles))
	number := 1
	for r, role := range w.Roles {
		for i, m := range role.Moves {
			if w.sim.Value(m.Legal)&1 == 1 {
				legal[r] = append(legal[r], i)
			}
		}
		number = min(number*len(legal[r]), most+1)
	}
	var out [][]int
	if number > most {
		for range most {
			joint := make([]int, len(legal))
			for r := range legal {
				joint[r] = legal[r][w.rng.IntN(len(legal[r]))]
			}
			out = append(out, joint)
		}
		return out
	}
	out = [][]int{nil}
	for _, moves := range legal {
		var longer [][]int
		for _, joint := range out {
			for _, m := range moves {
				longer = append(longer, append(slices.Clone(joint), m))
			}
		}
		out = longer
	}
	w.rng.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out
}

// after returns the states after joint moves, 64 at a time.
func (w *walker) after(state []bool, joints [][]int) [][]bool {
	var out [][]bool
	for some := range slices.Chunk(joints, lanes) {
		for i, bit := range w.State {
			w.sim.Set(bit.Lit, -boolWord(state[i]))
		}
		for r, role := range w.Roles {
			does := make([]uint64, len(role.Moves))
			for lane, joint := range some {
				does[joint[r]] |= 1 << lane
			}
			for i, m := range role.Moves {
				w.sim.Set(m.Does, does[i])
			}
		}
		w.sim.Run(1, w.end)
		first := len(out)
		for range some {
			out = append(out, make([]bool, len(w.State)))
		}
		for i, bit := range w.State {
			for word := w.sim.Value(bit.Next); word != 0; word &= word - 1 {
				if lane := bits.TrailingZeros64(word); lane < len(some) {
					out[first+lane][i] = true
				}
			}
		}
	}
	return out
}
