package session

import (
	"context"
	"time"

	"ludex/game"
	"ludex/match"
	"ludex/player"
)

// A play is the game so far: the rules, the state and the steps.
type play struct {
	opt      Options
	game     game.Game
	maxSteps int
	began    time.Time // when the present game began

	bound   context.Context // the context of the machines
	machine game.Machine
	lines   game.Machine // for the moves of an expected line; made when needed

	state  game.State
	steps  []Step
	over   bool
	ending Ending // of a game that did not end by its rules
	err    error  // why the game cannot continue
	result Result
}

// A Step is a step of the game.
type Step struct {
	match.PlayedStep
	Before game.State
	Choice []bool // by role: it had a choice
	// Percepts are the percepts by role, in a game with hidden information.
	Percepts [][]game.Percept

	told map[game.Role]string // the step as people of a role read it, once they have
}

// Game returns the game.
func (p *play) Game() game.Game { return p.game }

// Title returns the title of the game.
func (p *play) Title() string {
	if p.opt.Title != "" {
		return p.opt.Title
	}
	return p.game.Name()
}

// Over reports whether the game is over.
func (p *play) Over() bool { return p.over }

// Err returns why the game cannot continue, or nil.
func (p *play) Err() error { return p.err }

// Clock returns the time of players for a move; 0 is no limit.
func (p *play) Clock() time.Duration { return p.opt.PlayClock }

// finish records the result of a game that was not resigned. It reports false if the
// rules failed.
func (p *play) finish(over bool) bool {
	if p.result = (Result{Cut: !over}); !over {
		return true
	}
	var res player.Result
	if err := res.Finish(p.game, p.machine, p.state); err != nil {
		p.fail(err)
		return false
	}
	p.result.Goals, p.result.Defects, p.result.Scores = res.Goals, res.Defects, res.Scores
	return true
}

// fail ends the game with an error.
func (p *play) fail(err error) {
	p.err, p.over = err, true
}

// failure ends the game if the rules failed, and reports whether they did.
func (p *play) failure() bool {
	err := p.machine.Err()
	if err != nil {
		p.fail(err)
	}
	return err != nil
}

// record makes the joint move of a round. If the legal moves of the round are unknown,
// it finds them.
func (p *play) record(r round) {
	step := Step{Before: p.state, Choice: make([]bool, len(r.joint)), told: map[game.Role]string{}}
	step.Number, step.Joint, step.Faults, step.Took = len(p.steps), r.joint, r.faults, r.took
	for role := range r.joint {
		if r.legal != nil {
			step.Choice[role] = len(r.legal[role]) > 1
		} else {
			step.Choice[role] = len(p.machine.Legal(p.state, game.Role(role), nil)) > 1
		}
	}
	step.State = p.machine.Next(p.state, r.joint, nil)
	if p.game.Hidden() {
		for role := range r.joint {
			step.Percepts = append(step.Percepts, p.machine.Percepts(p.state, r.joint, game.Role(role), nil))
		}
	}
	if p.failure() {
		return
	}
	step.At = p.opt.Now()
	p.steps, p.state = append(p.steps, step), step.State
}

// lastDecision returns the number of the last step in which a role had a choice, or -1.
func (p *play) lastDecision(role game.Role) int {
	for i := len(p.steps) - 1; i >= 0; i-- {
		if p.steps[i].Choice[role] {
			return i
		}
	}
	return -1
}

// LastDecision returns the number of the last step in which the person had a choice, or
// -1.
func (s *Seat) LastDecision() int { return s.lastDecision(s.role) }

// Steps returns the number of steps made.
func (p *play) Steps() int { return len(p.steps) }

// Given returns the number of steps made before the session.
func (p *play) Given() int { return min(len(p.opt.Before), len(p.steps)) }

// Joints returns the joint moves so far, or nil in a game with hidden information.
func (p *play) Joints() [][]game.Move {
	if p.game.Hidden() {
		return nil
	}
	var joints [][]game.Move
	for _, step := range p.steps {
		joints = append(joints, step.Joint)
	}
	return joints
}

// Bind binds the rules to a context: when it ends, they fail, which ends the game.
// Without it, they are bound to the context of the session.
func (p *play) Bind(ctx context.Context) {
	p.bound = ctx
	p.machine.Bind(ctx)
	if p.lines != nil {
		p.lines.Bind(ctx)
	}
}

// newMachine returns a machine with the current binding.
func (p *play) newMachine() game.Machine {
	m := p.game.NewMachine()
	m.Bind(p.bound)
	return m
}
