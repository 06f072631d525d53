package circuit

import (
	"slices"

	"ludex/game"
)

// A phaseCheck is a word of a state in which phases differ, or that has bits
// that never change.
type phaseCheck struct {
	word   int
	mask   uint64
	values []uint64 // by phase
}

// expect records the bits that all states of a phase have.
func (g *Game) expect(c *canon, phase, phases int, bits []lit) {
	for i, b := range bits {
		if b == unknown {
			continue
		}
		bit := c.state[i].bit
		at := slices.IndexFunc(g.checks, func(p phaseCheck) bool { return p.word == int(bit>>6) })
		if at < 0 {
			at = len(g.checks)
			g.checks = append(g.checks, phaseCheck{word: int(bit >> 6), values: make([]uint64, phases)})
		}
		g.checks[at].mask |= 1 << (bit & 63)
		if b == litTrue {
			g.checks[at].values[phase] |= 1 << (bit & 63)
		}
	}
}

// PhaseOf returns the phase of a state, or -1 if the state is unreachable.
func (g *Game) PhaseOf(s game.State) int {
phases:
	for p := range g.phases {
		for i := range g.checks {
			if c := &g.checks[i]; s[c.word]&c.mask != c.values[p] {
				continue phases
			}
		}
		return p
	}
	return -1
}
