package timedmatch

import (
	"cmp"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/timed"
)

const (
	// DefaultMaxEvents is how many updates a match may have.
	DefaultMaxEvents = 1_000_000
	// MaxUpdates is how many updates may happen at one instant.
	MaxUpdates = 10_000
)

// A Match is one play of a game, step by step. It belongs to one goroutine.
//
// Moves are given to it with [Match.Offer], in the order of their times, and
// [Match.Advance] carries out what is due. What happens depends on the moves and
// their times alone, not on how the match is driven.
type Match struct {
	game     *timed.Game
	opt      timed.MatchOptions
	maxTime  timed.Time
	interval timed.Time // between boundaries; 0 if moves take effect at once
	dice     *dice

	state   timed.State
	time    timed.Time // everything before it has happened
	closed  timed.Time // the last instant whose update is made
	pending []Offer
	waiting []Offer // for the next boundary
	refused []*Refusal
	turn    timed.Time // the end of the last turn with substitutes

	events   int
	instant  timed.Time
	updates  int // at the instant
	last     [][]timed.Move
	moves    []timed.Move // of the update being made
	resting  bool         // random does not move until the next event
	notices  []int        // how many each role has got
	outcomes []outcome
	ears     []timed.Listener // by role; nil without a listener
	first    []timed.Notice   // from before the listeners were added
	begun    bool
	reported map[string]bool
	ending   *Ending
	number   int // the last event's number
}

// An outcome counts a role's accepted and refused moves.
type outcome struct{ made, refused int }

// NewMatch starts a match: it makes the initial state, with random's first moves.
// The error comes from a failed evaluation, or a [*ZenoError].
func NewMatch(g *timed.Game, opt timed.MatchOptions) (*Match, error) {
	if opt.Unit == 0 {
		opt.Unit = timed.DefaultUnit
	}
	if opt.MaxEvents == 0 {
		opt.MaxEvents = DefaultMaxEvents
	}
	m := &Match{game: g, opt: opt, maxTime: timed.MaxTime, dice: newDice(opt.Seed), state: g.Initial(), closed: -1, turn: -1,
		notices: make([]int, len(g.Roles())), outcomes: make([]outcome, len(g.Roles())), ears: make([]timed.Listener, len(g.Roles())),
		reported: map[string]bool{}}
	if opt.MaxTime > 0 {
		m.maxTime = min(opt.MaxTime, timed.MaxTime)
	}
	if opt.Execution.Model == timed.Interval {
		m.interval = timed.FromDuration(opt.Execution.Interval, opt.Unit)
		if m.interval <= 0 || m.interval > timed.MaxTime {
			return nil, fmt.Errorf("the interval %v is out of range if one unit takes %v", opt.Execution.Interval, opt.Unit)
		}
	}
	m.observe(&timed.Event{Kind: timed.Start, Facts: m.factsIfObserved(), State: m.state})
	m.reportDefects(g.Defects())
	err := m.settle()
	m.begun = true
	return m, err
}

// Game returns the game that is played.
func (m *Match) Game() *timed.Game { return m.game }

// State returns the current state.
func (m *Match) State() timed.State { return m.state }

// Time returns the instant up to which everything has happened.
func (m *Match) Time() timed.Time { return m.time }

// Events returns how many updates there were.
func (m *Match) Events() int { return m.events }

// Open returns the first instant at which a player can still move.
func (m *Match) Open() timed.Time { return max(m.time, m.closed+timed.Moment) }

// Due returns the next instant at which something happens if no other moves are
// offered, or [timed.Forever].
func (m *Match) Due() timed.Time {
	if m.ending != nil {
		return timed.Forever
	}
	due := min(m.state.Expiry(), m.substitution())
	if len(m.pending) > 0 || len(m.refused) > 0 {
		due = min(due, m.time)
	}
	if len(m.waiting) > 0 {
		due = min(due, boundary(m.waiting[0].At, m.interval))
	}
	return due
}

// Advance carries out everything up to and including an instant. The error comes
// from a failed evaluation, or is a [*ZenoError]; either ends the match.
func (m *Match) Advance(to timed.Time) error {
	if m.ending != nil {
		return m.ending.Err
	}
	if err := m.advance(min(to, m.maxTime)); err != nil || m.ending != nil {
		return err
	}
	if to >= m.maxTime {
		m.finish(&Ending{Reason: timed.TimeUp, Time: m.maxTime})
	}
	return nil
}

