package bitslice

// A Step records what all lanes did in one step of playouts, for comparisons with another
// engine. States are words as for an [Evaluator], lane by lane.
type Step struct {
	Phase  int      // in which the step was made
	Before []uint64 // the states before it
	After  []uint64 // the states after it, or where the next playouts start
	Events [Count]LaneEvent
	Began  Vec // lanes whose playouts begin with this step

	// Numbers are the choices by role and lane: the number of the chosen move among
	// the legal ones, in the order of the phase's Moves. They are empty for roles
	// that have at most one move.
	Numbers [][]uint32
	// Goals are by word of lanes and role the sums of the goal values of playouts
	// that reached a terminal state.
	Goals    [Words][]uint64
	BadGoals uint64 // how many of these have roles with no goal value or several
}

// A LaneEvent is what happened to the playout of a lane in a step.
type LaneEvent uint8

// The events.
const (
	Idle  LaneEvent = iota // there was none
	Moved                  // a joint move was made
	Ended                  // it was in a terminal state
	Cut                    // it had reached the greatest length
	Stuck                  // a role had no legal move
)

// An observer reports the steps of a player. A player without one only pays for the nil
// check.
type observer struct {
	show func(*Step)
	step Step
	idle Vec // lanes without a playout before the step
	next Vec // lanes whose playouts begin with the next step
	sums [Words][]uint64
	bad  uint64
}

// observe shows all steps from now on.
func (p *player) observe(show func(*Step)) {
	if show == nil {
		return
	}
	o := &observer{show: show}
	words := p.e.words() * Count
	o.step.Before, o.step.After = make([]uint64, words), make([]uint64, words)
	for w := range Words {
		o.step.Goals[w], o.sums[w] = make([]uint64, p.e.program.Roles), make([]uint64, p.e.program.Roles)
	}
	for range p.e.program.Roles {
		o.step.Numbers = append(o.step.Numbers, make([]uint32, Count))
	}
	p.observer = o
}

// begins records that playouts begin with the next step.
func (o *observer) begins(lanes *Vec) { o.next = or(&o.next, lanes) }

// restart resets the counts.
func (o *observer) restart() {
	o.next = Vec{}
	for w := range o.sums {
		clear(o.sums[w])
	}
	o.bad = 0
}

// before records the lanes before a step.
func (o *observer) before(p *player) {
	s := &o.step
	s.Phase, s.Began, o.next = p.phase, o.next, Vec{}
	o.idle = p.wait
	storeWords(p.signals, p.e.program.State, p.e.words(), s.Before)
}

// after shows a finished step.
func (o *observer) after(p *player) {
	s := &o.step
	storeWords(p.signals, p.e.program.State, p.e.words(), s.After)
	for lane := range s.Events {
		s.Events[lane] = o.event(p, lane)
	}
	o.numbers(p)
	o.goals(p)
	o.show(s)
}

// event returns what happened to a lane. A playout was cut off if its lane waits or has
// restarted without another reason.
func (o *observer) event(p *player, lane int) LaneEvent {
	w, bit := lane/64, uint64(1)<<(lane%64)
	switch {
	case o.idle[w]&bit != 0:
		return Idle
	case p.ended[w]&bit != 0:
		return Ended
	case p.stuck[w]&bit != 0:
		return Stuck
	case (p.wait[w]|o.next[w])&bit != 0:
		return Cut
	}
	return Moved
}

// numbers records the numbers drawn.
func (o *observer) numbers(p *player) {
	ph := &p.e.phases[o.step.Phase]
	draws := ph.draws
	for r := range ph.source.Roles {
		numbers := o.step.Numbers[r][:0]
		if len(ph.source.Roles[r].Moves) > 1 {
			numbers = numbers[:Count]
			gather32(p.signals[draws[0].numbers:][:draws[0].planes], (*[Count]uint32)(numbers))
			draws = draws[1:]
		}
		o.step.Numbers[r] = numbers
	}
}

// goals records the goals of playouts that have just ended.
func (o *observer) goals(p *player) {
	p.flush()
	for w := range Words {
		now := o.step.Goals[w]
		clear(now)
		p.tally.addTo(now, w, w+1)
		for r := range now {
			now[r], o.sums[w][r] = now[r]-o.sums[w][r], now[r]
		}
	}
	bad := p.tally.badGoals(0, Words)
	o.step.BadGoals, o.bad = bad-o.bad, bad
}
