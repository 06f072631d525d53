//go:build !js

package timedengine

import (
	"math/bits"

	"ludex/game"
	"ludex/gdl"
)

// Lanes play at random as a [Player] does, many plays at once: ground rules are evaluated for
// all of them by the same instructions, one bit for each. That pays where plays mostly come to
// nodes that were not met before, as on large boards; elsewhere the tables of a Player are
// faster.
type Lanes struct {
	prog   *Program
	limits PlayLimits
	mean   uint64

	states laneProgram // terminal, legal moves and goals
	steps  laneProgram // what facts get
	values []lanes     // by atom

	holds, lasts []lanes // by fact
	nextHolds    []lanes
	nextLasts    []lanes
	gone         []lanes // by fact: it has expired at the instant of the state
	until        []gdl.Lifetime
	first        []gdl.Lifetime // by lane: when the first fact expires
	legal        [][]uint16     // by role and lane: legal moves
	counts       []int32        // by role and lane
	plays        []lanePlay     // by lane
	active       lanes
	moving       lanes // that have an event in this round
	still        lanes // in which no time passes in this round
	changed      lanes // whose lifetimes this round changes
	irregular    lanes
	writes       []laneWrite
	points       [][]int // by role: goals of a play that has ended
	result       LaneResult
}

// A lanePlay is a play in a lane.
type lanePlay struct {
	id       uint64
	chance   game.Rand
	dice     []game.Rand
	due      []gdl.Lifetime
	plan     []int32
	now      gdl.Lifetime
	at       gdl.Lifetime // of the event of this round
	open     gdl.Lifetime
	instant  gdl.Lifetime
	updates  int
	atOnce   int
	resting  bool
	happened bool // a player moved or something expired
}

// A laneWrite is an instant that a fact will expire at.
type laneWrite struct {
	at    int32 // the place of the fact and the lane
	until gdl.Lifetime
}

// A LanePlay is a play to begin: its number, and the seeds of random and of the first role.
type LanePlay struct{ ID, Chance, Roles uint64 }

// A LaneResult is how a play went. One with an error is left to a match. It is valid until the
// function that gets it returns.
type LaneResult struct {
	ID      uint64
	Ending  Ending
	Updates int
	Now     gdl.Lifetime
	Err     error
	Goals   [][]int // by role
}

// maxLaneMemory bounds the memory of lanes.
const maxLaneMemory = 1 << 28

// NewLanes returns lanes for a program, or nil if rules compare lifetimes or it is too large.
// Each role waits for a mean time before each of its moves.
func NewLanes(p *Program, mean uint64, limits PlayLimits) *Lanes {
	moves := 0
	for _, m := range p.moves {
		moves = max(moves, len(m))
	}
	if len(p.comparisons) > 0 || LaneCount*(8*len(p.facts)+2*len(p.roles)*moves)+32*p.spec.Atoms > maxLaneMemory || moves > 1<<16-1 {
		return nil
	}
	l := &Lanes{prog: p, limits: limits, mean: mean, values: make([]lanes, p.spec.Atoms), holds: make([]lanes, len(p.facts)),
		lasts: make([]lanes, len(p.facts)), nextHolds: make([]lanes, len(p.facts)), nextLasts: make([]lanes, len(p.facts)), gone: make([]lanes, len(p.facts)), until: make([]gdl.Lifetime, len(p.facts)*LaneCount),
		first: make([]gdl.Lifetime, LaneCount), legal: make([][]uint16, len(p.roles)*LaneCount),
		counts: make([]int32, len(p.roles)*LaneCount), plays: make([]lanePlay, LaneCount), points: make([][]int, len(p.roles))}
	outputs := []int32{p.spec.Terminal}
	for r := range p.moves {
		for i := range p.moves[r] {
			outputs = append(outputs, p.moves[r][i].legal)
		}
	}
	for i := range p.goals {
		outputs = append(outputs, p.goals[i].Atom)
	}
	var gives []int32
	for i := range p.gives {
		gives = append(gives, p.gives[i].atom)
	}
	var err, other error
	l.states, err = newLaneProgram(p.spec, outputs)
	l.steps, other = newLaneProgram(p.spec, gives)
	if err != nil || other != nil {
		return nil
	}
	for i := range l.plays {
		l.plays[i].dice, l.plays[i].due = make([]game.Rand, len(p.roles)), make([]gdl.Lifetime, len(p.roles))
		l.plays[i].plan = make([]int32, len(p.roles))
	}
	return l
}

