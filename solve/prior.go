package solve

import "ludex/game"

const (
	// priorSize is how many moves of a role are told apart; others share a place.
	// It is a power of two.
	priorSize = 1 << 12
	// fading is what the plays from a state count for the states after it.
	fading = 0.8
)

// A prior says how good a move is likely to be: the mean goal of its role in the
// random plays in which it was made, at whatever time.
type prior struct {
	first  game.Role
	sum    [2][priorSize]float32
	count  [2][priorSize]float32
	plays  float32
	length float32 // of all plays together
}

// slot returns where a move of a player has its place.
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

// of returns the mean goal of a move. One that was never made counts as average.
func (p *prior) of(r game.Role, m game.Move) float32 {
	who, at := p.slot(r, m)
	return (p.sum[who][at] + maxGoal/2) / (p.count[who][at] + 1)
}

// mean returns how long plays are.
func (p *prior) mean() float32 { return p.length / max(p.plays, 1) }

// inherit begins with what is known of an earlier state, which counts for less
// here. Nothing is remembered of how long plays are.
func (p *prior) inherit(from *prior) {
	p.first = from.first
	for who := range p.sum {
		for at, n := range from.count[who] {
			p.sum[who][at], p.count[who][at] = from.sum[who][at]*fading, n*fading
		}
	}
	p.plays, p.length = 0, 0
}
