package circuit

import (
	"math/rand/v2"
	"slices"

	"ludex/circuit/lanes"
)

// A plain reading of gate programs, for comparison.

// junk fills signals with something that must not matter.
func junk(signal []lanes.Vec) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range signal {
		for w := range signal[i] {
			signal[i][w] = r.Uint64()
		}
	}
	signal[lanes.False] = lanes.Vec{}
	for w := range signal[lanes.True] {
		signal[lanes.True][w] = ^uint64(0)
	}
}

func bit(signal []lanes.Vec, s uint32, lane int) bool {
	return signal[s][lane/64]>>(lane%64)&1 == 1
}

func set(signal []lanes.Vec, s uint32, lane int, value bool) {
	signal[s][lane/64] &^= 1 << (lane % 64)
	if value {
		signal[s][lane/64] |= 1 << (lane % 64)
	}
}

func loadStates(signal []lanes.Vec, at []uint32, states [][]bool) {
	for lane, state := range states {
		for i, b := range state {
			if at[i] > lanes.True {
				set(signal, at[i], lane, b)
			}
		}
	}
}

// enter makes the moves enter; lanes without a joint move are left as they are.
func enter(signal []lanes.Vec, ph *lanes.Phase, joints [][]int) {
	for r := range ph.Roles {
		role := &ph.Roles[r]
		for s := role.Inputs[0]; s < role.Inputs[1]; s++ {
			signal[s] = lanes.Vec{}
		}
		for lane, joint := range joints {
			if joint == nil {
				continue
			}
			at := slices.Index(role.Moves, int32(joint[r]))
			for b, s := range role.Planes {
				set(signal, s, lane, at>>b&1 == 1)
			}
			if role.Planes == nil {
				for _, s := range role.Classes[at] {
					set(signal, s, lane, true)
				}
			}
		}
	}
}

// run evaluates code.
func run(signal []lanes.Vec, code []lanes.Segment) {
	for _, s := range code {
		if s.Loop != nil {
			runLoop(signal, s.Loop)
			continue
		}
		n := s.Op.Inputs()
		for i := 0; i < len(s.Args); i += n + 1 {
			g := lanes.Gate{Op: s.Op, Out: s.Args[i+n]}
			copy(g.In[:], s.Args[i:i+n])
			runGate(signal, &g)
		}
	}
}

func runGate(signal []lanes.Vec, g *lanes.Gate) {
	negated := [...]int{lanes.And2: 0, lanes.And2N1: 1, lanes.And2N2: 2, lanes.And3: 0, lanes.And3N1: 1, lanes.And3N2: 2, lanes.And3N3: 3}
	n := g.Op.Inputs()
	var out lanes.Vec
	for w := range out {
		out[w] = ^uint64(0)
		for i := range n {
			x := signal[g.In[i]][w]
			if i >= n-negated[g.Op] {
				x = ^x
			}
			out[w] &= x
		}
	}
	signal[g.Out] = out
}

func runLoop(signal []lanes.Vec, l *lanes.Loop) {
	for _, f := range l.Feedback {
		signal[f.Signal] = lanes.Vec{}
	}
	for changed := true; changed; {
		changed = false
		for i := range l.Gates {
			runGate(signal, &l.Gates[i])
		}
		for _, f := range l.Feedback {
			x := signal[f.Source]
			for w := range x {
				if f.Invert {
					x[w] = ^x[w]
				}
			}
			if x != signal[f.Signal] {
				signal[f.Signal] = x
				changed = true
			}
		}
	}
}