// Play plays what next returns, until it returns false and all plays have ended. The results
// come in any order.
func (l *Lanes) Play(next func() (LanePlay, bool), done func(*LaneResult)) {
	l.active = lanes{}
	for lane := range LaneCount {
		p, ok := next()
		if !ok {
			break
		}
		l.begin(lane, p)
	}
	for !l.active.empty() {
		l.learn()
		l.decide(next, done)
		l.update()
	}
}

// begin begins a play in a lane.
func (l *Lanes) begin(lane int, p LanePlay) {
	for f := range l.holds {
		l.holds[f].clear(lane)
		l.lasts[f].clear(lane)
		l.gone[f].clear(lane)
	}
	for _, g := range l.prog.initial {
		l.holds[g.fact].set(lane)
		l.lasts[g.fact].put(lane, g.length == gdl.Forever)
		l.until[int(g.fact)*LaneCount+lane] = g.length
	}
	s := &l.plays[lane]
	*s = lanePlay{id: p.ID, chance: *game.NewRand(p.Chance), dice: s.dice, due: s.due, plan: s.plan}
	for r := range s.dice {
		s.dice[r], s.due[r] = *game.NewRand(p.Roles + uint64(r)), -1
	}
	l.active.set(lane)
}

// each calls visit for the lanes of a set.
func (l *lanes) each(visit func(lane int)) {
	for w, word := range l {
		for ; word != 0; word &= word - 1 {
			visit(w<<6 | bits.TrailingZeros64(word))
		}
	}
}

// learn computes what holds in the states, and when facts expire.
func (l *Lanes) learn() {
	p := l.prog
	for lane := range l.first {
		l.first[lane] = gdl.Forever
	}
	for f := range p.facts {
		x := &p.facts[f]
		l.input(x.holds, &l.holds[f])
		l.input(x.lasts, &l.lasts[f])
		l.input(x.gone, &l.gone[f])
		timers := l.holds[f].andNot(&l.lasts[f])
		until := l.until[f*LaneCount : (f+1)*LaneCount]
		for w, word := range timers {
			for ; word != 0; word &= word - 1 {
				lane := w<<6 | bits.TrailingZeros64(word)
				l.first[lane] = min(l.first[lane], until[lane])
			}
		}
	}
	for r := range p.moves {
		for i := range p.moves[r] {
			l.input(p.moves[r][i].does, &lanes{})
		}
	}
	l.states.run(l.values)
	clear(l.counts)
	for r := range p.moves {
		for i := range p.moves[r] {
			l.list(r, i, l.values[max(p.moves[r][i].legal, 0)])
		}
	}
}

// list adds a move to the legal ones of the lanes where it is legal.
func (l *Lanes) list(r, i int, legal lanes) {
	if l.prog.moves[r][i].legal < 0 {
		return
	}
	legal = legal.and(&l.active)
	for w, word := range legal {
		for ; word != 0; word &= word - 1 {
			at := r*LaneCount + w<<6 | bits.TrailingZeros64(word)
			if int(l.counts[at]) == len(l.legal[at]) {
				l.legal[at] = append(l.legal[at], 0)
			}
			l.legal[at][l.counts[at]] = uint16(i)
			l.counts[at]++
		}
	}
}

// input sets the value of an atom that is given; -1 is one that no rule reads.
func (l *Lanes) input(atom int32, v *lanes) {
	if atom >= 0 {
		l.values[atom] = *v
	}
}

