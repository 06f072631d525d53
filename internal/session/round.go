package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludex/game"
)

// A round is the decision in one state.
type round struct {
	began   time.Time
	legal   [][]game.Move
	joint   []game.Move // what is decided
	open    []bool      // by role: it has still to decide
	choices []Choice    // of the person
	cancel  context.CancelFunc
}

// atOnce is how many steps without a decision are made before the person is shown
// where the play is.
const atOnce = 100

// settle goes on until somebody has to decide or the play is over.
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

// enterUndecided waits for another turn of the loop of whoever owns the session.
func (s *Session) enterUndecided() {
	s.leave()
	s.phase = Others
	generation := s.generation
	s.running.Go(func() { s.post(s.ctx, generation, s.settle) })
}

// leave ends the round: nobody thinks about it any longer.
func (s *Session) leave() {
	s.generation++
	if s.round.cancel != nil {
		s.round.cancel()
	}
	s.round = round{}
	s.adviser.leave()
	s.knowledge.leave()
}

// enter begins the round of the present state. It reports whether the next step
// can be made without a decision.
func (s *Session) enter() bool {
	s.leave()
	over := s.machine.Terminal(s.state)
	if s.failure() {
		return false
	}
	if over || len(s.steps) >= s.opt.MaxSteps {
		if s.phase = Over; s.finish(over) {
			s.know()
		}
		return false
	}
	if !s.list() {
		return false
	}
	if !slices.Contains(s.round.open, true) {
		return true
	}
	s.ask()
	s.wait()
	s.know()
	if s.adviser.evaluating {
		s.advise()
	}
	return false
}

// list finds the legal moves and decides what needs no decision. It reports
// whether the play can go on.
func (s *Session) list() bool {
	roles := s.opt.Game.Roles()
	s.round = round{
		began: time.Now(), legal: make([][]game.Move, len(roles)),
		joint: make([]game.Move, len(roles)), open: make([]bool, len(roles)),
	}
	for r := range roles {
		legal := s.machine.Legal(s.state, game.Role(r), nil)
		if s.failure() {
			return false
		}
		s.round.legal[r] = legal
		switch {
		case len(legal) == 0:
			s.fail(fmt.Errorf("role %s: %w", roles[r], game.ErrStuck))
			return false
		case len(legal) == 1:
			s.round.joint[r] = legal[0]
		case game.Role(r) == s.opt.Game.Random():
			s.round.joint[r] = legal[s.rand.Choose(len(legal))]
		default:
			s.round.open[r] = true
		}
	}
	s.round.choices = s.choices(s.round.legal[s.role])
	return true
}

// wait notes who is waited for.
func (s *Session) wait() {
	if s.phase = Others; s.round.open[s.role] {
		s.phase = Yours
	}
}

// answer notes the decision of a role, and makes the step if it is the last one.
func (s *Session) answer(r game.Role, m game.Move) {
	s.round.joint[r], s.round.open[r] = m, false
	if slices.Contains(s.round.open, true) {
		s.wait()
		return
	}
	if s.step(); s.err == nil {
		s.settle()
	}
}

// Choose makes a move of the person's.
func (s *Session) Choose(m game.Move) error {
	switch {
	case s.phase == Over:
		return errOver
	case s.phase == Others:
		return errNotYours
	case !slices.Contains(s.round.legal[s.role], m):
		return fmt.Errorf("%s is not legal", s.MoveText(s.role, m))
	}
	s.answer(s.role, m)
	return nil
}

// step makes the joint move that was decided.
func (s *Session) step() {
	if s.record(s.round.joint); s.err == nil {
		s.tell(s.steps[len(s.steps)-1])
	}
}

// record makes a joint move.
func (s *Session) record(joint []game.Move) {
	step := Step{Before: s.state, Joint: joint, Choice: make([]bool, len(joint))}
	for r := range joint {
		if s.round.legal != nil {
			step.Choice[r] = len(s.round.legal[r]) > 1
		} else {
			step.Choice[r] = len(s.machine.Legal(s.state, game.Role(r), nil)) > 1
		}
	}
	step.After = s.machine.Next(s.state, joint, nil)
	if s.opt.Game.Hidden() {
		for r := range joint {
			step.Percepts = append(step.Percepts, s.machine.Percepts(s.state, joint, game.Role(r), nil))
		}
	}
	if s.failure() {
		return
	}
	s.steps, s.state = append(s.steps, step), step.After
}
