package bitslice

import (
	"math/bits"
	"slices"
)

// badGoals adds the code that finds lanes in which a role does not have exactly
// one of its goals.
func badGoals(b *builder, p *Program, goalsOf []uint32) value {
	var wrong []value
	for role := range p.Roles {
		if role < len(p.Chance) && p.Chance[role] {
			continue
		}
		var goals []value
		for i, g := range p.Goals {
			if g.Role == role {
				goals = append(goals, value(goalsOf[i]))
			}
		}
		planes := countBits(b, goals)
		if len(planes) == 0 {
			planes = []value{False}
		}
		one := b.nor(append([]value{b.not(planes[0])}, planes[1:]...))
		wrong = append(wrong, b.not(one))
	}
	return b.not(b.nor(wrong))
}

// A goalNet is the goal net of a program, compiled.
type goalNet struct {
	// direct says that goals are better computed immediately, phase by phase.
	direct  bool
	code    block
	signals int
	bad     uint32
	moves   []move // from the state to the net
	parts   phaseParts
}

func (c *compiler) goalNet() goalNet {
	src := &c.program.GoalNet
	var n goalNet
	for i, s := range src.State {
		if s != False {
			n.moves = append(n.moves, move{c.program.State[i], s})
		}
	}
	most := 0
	for i := range c.program.Phases {
		most = max(most, codeOf(c.program.Phases[i].Goals).gates())
	}
	// Setting a state aside costs as much as a gate for each of its bits.
	n.direct = src.GoalsOf == nil || most <= len(n.moves)
	c.direct = n.direct
	if n.direct {
		return n
	}
	n.bad = uint32(src.Signals)
	b := newBuilder(n.bad + 1)
	b.fix(badGoals(b, c.program, src.GoalsOf), n.bad)
	n.parts = phaseParts{b: b, bad: slices.Clone(b.insts)}
	n.code.script = scriptOf(codeOf(src.Code).with(b.place()...))
	n.signals = int(b.slots.next)
	return n
}

// A tally sums up the goals of ended playouts.
type tally struct {
	goals []Goal
	paid  []int // the goals with a positive value
	sums  []Vec // for each of them, how often it was reached
	bad   Vec   // how often a role did not have exactly one goal; like the sums, by word of lanes
}

func newTally(p *Program) *tally {
	t := &tally{goals: p.Goals}
	for i, g := range p.Goals {
		if g.Value > 0 {
			t.paid = append(t.paid, i)
		}
	}
	t.sums = alignedVecs(len(t.paid))
	return t
}

// paidOf returns the signals of the goals with a positive value.
func (t *tally) paidOf(goalsOf []uint32) []uint32 {
	var signals []uint32
	for _, g := range t.paid {
		signals = append(signals, goalsOf[g])
	}
	return signals
}

// add counts the goals in the lanes of a mask.
func (t *tally) add(k kernel, signals []Vec, goalsOf, paidOf []uint32, bad uint32, mask *Vec) {
	if !k.tally(t.sums, signals, paidOf, bad, mask) {
		return
	}
	wrong := and(&signals[bad], mask)
	for w := range wrong {
		t.bad[w] += uint64(bits.OnesCount64(wrong[w]))
	}
	t.correct(signals, goalsOf, &wrong)
}

// correct subtracts what roles with several goals got.
func (t *tally) correct(signals []Vec, goalsOf []uint32, mask *Vec) {
	for i, g := range t.paid {
		several := t.several(signals, goalsOf, g, mask)
		for w := range several {
			t.sums[i][w] -= uint64(bits.OnesCount64(several[w]))
		}
	}
}

// several returns the lanes of a mask in which a goal and another one of its role are
// reached.
func (t *tally) several(signals []Vec, goalsOf []uint32, goal int, mask *Vec) (v Vec) {
	for k, other := range t.goals {
		if k != goal && other.Role == t.goals[goal].Role {
			v = or(&v, &signals[goalsOf[k]])
		}
	}
	v = and(&v, &signals[goalsOf[goal]])
	return and(&v, mask)
}

// total returns the sums of the goal values by role.
func (t *tally) total(roles int) []uint64 {
	sums := make([]uint64, roles)
	t.addTo(sums, 0, len(Vec{}))
	return sums
}

// addTo adds to sums by role the goal values of some words of lanes.
func (t *tally) addTo(sums []uint64, from, to int) {
	for i, g := range t.paid {
		n := uint64(0)
		for _, s := range t.sums[i][from:to] {
			n += s
		}
		sums[t.goals[g].Role] += n * uint64(t.goals[g].Value)
	}
}

// badGoals returns in how many playouts of some words of lanes a role did not have
// exactly one goal.
func (t *tally) badGoals(from, to int) (n uint64) {
	for _, bad := range t.bad[from:to] {
		n += bad
	}
	return n
}

// clear resets the tally.
func (t *tally) clear() {
	clear(t.sums)
	t.bad = Vec{}
}
