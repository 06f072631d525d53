package session

import (
	"context"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// A play is the game so far: the rules, the state and the steps.
type play struct {
	opt     Options
	bound   context.Context // the context of the machines
	machine game.Machine
	lines   game.Machine // for the moves of an expected line; made when needed

	state  game.State
	steps  []Step
	phase  Phase
	err    error // why the game cannot go on
	result Result
}

// A Step is a step of the game.
type Step struct {
	Before game.State
	Joint  []game.Move
	After  game.State
	Choice []bool // by role: it had a choice
	// Percepts are the percepts by role, in a game with hidden information.
	Percepts [][]game.Percept
}

// Game returns the game.
func (p *play) Game() game.Game { return p.opt.Game }

// Title returns the title of the game.
func (p *play) Title() string {
	if p.opt.Title != "" {
		return p.opt.Title
	}
	return p.opt.Game.Name()
}

// Phase returns what the session waits for.
func (p *play) Phase() Phase { return p.phase }

// Err returns why the game cannot go on, or nil.
func (p *play) Err() error { return p.err }

// Clock returns the time of players for a move; 0 is no limit.
func (p *play) Clock() time.Duration { return p.opt.Clock }

// finish records the result of a game that was not resigned. It reports false if the
// rules failed.
func (p *play) finish(over bool) bool {
	if p.result = (Result{Cut: !over}); !over {
		return true
	}
	r := &p.result
	for i, name := range p.opt.Game.Roles() {
		goal, defect := player.Goal(name, p.machine.Goals(p.state, game.Role(i), nil))
		if defect != "" && game.Role(i) != p.opt.Game.Random() {
			r.Defects = append(r.Defects, defect)
		}
		r.Goals = append(r.Goals, goal)
	}
	if m := game.MachineCapabilitiesOf(p.machine).Scores; m != nil {
		r.Scores = m.Scores(p.state, nil)
	}
	return !p.failure()
}

// fail ends the game with an error.
func (p *play) fail(err error) {
	p.err, p.phase = err, Over
}

// failure ends the game if the rules failed, and reports whether they did.
func (p *play) failure() bool {
	err := p.machine.Err()
	if err != nil {
		p.fail(err)
	}
	return err != nil
}

// record makes a joint move. Legal has the legal moves by role, if they are known.
func (p *play) record(joint []game.Move, legal [][]game.Move) {
	step := Step{Before: p.state, Joint: joint, Choice: make([]bool, len(joint))}
	for r := range joint {
		if legal != nil {
			step.Choice[r] = len(legal[r]) > 1
		} else {
			step.Choice[r] = len(p.machine.Legal(p.state, game.Role(r), nil)) > 1
		}
	}
	step.After = p.machine.Next(p.state, joint, nil)
	if p.opt.Game.Hidden() {
		for r := range joint {
			step.Percepts = append(step.Percepts, p.machine.Percepts(p.state, joint, game.Role(r), nil))
		}
	}
	if p.failure() {
		return
	}
	p.steps, p.state = append(p.steps, step), step.After
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

// Steps returns the number of steps made.
func (p *play) Steps() int { return len(p.steps) }

// Given returns the number of steps made before the session.
func (p *play) Given() int { return min(len(p.opt.Before), len(p.steps)) }

// Joints returns the joint moves so far, or nil in a game with hidden information.
func (p *play) Joints() [][]game.Move {
	if p.opt.Game.Hidden() {
		return nil
	}
	var joints [][]game.Move
	for _, step := range p.steps {
		joints = append(joints, step.Joint)
	}
	return joints
}

// History returns all steps with their joint moves, also in a game with hidden
// information. It is for records: the person must not see it before the end. The caller
// must not change the steps.
func (p *play) History() []Step { return slices.Clone(p.steps) }

// Bind binds the rules to a context: when it ends, they fail, which ends the game.
// Without it, they are bound to the context of the session.
func (p *play) Bind(ctx context.Context) {
	p.bound = ctx
	p.machine.Bind(ctx)
	if p.lines != nil {
		p.lines.Bind(ctx)
	}
}

// newMachine returns a machine with the present binding.
func (p *play) newMachine() game.Machine {
	m := p.opt.Game.NewMachine()
	m.Bind(p.bound)
	return m
}
