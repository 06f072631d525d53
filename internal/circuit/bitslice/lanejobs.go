package bitslice

import (
	"math/bits"
	"slices"
)

// A jobQueue holds the playouts that start in one phase.
type jobQueue struct {
	states []queuedState
	first  int // the state whose playouts are next
}

// A queuedState is a state with the number of its playouts that have not begun.
type queuedState struct{ state, left int32 }

func (q *jobQueue) clear() { q.states, q.first = q.states[:0], 0 }

// add queues a number of playouts from a state.
func (q *jobQueue) add(state int32, count int) {
	if q.empty() {
		q.clear()
	}
	q.states = append(q.states, queuedState{state, int32(count)})
}

func (q *jobQueue) empty() bool { return q.first == len(q.states) }

// next removes a playout from the queue and returns its state.
func (q *jobQueue) next() int32 {
	s := &q.states[q.first]
	if s.left--; s.left == 0 {
		q.first++
	}
	return s.state
}

// laneJobs says from which state the playout in each lane started, and counts what is
// played from each state.
type laneJobs struct {
	roles   int
	tallies []Tally  // by state
	goals   []uint64 // their memory
	left    []int32  // by state: playouts that have not ended
	done    []int32  // states of which none is left
	used    Vec      // lanes that have had a job
	owner   [Count]int32
	began   [Count]uint64
	settled [Count]int32 // the owner of the last playout that ended with goals
	// shared says of a word of lanes that all of its playouts began together in the state
	// of the first lane. They are counted together.
	shared [Words]bool
}

// clear resets the counts of a number of states.
func (j *laneJobs) clear(states int) {
	j.used, j.shared = Vec{}, [Words]bool{}
	j.left, j.done = slices.Grow(j.left[:0], states)[:states], j.done[:0]
	j.goals = slices.Grow(j.goals[:0], states*j.roles)[:states*j.roles]
	j.tallies = slices.Grow(j.tallies[:0], states)[:states]
}

// begin resets the counts of a state for a number of playouts.
func (j *laneJobs) begin(state int32, count int) {
	goals := j.goals[int(state)*j.roles : (int(state)+1)*j.roles]
	clear(goals)
	j.tallies[state], j.left[state] = Tally{Playouts: uint64(count), Goals: goals}, int32(count)
}

// assign gives free lanes to playouts, the lowest first, and returns them.
func (j *laneJobs) assign(q *jobQueue, free *Vec, now uint64) (lanes Vec) {
	for w, rest := range free {
		if rest == 0 || q.empty() {
			continue
		}
		j.separate(w)
		first, same := q.states[q.first].state, true
		for ; rest != 0 && !q.empty(); rest &= rest - 1 {
			lane := 64*w + bits.TrailingZeros64(rest)
			j.owner[lane], j.began[lane] = q.next(), now
			same = same && j.owner[lane] == first
		}
		lanes[w] = free[w] &^ rest
		j.shared[w] = same && j.used[w] == 0
	}
	j.used = or(&j.used, &lanes)
	return lanes
}

// separate prepares a word of lanes for playouts that do not share its state.
func (j *laneJobs) separate(w int) {
	if j.shared[w] {
		for i := range 64 {
			j.settled[64*w+i] = j.owner[64*w]
		}
	}
}

// end counts the playouts that have just ended in some lanes.
func (j *laneJobs) end(p *player, lanes *Vec) {
	last := p.steps - 1 // the number of the step in which they ended
	for w, set := range lanes {
		if set == 0 {
			continue
		}
		if j.shared[w] {
			t := &j.tallies[j.owner[64*w]]
			j.ends(j.owner[64*w], bits.OnesCount64(set))
			t.Finished += uint64(bits.OnesCount64(p.ended[w]))
			t.Stuck += uint64(bits.OnesCount64(p.stuck[w]))
			t.Steps += uint64(bits.OnesCount64(set)) * (last - j.began[64*w])
			continue
		}
		for ; set != 0; set &= set - 1 {
			i := bits.TrailingZeros64(set)
			t := &j.tallies[j.owner[64*w+i]]
			j.ends(j.owner[64*w+i], 1)
			t.Finished += p.ended[w] >> i & 1
			t.Stuck += p.stuck[w] >> i & 1
			t.Steps += last - j.began[64*w+i]
		}
	}
	if p.uncounted != nil {
		j.takeBack(p.uncounted, lanes)
	}
}

// ends counts down the playouts that are left of a state.
func (j *laneJobs) ends(state int32, playouts int) {
	if j.left[state] -= int32(playouts); j.left[state] == 0 {
		j.done = append(j.done, state)
	}
}

// takeBack subtracts steps that do not count.
func (j *laneJobs) takeBack(u *uncounted, lanes *Vec) {
	for w, set := range lanes {
		for ; set != 0; set &= set - 1 {
			i := bits.TrailingZeros64(set)
			j.tallies[j.owner[64*w+i]].Steps -= u.all[64*w+i] + u.cut[w]>>i&1
		}
	}
}

// settle remembers whose playouts have ended in some lanes. Their goals may be counted
// when the lanes have other jobs.
func (j *laneJobs) settle(lanes *Vec) {
	for w, set := range lanes {
		if j.shared[w] {
			continue // until the word is no longer shared
		}
		for ; set != 0; set &= set - 1 {
			lane := 64*w + bits.TrailingZeros64(set)
			j.settled[lane] = j.owner[lane]
		}
	}
}

// addGoals counts the goals of playouts that have ended in some lanes.
func (j *laneJobs) addGoals(t *tally, signals []Vec, goalsOf []uint32, bad uint32, lanes *Vec) {
	wrong := and(&signals[bad], lanes)
	for _, g := range t.paid {
		reached := and(&signals[goalsOf[g]], lanes)
		if wrong != (Vec{}) {
			several := t.several(signals, goalsOf, g, &wrong)
			reached = without(&reached, &several)
		}
		j.pay(&reached, &t.goals[g])
	}
	for w, set := range wrong {
		if j.shared[w] {
			j.tallies[j.owner[64*w]].BadGoals += uint64(bits.OnesCount64(set))
			continue
		}
		for ; set != 0; set &= set - 1 {
			j.tallies[j.settled[64*w+bits.TrailingZeros64(set)]].BadGoals++
		}
	}
}

// pay counts a goal that was reached in some lanes.
func (j *laneJobs) pay(lanes *Vec, g *Goal) {
	value := uint64(g.Value)
	for w, set := range lanes {
		if j.shared[w] {
			j.goals[int(j.owner[64*w])*j.roles+g.Role] += value * uint64(bits.OnesCount64(set))
			continue
		}
		for ; set != 0; set &= set - 1 {
			j.goals[int(j.settled[64*w+bits.TrailingZeros64(set)])*j.roles+g.Role] += value
		}
	}
}
