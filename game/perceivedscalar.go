package game

import (
	"cmp"
	"context"
	"errors"
)

// ScalarPerceivedPlayouts does what [PerceivedPlayouts] does, one state at a
// time. Playout k draws from the generator with seed Seed + k.
func ScalarPerceivedPlayouts(ctx context.Context, g Game, opt PerceivedOptions, visit func(*PerceivedStep) error) (PerceivedResult, error) {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = MaxSteps(g)
	}
	m := g.NewMachine()
	m.Bind(ctx)
	r := &perceivedRunner{machine: m, playout: NewPlayout(g, m), visit: visit,
		result: NewPerceivedResult(len(opt.From), len(g.Roles()))}
	r.step = PerceivedStep{Playouts: make([]int, 1), Next: make([]State, 1), Drop: make([]bool, 1),
		Percepts: Percepts{Roles: opt.Roles}}
	for k, from := range opt.From {
		r.playout.Reset(from, opt.Seed+uint64(k))
		err := cmp.Or(r.run(ctx, k, opt.MaxSteps), m.Err())
		if err != nil {
			r.result.Ends[k] = Abandoned
		}
		if err != nil && !Ended(ctx, err) {
			return r.result, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return r.result, nil
}

// A perceivedRunner plays perceived playouts one after the other.
type perceivedRunner struct {
	machine Machine
	playout *Playout
	visit   func(*PerceivedStep) error
	result  PerceivedResult
	step    PerceivedStep
	goals   []int
}

// run plays playout k.
func (r *perceivedRunner) run(ctx context.Context, k, maxSteps int) error {
	p, end := r.playout, &r.result.Ends[k]
	for !p.Over() {
		switch err := p.Choose(); {
		case err != nil && !errors.Is(err, ErrStuck):
			return err
		case p.Steps >= maxSteps:
			*end = CutOff
			return nil
		case err != nil:
			*end = Stuck
			return nil
		case ctx.Err() != nil:
			return nil
		}
		if err := r.make(k); err != nil {
			return err
		}
		if r.step.Drop[0] {
			*end = Dropped
			return nil
		}
	}
	*end = Finished
	roles := len(p.Joint)
	for role := range roles {
		r.goals = r.machine.Goals(p.State, Role(role), r.goals[:0])
		if len(r.goals) == 1 {
			r.result.Goals[k*roles+role] = r.goals[0]
		}
	}
	return nil
}

// make makes the chosen joint move and shows it to the visitor.
func (r *perceivedRunner) make(k int) error {
	p, s := r.playout, &r.step
	s.Number, s.Playouts[0], s.Drop[0], s.Joints = p.Steps, k, false, p.Joint
	s.Percepts.Reset()
	s.Percepts.Add(r.machine, p.State, p.Joint)
	p.apply()
	if r.machine.Err() != nil {
		return nil // the state is invalid
	}
	s.Next[0] = p.State
	r.result.Steps[k] = p.Steps
	return r.visit(s)
}
