package solve

import (
	"slices"

	"ludex/game"
)

const (
	// drawn is the value of a play that never ends, for both players.
	drawn = maxGoal / 2
	// unranked is the rank of a drawn state.
	unranked = ^uint32(0)
)

// retrograde solves a strictly competitive game backwards from the terminal states.
// Where neither player can force more than a draw, the state is drawn, whether or
// not the play ends.
func (s *session) retrograde() error {
	s.result.Method = Retrograde
	r := s.survey.order
	if r == nil || s.survey.notCompetitive {
		return errNotCompetitive
	}
	g, err := s.graph()
	if err != nil || s.stopped() {
		return err
	}
	b := newRetrogradeAnalysis(g, r)
	if err := b.check(); err != nil {
		return err
	}
	b.run()
	return b.report()
}

// A retrogradeAnalysis values all states of a graph with cycles.
type retrogradeAnalysis struct {
	*graph
	order  *goalOrder
	value  []uint8  // by state: what the first gets
	rank   []uint32 // by state: the order in which it was valued, or unranked for draws
	ranked uint32

	from  []uint32 // the sources of edges, by target
	first []uint64 // by state: its first entry in from
	left  []uint32 // by state: edges of which the value is not known
	queue []uint32
}

func newRetrogradeAnalysis(g *graph, r *goalOrder) *retrogradeAnalysis {
	n := len(g.states)
	b := &retrogradeAnalysis{graph: g, order: r, value: make([]uint8, n), rank: make([]uint32, n), left: make([]uint32, n)}
	for i := range b.value {
		b.value[i], b.rank[i] = drawn, unranked
	}
	b.reverseEdges()
	return b
}

// reverseEdges computes the predecessors of each state.
func (b *retrogradeAnalysis) reverseEdges() {
	b.first = make([]uint64, len(b.states)+1)
	for _, to := range b.to {
		b.first[to+1]++
	}
	for i := range b.states {
		b.first[i+1] += b.first[i]
	}
	at := make([]uint64, len(b.states))
	copy(at, b.first)
	b.from = make([]uint32, len(b.to))
	for n := range b.states {
		for _, to := range b.out(uint32(n)) {
			b.from[at[to]] = uint32(n)
			at[to]++
		}
	}
}

// check checks that all states are turns, and that the game is strictly competitive.
func (b *retrogradeAnalysis) check() error {
	for n := range b.states {
		switch k := b.states[n].kind; {
		case k == simultaneous || k == chance:
			return unsuited(k)
		case k == over:
			if goals := b.goalsOf(uint32(n)); !b.order.add(int(goals[0]), int(goals[1])) {
				return errNotCompetitive
			}
		}
	}
	return nil
}

// run values the states that the first player can win, from the best goal down to
// the draw, and then those of the second.
func (b *retrogradeAnalysis) run() {
	b.reset()
	for goal := maxGoal; goal > drawn; goal-- {
		b.propagate(uint8(goal), byFirst)
	}
	b.reset()
	for goal := 0; goal < drawn; goal++ {
		b.propagate(uint8(goal), bySecond)
	}
}

// reset counts the open edges of all states.
func (b *retrogradeAnalysis) reset() {
	for n := range b.states {
		b.left[n] = uint32(len(b.out(uint32(n))))
	}
}

// propagate finds the states from which a side can force a goal or a better one.
func (b *retrogradeAnalysis) propagate(goal uint8, by side) {
	b.queue = b.queue[:0]
	if b.order.other[goal] == unseen {
		return
	}
	for n := range b.states {
		if b.states[n].kind == over && b.goalsOf(uint32(n))[0] == goal {
			b.setValue(uint32(n), goal)
		}
	}
	for i := 0; i < len(b.queue); i++ {
		to := b.queue[i]
		for _, n := range b.from[b.first[to]:b.first[to+1]] {
			b.left[n]--
			if b.rank[n] == unranked && (b.left[n] == 0 || b.decides(n, by)) {
				b.setValue(n, goal)
			}
		}
	}
}

// decides reports whether a side decides in a state.
func (b *retrogradeAnalysis) decides(n uint32, by side) bool {
	return b.order.side(game.Role(b.states[n].mover)) == by
}

// setValue values a state.
func (b *retrogradeAnalysis) setValue(n uint32, goal uint8) {
	b.value[n], b.rank[n] = goal, b.ranked
	b.ranked++
	b.queue = append(b.queue, n)
}

// report records the value of the root and a line of best play.
func (b *retrogradeAnalysis) report() error {
	if b.rank[0] == unranked && !b.order.add(drawn, drawn) {
		b.result.Reason = Endless
		return nil
	}
	b.result.Outcome = Solved
	if err := b.reportBounds(exactly(int(b.value[0]))); err != nil {
		return err
	}
	return b.play()
}

// play writes a line of best play into the result. The winner takes the shortest way
// and the loser the longest; a drawn line ends at its first repetition.
func (b *retrogradeAnalysis) play() error {
	var p position
	p.state = slices.Clone(b.root)
	seen := map[uint32]bool{}
	for n := uint32(0); ; {
		if err := b.classify(&p); err != nil {
			return err
		}
		if p.kind == over {
			b.result.Complete = true
			return nil
		}
		if seen[n] {
			b.note("the line goes on for ever, which counts as a draw")
			return nil
		}
		seen[n] = true
		states, out, err := b.children(&p)
		if err != nil {
			return err
		}
		choice := b.best(n, out)
		b.appendStep(p.choose(choice), states[choice])
		n, p.state = out[choice], states[choice]
	}
}

// best returns the best choice in a state, given its successors.
func (b *retrogradeAnalysis) best(n uint32, out []uint32) int {
	wins := b.decides(n, byFirst) == (b.value[n] > drawn)
	best := -1
	for i, to := range out {
		switch {
		case b.value[to] != b.value[n]:
		case best < 0, wins && b.rank[to] < b.rank[out[best]], !wins && b.rank[to] > b.rank[out[best]]:
			best = i
		}
	}
	return max(best, 0)
}
