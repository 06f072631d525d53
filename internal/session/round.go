package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// A round is the joint decision in one state.
type round struct {
	began   time.Time
	legal   [][]game.Move
	joint   []game.Move // the moves decided so far
	open    []bool      // by role: it has not decided
	faults  []player.Fault
	took    []time.Duration // by role: how long the answer took
	choices []Choice        // of the person
	cancel  context.CancelFunc
}

// atOnce is the number of steps without a decision that are made before the front end
// is updated.
const atOnce = 100

// settle makes steps until a role has a decision or the game is over.
func (s *Session) settle() {
	for range atOnce {
		if !s.enter() {
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
	s.phase = Others
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
	s.adviser.leave()
	s.knowledge.leave()
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
		if s.phase = Over; s.finish(over) {
			s.knowledge.start(s)
		}
		return false
	}
	if !s.list() {
		return false
	}
	if !slices.Contains(s.round.open, true) {
		return true
	}
	s.opponents.ask()
	s.wait()
	s.knowledge.start(s)
	if s.adviser.evaluating {
		s.adviser.advise()
	}
	return false
}

// list finds the legal moves, and decides for roles without a choice and for chance. It
// reports whether the game can continue.
func (s *Session) list() bool {
	roles := s.game.Roles()
	s.round = round{
		began: time.Now(), legal: make([][]game.Move, len(roles)),
		joint: make([]game.Move, len(roles)), open: make([]bool, len(roles)), took: make([]time.Duration, len(roles)),
	}
	if err := game.LegalMoves(s.game, s.machine, s.state, s.round.legal); err != nil {
		s.fail(err)
		return false
	}
	for r, legal := range s.round.legal {
		switch {
		case len(legal) == 1:
			s.round.joint[r] = legal[0]
		case game.Role(r) == s.game.Random():
			s.round.joint[r] = legal[s.rand.Choose(len(legal))]
		default:
			s.round.open[r] = true
		}
	}
	s.round.choices = s.Text().choices(s.round.legal[s.role])
	return true
}

// wait sets the phase: the person's turn, or the others'.
func (s *Session) wait() {
	if s.phase = Others; s.round.open[s.role] {
		s.phase = Yours
	}
}

// answer records the move of a role and how long it took, and makes the step if it is
// the last one.
func (s *Session) answer(r game.Role, m game.Move, took time.Duration) {
	s.round.joint[r], s.round.open[r], s.round.took[r] = m, false, took
	if slices.Contains(s.round.open, true) {
		s.wait()
		return
	}
	if s.step(); s.err == nil {
		s.settle()
	}
}

// Choose makes a move of the person.
func (s *Session) Choose(m game.Move) error {
	switch {
	case s.phase == Over:
		return errOver
	case s.phase == Others:
		return errNotYours
	case !slices.Contains(s.round.legal[s.role], m):
		return fmt.Errorf("%s is not legal", s.Text().Move(s.role, m))
	}
	s.answer(s.role, m, time.Since(s.round.began))
	return nil
}

// step makes the joint move that was decided.
func (s *Session) step() {
	if s.record(s.round); s.err == nil {
		s.opponents.tell(s.steps[len(s.steps)-1])
	}
}
