package lanes

import (
	"context"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// symbolic is the base of symbolic execution: the formulas, values and environments
// that stand for unknown positions, and the limits on how many there may be.
type symbolic struct {
	ctx   context.Context
	rules *rbg.Game
	*graph
	*values
	envs
	cells    int
	domains  *domains
	base     *env  // the position in which a move is made
	at       []lit // by cell: the move begins there
	steps    int
	maxTerms int
	memory   budget.Memory
	// otherBytes estimates the memory of memo tables and moves.
	otherBytes int64
	fault      error
}

func (u *symbolic) fail(format string, args ...any) {
	if u.fault == nil {
		u.fault = refuse(format, args...)
	}
}

// exhausted counts a step and reports whether a limit is exceeded or the context done.
func (u *symbolic) exhausted() bool {
	if u.steps++; u.steps&1023 == 0 && u.fault == nil {
		u.fault = u.ctx.Err()
	}
	if len(u.terms) > u.maxTerms {
		u.fail("the formulas have more than %d parts", u.maxTerms)
	}
	if u.steps&1023 == 0 && u.bytes() > budget.Alive(u.memory.Setup()) && u.fault == nil {
		u.fault = &budget.MemoryError{Doing: "setting up lanes", Limit: u.memory.Setup()}
	}
	return u.fault != nil
}

// bytes estimates how much memory the tables take.
func (u *symbolic) bytes() int64 {
	return u.logic.bytes + u.values.bytes + u.envs.bytes + u.otherBytes
}

func (u *symbolic) slotOf(variable int) int32 { return int32(u.cells + variable) }

// addInputs makes the base version: an input for each value in the domains.
func (u *symbolic) addInputs(first *rbgplay.Position) {
	common := u.commonPiece(first)
	slots := make([]int32, u.cells+len(u.rules.Variables))
	for c, can := range u.domains.pieces {
		slots[c] = u.slot(can, common)
	}
	for v, can := range u.domains.values {
		slots[u.slotOf(v)] = u.variable(can)
	}
	u.base = u.of(u.newVersion(slots), nil)
}

// commonPiece returns the piece that most cells of a position hold.
func (u *symbolic) commonPiece(p *rbgplay.Position) int {
	count := make([]int, len(u.rules.Pieces))
	best := 0
	for _, p := range p.Pieces {
		if count[p]++; count[p] > count[best] {
			best = int(p)
		}
	}
	return best
}

// slot returns the value of a cell that can hold any piece of a mask.
func (u *symbolic) slot(can uint64, common int) int32 {
	if can&(can-1) == 0 {
		n := int32(0)
		for can>>n > 1 {
			n++
		}
		return u.number(n)
	}
	if can>>common&1 == 0 {
		for common = 0; can>>common&1 == 0; {
			common++
		}
	}
	return u.ofGroup(u.newGroup(can, common))
}

// fewValues is how many values a variable may have to be treated like a cell.
const fewValues = 8

// variable returns the value of a variable with the given domain.
func (u *symbolic) variable(can []bool) int32 {
	var mask uint64
	count := 0
	for n, ok := range can {
		if ok {
			count++
			mask |= 1 << min(n, 63)
		}
	}
	if count <= fewValues && len(can) <= 64 {
		return u.slot(mask, 0)
	}
	lits := make([]lit, len(can))
	for n, ok := range can {
		lits[n] = no
		switch {
		case ok && count == 1:
			return u.number(int32(n))
		case ok:
			lits[n] = u.input()
		}
	}
	return u.hold(value{kind: valueLits, lits: lits})
}
