package report

import (
	"context"
	"errors"
	"math"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/statehash"
	"ludex/knowledge"
)

// Views describe how much roles know in a game that hides information.
type Views struct {
	Plays uint64      `json:"plays"`
	Roles []RoleViews `json:"roles,omitempty"` // by role; empty for chance
}

// RoleViews describe how much a role knows, by step. The first step is before the
// first move.
type RoleViews struct {
	// States are the numbers of states that the role considers possible. Beyond
	// [ViewLimit] developments they are not counted.
	States  []Summary `json:"states,omitempty"`
	TooMany []uint64  `json:"too_many,omitempty"`
	// Bits are the uncertainty of the role, in thousandths of a bit: the entropy of
	// the state if all moves of the others are equally likely.
	Bits []Summary `json:"bits,omitempty"`
}

// ViewLimit is the size up to which information sets are counted.
const ViewLimit = 20_000

// merge adds what others found.
func (v *Views) merge(o *Views) {
	v.Plays += o.Plays
	for r, w := range o.Roles {
		if r == len(v.Roles) {
			v.Roles = append(v.Roles, RoleViews{})
		}
		own := &v.Roles[r]
		own.States = mergeSummaries(own.States, w.States)
		own.Bits = mergeSummaries(own.Bits, w.Bits)
		own.TooMany = addCounts(own.TooMany, w.TooMany)
	}
}

// mergeViews merges views that may be missing.
func mergeViews(a, b *Views) *Views {
	if a == nil && b == nil {
		return nil
	}
	sum := new(Views)
	for _, v := range []*Views{a, b} {
		if v != nil {
			sum.merge(v)
		}
	}
	return sum
}

// randomViews records what roles know in a random play.
func (c *collector) randomViews(ctx context.Context, number int) (*Views, error) {
	g := c.subject.Game
	m := g.NewMachine()
	m.Bind(ctx)
	p := game.NewPlayout(g, m)
	p.Reset(nil, derive(c.method.Seed, useViews, number))
	var moves [][]game.Move
	for !p.Over() && p.Steps < c.method.MaxSteps {
		if err := p.Step(); err != nil {
			break // the random plays report that
		}
		moves = append(moves, append([]game.Move(nil), p.Joint...))
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	return c.views(ctx, moves)
}

// views records what roles know in a play, before its last state.
func (c *collector) views(ctx context.Context, moves [][]game.Move) (*Views, error) {
	v := &Views{Plays: 1, Roles: make([]RoleViews, len(c.data.About.Roles))}
	if len(moves) > maxProfile {
		moves = moves[:maxProfile]
	}
	for _, r := range c.seats {
		f := infoSetRecorder{game: c.subject.Game, machine: c.subject.Game.NewMachine(), role: game.Role(r), views: &v.Roles[r]}
		if err := f.follow(ctx, moves); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// An infoSetRecorder records the information sets of a role along a play.
type infoSetRecorder struct {
	game    game.Game
	machine game.Machine
	role    game.Role
	views   *RoleViews
	lost    bool // there were too many developments
}

func (f *infoSetRecorder) follow(ctx context.Context, moves [][]game.Move) error {
	t, err := infotracker.NewTracker(f.game, f.role, infotracker.TrackerOptions{Common: -1, Exact: ViewLimit, Particles: 50})
	if err != nil {
		return err
	}
	f.machine.Bind(ctx)
	s := f.machine.Initial(nil)
	for _, joint := range moves {
		f.note(t)
		if f.lost {
			continue
		}
		observation := infotracker.Observation{Own: joint[f.role], Percepts: f.machine.Percepts(s, joint, f.role, nil)}
		if err := f.machine.Err(); err != nil {
			return err
		}
		if !f.game.Hidden() {
			observation.Joint = joint
		}
		if err := t.Step(ctx, observation); err != nil {
			var limit *knowledge.LimitError
			if !errors.As(err, &limit) {
				return err
			}
			f.lost = true
		}
		f.lost = f.lost || t.Mode() == infotracker.Sampled
		s = f.machine.Next(s, joint, nil)
	}
	return f.machine.Err()
}

// note records the information set before a step.
func (f *infoSetRecorder) note(t *infotracker.Tracker) {
	v := f.views
	v.States, v.Bits, v.TooMany = append(v.States, Summary{}), append(v.Bits, Summary{}), append(v.TooMany, 0)
	last := len(v.States) - 1
	if f.lost {
		v.TooMany[last]++
		return
	}
	states, bits := entropy(t)
	v.States[last].add(uint64(states))
	v.Bits[last].add(thousandths(bits))
}

// entropy returns the number of states in the information set of a tracker, and the
// entropy of the state in bits.
func entropy(t *infotracker.Tracker) (states int, bits float64) {
	index := map[uint64]int{}
	var weights []float64
	total := 0.0
	for i := range t.Len() {
		key := statehash.Of(t.State(i))
		at, known := index[key]
		if !known {
			at = len(weights)
			index[key], weights = at, append(weights, 0)
		}
		weights[at] += t.Weight(i)
		total += t.Weight(i)
	}
	for _, w := range weights {
		if p := w / total; p > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return len(weights), max(bits, 0)
}
