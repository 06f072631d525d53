package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// A round is the joint decision in one state.
type round struct {
	began  time.Time
	legal  [][]game.Move
	joint  []game.Move // the moves decided so far
	open   []bool      // by role: it has not decided
	faults []player.Fault
	took   []time.Duration // by role: how long the answer took
	cancel context.CancelFunc
}

// atOnce is the number of steps without a decision that are made before the front end
// is updated.
const atOnce = 100

// settle makes steps until a role has a decision or the game is over.
func (s *Session) settle() {
	for i := 0; i < atOnce || s.opt.Decided != nil; i++ { // a session that is led must not depend on when it goes on
		if !s.enter() || s.opt.Paced {
			return
		}
		if s.step(); s.err != nil {
			return
		}
	}
	s.enterUndecided()
}

// enterUndecided yields to the goroutine of the session, and continues with its next
// update.
func (s *Session) enterUndecided() {
	s.leave()
	generation := s.generation
	s.running.Go(func() { s.post(s.ctx, generation, s.settle) })
}

// leave ends the round and cancels all work for it.
func (s *Session) leave() {
	s.generation++
	if s.round.cancel != nil {
		s.round.cancel()
	}
	s.round = round{}
	for _, seat := range s.seats {
		seat.choices = nil
		seat.adviser.leave()
		seat.knowledge.leave()
	}
}

// enter begins the round of the current state. It reports whether the next step needs
// no decision.
func (s *Session) enter() bool {
	s.leave()
	over := s.machine.Terminal(s.state)
	if s.failure() {
		return false
	}
	if over || len(s.steps) >= s.maxSteps {
		if s.over = true; s.finish(over) {
			s.study()
		}
		return false
	}
	if !s.list() {
		return false
	}
	if !slices.Contains(s.round.open, true) {
		if s.opt.Paced {
			s.study()
		}
		return true
	}
	s.ask()
	return false
}

// ask asks the players for their moves, and begins what is computed for people.
func (s *Session) ask() {
	s.follow()
	s.opponents.ask()
	s.study()
}

// study begins to compute what people know, and what their positions are worth.
func (s *Session) study() {
	if s.quiet {
		return
	}
	for _, seat := range s.seats {
		if seat.isPerson() {
			seat.knowledge.start(seat)
		}
		if seat.adviser.evaluating && !s.over {
			seat.adviser.advise()
		}
	}
}

// Wake lets a held session compute what people know.
func (s *Session) Wake() {
	if s.quiet = false; s.over && s.err == nil || s.round.legal != nil {
		s.study()
	}
}

// Lead lets a held session ask its players, or stops them.
func (s *Session) Lead(on bool) {
	if on == s.leading {
		return
	}
	if s.leading = on; !on {
		if s.round.cancel != nil {
			s.round.cancel()
			s.round.cancel = nil
		}
		s.opponents.stop()
		return
	}
	if !s.over {
		s.opponents.seat()
		s.opponents.ask()
	}
}

// list finds the legal moves, and decides for roles without a choice and for chance. It
// reports whether the game can continue.
func (s *Session) list() bool {
	roles := s.game.Roles()
	s.round = round{
		began: s.opt.Now(), legal: make([][]game.Move, len(roles)),
		joint: make([]game.Move, len(roles)), open: make([]bool, len(roles)), took: make([]time.Duration, len(roles)),
	}
	if err := game.LegalMoves(s.game, s.machine, s.state, s.round.legal); err != nil {
		s.fail(err)
		return false
	}
	asked := make([]bool, len(roles))
	if s.opt.Asked != nil {
		asked = s.opt.Asked(s.steps)
	}
	for r, legal := range s.round.legal {
		switch {
		case len(legal) == 1 && !(asked[r] && s.opt.People[r]):
			s.round.joint[r] = legal[0]
		case game.Role(r) == s.game.Random():
			s.round.joint[r] = legal[s.chance(len(legal))]
		default:
			s.round.open[r] = true
		}
	}
	return true
}

// chance chooses one of n moves of chance.
func (s *Session) chance(n int) int {
	if s.opt.Chance != nil {
		return s.opt.Chance(len(s.steps), n)
	}
	return s.rand.Choose(n)
}

// answer records the move of a role and how long it took, and makes the step if it is
// the last one.
func (s *Session) answer(r game.Role, m game.Move, took time.Duration) {
	s.round.joint[r], s.round.open[r], s.round.took[r] = m, false, took
	if slices.Contains(s.round.open, true) {
		s.follow()
		return
	}
	if s.step(); s.err == nil {
		s.settle()
	}
}

// Choose makes a move of the person.
func (s *Seat) Choose(m game.Move) error {
	switch {
	case s.Phase() == Over:
		return errOver
	case s.Phase() == Others:
		return errNotYours
	case !slices.Contains(s.round.legal[s.role], m):
		return fmt.Errorf("%s is not legal", s.Text().Move(s.role, m))
	}
	s.answer(s.role, m, time.Since(s.round.began))
	return nil
}

// Answer makes the decision of a person or a player that was kept before.
func (s *Session) Answer(d Decision) error {
	if s.over || s.round.open == nil || !s.round.open[d.Role] || !slices.Contains(s.round.legal[d.Role], d.Move) {
		return fmt.Errorf("%s cannot make that move in step %d", s.game.Roles()[d.Role], len(s.steps))
	}
	if d.Fault != nil {
		s.round.faults = append(s.round.faults, *d.Fault)
		s.notices = append(s.notices, faultNotice(s.game.Roles()[d.Role], d.Fault.Err))
	}
	s.answer(d.Role, d.Move, d.Took)
	return nil
}

// Waiting reports whether a paced session waits for [Session.Advance].
func (s *Session) Waiting() bool {
	return s.opt.Paced && !s.over && s.round.legal != nil && !slices.Contains(s.round.open, true)
}

// Advance makes a step of a paced session in which nobody has a decision.
func (s *Session) Advance() error {
	if !s.Waiting() {
		return errors.New("somebody has a decision")
	}
	if s.step(); s.err == nil {
		s.settle()
	}
	return nil
}

// Legal returns the legal move of a role with a text as the rules write it, if the role
// has to decide.
func (s *Session) Legal(r game.Role, text string) (game.Move, bool) {
	if s.over || s.round.open == nil || !s.round.open[r] {
		return 0, false
	}
	for _, m := range s.round.legal[r] {
		if s.game.MoveText(r, m) == text {
			return m, true
		}
	}
	return 0, false
}

// Open reports whether a role has to decide.
func (s *Session) Open(r game.Role) bool {
	return !s.over && s.round.open != nil && r >= 0 && s.round.open[r]
}

// step makes the joint move that was decided.
func (s *Session) step() {
	if s.record(s.round); s.err == nil {
		s.opponents.tell(s.steps[len(s.steps)-1])
	}
}
