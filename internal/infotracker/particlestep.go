package infotracker

import (
	"context"

	"ludex/game"
	"ludex/knowledge"
)

// particleJoints is the number of joint moves considered per particle.
const particleJoints = 256

// stepParticles advances each particle by one of the joint moves consistent with the
// observation, and resamples by the probability of the observation (a particle
// filter).
func (t *Tracker) stepParticles(ctx context.Context, own *weightedSet, s Observation, view ViewKey) (*weightedSet, error) {
	x, n := t.expansion(), own.len()
	x.own, x.move, x.maxJoints = t.role, s.Own, particleJoints
	x.maxWork = n*particleJoints + 1
	next := &weightedSet{roles: own.roles, states: make([]game.State, n), weights: make([]float64, n)}
	next.views = append(next.views, own.views...)
	x.each = func(e *edge) error {
		if e.extend(t.view, t.role) != view {
			return nil
		}
		i := e.parent
		next.weights[i] += e.chance * own.weights[i]
		if float64(t.rand.Uint64()>>11)/(1<<53)*next.weights[i] >= e.chance*own.weights[i] {
			return nil
		}
		next.states[i] = append(next.states[i][:0], e.next...)
		for r, v := range own.viewsOf(i) {
			next.viewsOf(i)[r] = e.extend(v, game.Role(r))
		}
		return nil
	}
	if err := x.run(ctx, own); err != nil {
		return nil, err
	}
	if next.total(n) <= 0 {
		return nil, errNoneLeft
	}
	return next.resample(t.opt.Particles, t.rand), nil
}

// sampleAgain samples developments with the whole view from the beginning.
func (t *Tracker) sampleAgain(ctx context.Context, s Observation) (*weightedSet, error) {
	steps := append(append([]knowledge.Experience{}, t.steps...), t.experience(s))
	list, err := Sample(ctx, t.game, knowledge.View{Role: t.role, Steps: steps}, SampleOptions{
		From: t.opt.From, Count: max(16, t.opt.Particles/8), Particles: t.opt.Particles, Seed: t.rand.Uint64(), Work: t.opt.Work,
	})
	if err != nil {
		return nil, err
	}
	next := newWeightedSet(t.set.roles)
	for _, d := range list {
		state, views := t.replay(d)
		next.add(state, views, 1)
	}
	return next.resample(t.opt.Particles, t.rand), nil
}

// replay plays a development through.
func (t *Tracker) replay(d knowledge.Development) (game.State, []ViewKey) {
	n := len(t.game.Roles())
	views := blankKeys(n)
	state := t.opt.From
	if state == nil {
		state = t.machine.Initial(nil)
	}
	var seen []game.Percept
	for _, joint := range d.Joints {
		for r := range views {
			switch {
			case game.Role(r) == t.game.Random():
			case t.game.Hidden():
				seen = t.machine.Percepts(state, joint, game.Role(r), seen[:0])
				views[r] = Extend(views[r], joint[r], seen)
			default:
				views[r] = Extend(views[r], joint[r], joint)
			}
		}
		state = t.machine.Next(state, joint, nil)
	}
	return state, views
}
