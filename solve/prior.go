package solve

import "ludex/game"

const (
	// priorSize is the number of slots for moves of a role, a power of two; more
	// moves share slots.
	priorSize = 1 << 12
	// inheritedWeight is the weight of the plays from a state for its successors.
	inheritedWeight = 0.8
)

// A prior estimates moves by the mean goal of random plays in which they were made
// at any time (AMAF).
type prior struct {
	first  game.Role
	sum    [2][priorSize]float32
	count  [2][priorSize]float32
	plays  float32
	length float32 // of all plays together
}

// slot returns the slot of a move of a player.
func (p *prior) slot(r game.Role, m game.Move) (who int, at uint32) {
	if r != p.first {
		who = 1
	}
	return who, uint32(m) % priorSize
}

// add counts a move in a play that ended with a goal.
func (p *prior) add(r game.Role, m game.Move, goal int) {
	who, at := p.slot(r, m)
	p.sum[who][at] += float32(goal)
	p.count[who][at]++
}

// end counts a play.
func (p *prior) end(steps int) {
	p.plays++
	p.length += float32(steps)
}

// of returns the mean goal of a move. A move that was never made counts as average.
func (p *prior) of(r game.Role, m game.Move) float32 {
	who, at := p.slot(r, m)
	return (p.sum[who][at] + maxGoal/2) / (p.count[who][at] + 1)
}

// mean returns the mean length of plays.
func (p *prior) mean() float32 { return p.length / max(p.plays, 1) }

// inherit starts from the prior of an earlier state with a reduced weight. The
// lengths of plays are not inherited.
func (p *prior) inherit(from *prior) {
	p.first = from.first
	for who := range p.sum {
		for at, n := range from.count[who] {
			p.sum[who][at], p.count[who][at] = from.sum[who][at]*inheritedWeight, n*inheritedWeight
		}
	}
	p.plays, p.length = 0, 0
}
