package solve

import "ludex/game"

const (
	// drawn is what both of two rivals get if a play never ends.
	drawn = maxGoal / 2
	// unranked is the rank of a state that neither can turn to advantage.
	unranked = ^uint32(0)
)

// retrograde solves a game of two rivals by going backwards from the ends of all
// plays. Where neither can reach more than a draw, the state is worth a draw,
// whether or not the play ends.
func (s *session) retrograde() error {
	s.result.Method = Retrograde
	r := s.survey.rivals
	if r == nil || s.survey.unlike {
		return errNotRivals
	}
	g, err := s.graph()
	if err != nil || s.stopped() {
		return err
	}
	b := newBackwards(g, r)
	if err := b.check(); err != nil {
		return err
	}
	b.run()
	return b.report()
}

// backwards is a retrograde analysis.
type backwards struct {
	*graph
	rivals *rivals
	value  []uint8  // by state: what the first gets
	rank   []uint32 // by state: when this was found out, or unranked for draws
	ranked uint32

	from  []uint32 // the states that edges come from, by where they lead
	first []uint64 // by state: where these begin
	left  []uint32 // by state: edges of which the value is not known
	queue []uint32
}

func newBackwards(g *graph, r *rivals) *backwards {
	n := len(g.states)
	b := &backwards{graph: g, rivals: r, value: make([]uint8, n), rank: make([]uint32, n), left: make([]uint32, n)}
	for i := range b.value {
		b.value[i], b.rank[i] = drawn, unranked
	}
	b.turnRound()
	return b
}

// turnRound finds the edges that lead to each state.
func (b *backwards) turnRound() {
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

// check makes sure that all states are turns, and all ends those of rivals.
func (b *backwards) check() error {
	for n := range b.states {
		switch k := b.states[n].kind; {
		case k == together || k == chance:
			return misfit(k)
		case k == over:
			if goals := b.goalsOf(uint32(n)); !b.rivals.meet(int(goals[0]), int(goals[1])) {
				return errNotRivals
			}
		}
	}
	return nil
}

// run values all states: those that the first can turn to advantage, from the
// best ends down to the draw, and then those of the second.
func (b *backwards) run() {
	b.reset()
	for goal := maxGoal; goal > drawn; goal-- {
		b.spread(uint8(goal), byFirst)
	}
	b.reset()
	for goal := 0; goal < drawn; goal++ {
		b.spread(uint8(goal), bySecond)
	}
}

// reset counts the edges of all states.
func (b *backwards) reset() {
	for n := range b.states {
		b.left[n] = uint32(len(b.out(uint32(n))))
	}
}

// spread finds the states from where a side can reach ends with a goal, or with
// one that is better for it, whose states are known.
func (b *backwards) spread(goal uint8, by side) {
	b.queue = b.queue[:0]
	if b.rivals.other[goal] == unseen {
		return
	}
	for n := range b.states {
		if b.states[n].kind == over && b.goalsOf(uint32(n))[0] == goal {
			b.settle(uint32(n), goal)
		}
	}
	for i := 0; i < len(b.queue); i++ {
		to := b.queue[i]
		for _, n := range b.from[b.first[to]:b.first[to+1]] {
			b.left[n]--
			if b.rank[n] == unranked && (b.left[n] == 0 || b.decides(n, by)) {
				b.settle(n, goal)
			}
		}
	}
}

// decides reports whether a side decides in a state.
func (b *backwards) decides(n uint32, by side) bool {
	return b.rivals.side(game.Role(b.states[n].mover)) == by
}

// settle values a state.
func (b *backwards) settle(n uint32, goal uint8) {
	b.value[n], b.rank[n] = goal, b.ranked
	b.ranked++
	b.queue = append(b.queue, n)
}

// report notes the value of the root and a line of best play.
func (b *backwards) report() error {
	if b.rank[0] == unranked && !b.rivals.meet(drawn, drawn) {
		b.result.Reason = Endless
		return nil
	}
	b.result.Outcome = Solved
	if err := b.undecided(exactly(int(b.value[0]))); err != nil {
		return err
	}
	return b.play()
}

// play writes a line of best play into the result. Who wins takes the shortest
// way, and who loses the longest; a drawn line ends where it comes back to a
// state.
func (b *backwards) play() error {
	var p position
	seen := map[uint32]bool{}
	for n := uint32(0); ; {
		p.state = b.store.At(n)
		if err := b.look(&p); err != nil {
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
		choice := b.best(n)
		n = b.out(n)[choice]
		b.step(p.choose(choice), b.store.At(n))
	}
}

// best returns the choice to make in a state.
func (b *backwards) best(n uint32) int {
	wins := b.decides(n, byFirst) == (b.value[n] > drawn)
	out := b.out(n)
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