// advance carries out everything up to and including an instant.
func (m *Match) advance(to timed.Time) error {
	for m.ending == nil {
		due := m.Due()
		if due > to {
			break
		}
		if err := m.happen(due); err != nil {
			return err
		}
	}
	if m.ending == nil {
		m.time = max(m.time, to)
	}
	return nil
}

// happen carries out the update of an instant.
func (m *Match) happen(now timed.Time) error {
	if m.instant < now {
		m.instant, m.updates = now, 0
	}
	m.time = now
	if len(m.waiting) > 0 && boundary(m.waiting[0].At, m.interval) == now {
		if err := m.judgeWaiting(); err != nil {
			return err
		}
	}
	if m.substitution() == now {
		if err := m.substitute(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(m.pending, func(a, b Offer) int { return cmp.Compare(a.Role, b.Role) })
	if len(m.pending) == 0 && m.state.Expiry() > now {
		m.recordRefusals()
		return nil
	}
	m.closed = now
	m.resting = false
	offers := m.pending
	m.pending = m.pending[:0]
	if err := m.update(timed.Joint, offers); err != nil {
		return err
	}
	m.recordRefusals()
	return m.settle()
}

// judgeWaiting admits the first legal move of each role at a boundary.
func (m *Match) judgeWaiting() error {
	waiting := m.waiting
	m.waiting = nil
	for _, o := range waiting {
		if err := m.admit(o, reasonSlower); err != nil && m.ending != nil {
			return err
		}
	}
	return nil
}

// update makes one update at the current time.
func (m *Match) update(kind timed.Kind, offers []Offer) error {
	m.moves = m.moves[:0]
	for _, o := range offers {
		m.moves = append(m.moves, timed.Move{Role: o.Role, Text: o.Move})
	}
	m.updates++
	u, err := m.game.Update(m.state, m.time-m.state.Now(), m.moves)
	if err != nil {
		return m.fail(err)
	}
	m.state = u.State
	m.events++
	for _, o := range offers {
		m.outcomes[o.Role].made++
	}
	m.remember(m.moves)
	m.observeUpdate(kind, offers, &u)
	m.reportDefects(u.Defects())
	m.notifyUpdate(kind, offers, &u)
	return nil
}

// remember keeps the last moves for a [*ZenoError].
func (m *Match) remember(moves []timed.Move) {
	const few = 5
	if m.updates <= MaxUpdates-few {
		m.last = m.last[:0]
		return
	}
	m.last = append(m.last, slices.Clone(moves))
}

// settle finds out after an update whether the match is over, and lets random
// move as long as it can and something changes.
func (m *Match) settle() error {
	for m.ending == nil {
		over, err := m.game.Terminal(m.state)
		if err != nil {
			return m.fail(err)
		}
		if over {
			return m.over()
		}
		if m.events >= m.opt.MaxEvents {
			m.finish(&Ending{Reason: timed.EventsUp, Time: m.time})
			return nil
		}
		moved, err := m.chance()
		if err != nil {
			return err
		}
		if !moved {
			return m.findStuck()
		}
	}
	return nil
}

// chance makes a move of random, if it can move and does not rest.
func (m *Match) chance() (bool, error) {
	if m.game.Random() == game.NoRole || m.resting {
		return false, nil
	}
	legal, err := m.game.Legal(m.state, m.game.Random())
	if err != nil {
		return false, m.fail(err)
	}
	if len(legal) == 0 {
		return false, nil
	}
	if m.updates == MaxUpdates { // only random moves more than once at an instant
		return false, m.fail(&ZenoError{Time: m.time, Roles: m.game.Roles(), Last: m.last})
	}
	move := m.dice.chance(legal)
	before := m.state
	if err := m.update(timed.Chance, []Offer{{At: m.time, Role: m.game.Random(), Move: move}}); err != nil {
		return false, err
	}
	m.resting = m.state.SameFacts(before)
	return true, nil
}

// findStuck ends a match in which nothing more can happen.
func (m *Match) findStuck() error {
	if m.state.Expiry() != timed.Forever {
		return nil
	}
	for r := range m.game.Roles() {
		if game.Role(r) == m.game.Random() {
			continue // it is resting, or has no move
		}
		legal, err := m.game.Legal(m.state, game.Role(r))
		if err != nil {
			return m.fail(err)
		}
		if len(legal) > 0 {
			return nil
		}
	}
	m.finish(&Ending{Reason: timed.Stuck, Time: m.time})
	return nil
}
