package circuit

import (
	"math/rand/v2"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// A plain reading of gate programs, for comparison.

// junk fills signals with something that must not matter.
func junk(signal []bitslice.Vec) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range signal {
		for w := range signal[i] {
			signal[i][w] = r.Uint64()
		}
	}
	signal[bitslice.False] = bitslice.Vec{}
	for w := range signal[bitslice.True] {
		signal[bitslice.True][w] = ^uint64(0)
	}
}

func bit(signal []bitslice.Vec, s uint32, lane int) bool {
	return signal[s][lane/64]>>(lane%64)&1 == 1
}

func set(signal []bitslice.Vec, s uint32, lane int, value bool) {
	signal[s][lane/64] &^= 1 << (lane % 64)
	if value {
		signal[s][lane/64] |= 1 << (lane % 64)
	}
}

func loadStates(signal []bitslice.Vec, at []uint32, states [][]bool) {
	for lane, state := range states {
		for i, b := range state {
			if at[i] > bitslice.True {
				set(signal, at[i], lane, b)
			}
		}
	}
}

// enter makes the moves enter; lanes without a joint move are left as they are.
func enter(signal []bitslice.Vec, ph *bitslice.Phase, joints [][]int) {
	for r := range ph.Roles {
		role := &ph.Roles[r]
		for s := role.Inputs[0]; s < role.Inputs[1]; s++ {
			signal[s] = bitslice.Vec{}
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
func run(signal []bitslice.Vec, code []bitslice.Segment) {
	for _, s := range code {
		if s.Loop != nil {
			runLoop(signal, s.Loop)
			continue
		}
		n := s.Op.Inputs()
		for i := 0; i < len(s.Args); i += n + 1 {
			g := bitslice.Gate{Op: s.Op, Out: s.Args[i+n]}
			copy(g.In[:], s.Args[i:i+n])
			runGate(signal, &g)
		}
	}
}

func runGate(signal []bitslice.Vec, g *bitslice.Gate) {
	negated := [...]int{bitslice.And2: 0, bitslice.And2N1: 1, bitslice.And2N2: 2, bitslice.And3: 0, bitslice.And3N1: 1, bitslice.And3N2: 2, bitslice.And3N3: 3}
	n := g.Op.Inputs()
	var out bitslice.Vec
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

func runLoop(signal []bitslice.Vec, l *bitslice.Loop) {
	for _, f := range l.Feedback {
		signal[f.Signal] = bitslice.Vec{}
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