// decide finds what happens next in each lane, and begins new plays where one has ended.
func (l *Lanes) decide(next func() (LanePlay, bool), done func(*LaneResult)) {
	terminal := lanes{}
	if l.prog.spec.Terminal >= 0 {
		terminal = l.values[l.prog.spec.Terminal]
	}
	l.moving, l.still = lanes{}, lanes{}
	active := l.active
	active.each(func(lane int) {
		end, over, err := l.next(lane, terminal.has(lane))
		if err == nil && l.irregular.has(lane) {
			end, over, err = 0, true, ErrIrregular
		}
		if !over && err == nil {
			l.moving.set(lane)
			return
		}
		l.irregular.clear(lane)
		s := &l.plays[lane]
		l.result = LaneResult{ID: s.id, Ending: end, Updates: s.updates, Now: s.now, Err: err, Goals: l.goals(lane)}
		done(&l.result)
		l.active.clear(lane)
		if p, ok := next(); ok {
			l.begin(lane, p)
		}
	})
}

// goals returns the goal values in a lane.
func (l *Lanes) goals(lane int) [][]int {
	out := l.points
	for r := range out {
		out[r] = out[r][:0]
	}
	for i := range l.prog.goals {
		if g := &l.prog.goals[i]; g.Atom >= 0 && l.values[g.Atom].has(lane) {
			out[g.Role] = append(out[g.Role], g.Value)
		}
	}
	return out
}

// next draws the next event of a lane, or says that the play is over.
func (l *Lanes) next(lane int, terminal bool) (end Ending, over bool, err error) {
	s, random := &l.plays[lane], l.prog.random
	for r := range s.plan {
		s.plan[r] = -1
	}
	switch {
	case terminal:
		return Terminal, true, nil
	case s.updates >= l.limits.MaxUpdates:
		return UpdatesUp, true, nil
	}
	if random >= 0 && !s.resting && l.counts[random*LaneCount+lane] > 0 {
		if s.atOnce == l.limits.AtOnce {
			return 0, true, ErrZeno
		}
		s.plan[random] = int32(s.chance.Choose(int(l.counts[random*LaneCount+lane])))
		s.at = s.now
		l.still.set(lane)
		return 0, false, nil
	}
	if l.first[lane] == gdl.Forever && l.noMoves(lane) {
		return Stuck, true, nil
	}
	if s.happened && s.now == l.limits.MaxTime {
		return TimeUp, true, nil
	}
	return l.ask(lane)
}

// noMoves reports whether no player can move.
func (l *Lanes) noMoves(lane int) bool {
	for r := range l.prog.roles {
		if r != l.prog.random && l.counts[r*LaneCount+lane] > 0 {
			return false
		}
	}
	return true
}

// ask lets all roles draw what they do next, and chooses the next event.
func (l *Lanes) ask(lane int) (end Ending, over bool, err error) {
	s, random := &l.plays[lane], l.prog.random
	at := l.first[lane]
	for r := range s.due {
		if r == random {
			continue
		}
		if s.due[r] < s.open {
			s.due[r] = s.open + WaitingTime(&s.dice[r], l.mean)
		}
		if count := l.counts[r*LaneCount+lane]; count > 0 {
			s.plan[r] = int32(s.dice[r].Choose(int(count)))
			at = min(at, s.due[r])
		}
	}
	switch {
	case at == gdl.Forever:
		return Idle, true, nil
	case at > l.limits.MaxTime:
		s.now = l.limits.MaxTime
		return TimeUp, true, nil
	}
	for r := range s.due {
		switch {
		case s.plan[r] < 0:
		case s.due[r] == at:
			s.due[r] = -1
		default:
			s.plan[r] = -1
		}
	}
	if at > s.instant {
		s.instant, s.atOnce = at, 0
	}
	s.at, s.open, s.resting, s.happened = at, at+1, false, true
	if at == s.now {
		l.still.set(lane)
	}
	return 0, false, nil
}
