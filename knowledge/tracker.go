package knowledge

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
)

// A MovePolicy says how likely a role that has a view is to make each of its legal
// moves. It appends one number for each to dst; if it does not, all are equally
// likely. The numbers add up to one.
type MovePolicy func(r game.Role, view ViewKey, legal []game.Move, dst []float64) []float64

// TrackerOptions say how a [Tracker] works. The zero value means the defaults.
type TrackerOptions struct {
	From      game.State // where the match begins; nil is the initial state
	Common    int        // developments of the common set at most; 0 is 20,000, and less is none
	Exact     int        // developments of the role's own set at most; 0 is 50,000
	Particles int        // how many are followed when there are more; 0 is 2,000
	Work      int        // joint moves that a step may try; 0 is 1,000,000
	Seed      uint64     // for sampling
	Policy    MovePolicy // how the others move; nil is uniformly
}

func (o TrackerOptions) withDefaults() TrackerOptions {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&o.Common, 20_000)
	set(&o.Exact, 50_000)
	set(&o.Particles, 2_000)
	set(&o.Work, 1_000_000)
	return o
}

// A Mode is how much a tracker knows.
type Mode uint8

// The modes, the best first.
const (
	// Common means that everything is known that anybody thinks possible, or
	// thinks that somebody thinks possible, and so on.
	Common Mode = iota
	// Exact means that all developments are known that the role thinks possible.
	Exact
	// Sampled means that some of them are known.
	Sampled
)

// String describes the mode in a word or two.
func (m Mode) String() string { return [...]string{"common set", "exact set", "sample"}[m] }

// A Tracker follows a match with the eyes of one role. It is told what the role
// did and perceived, step by step, and keeps the developments that the role cannot
// tell from what happened, with how likely they are. Unlike [Model.Filter] it goes
// on from where it was, steps many positions at once and works with numbers
// instead of texts.
//
// While there are few enough, it also keeps the developments that the role knows
// to be wrong, but others do not, or do not know that it knows; without them one
// cannot say what others make of what they see. When even the role's own are too
// many, particles are followed. Nothing but the rules, the role's own moves and
// percepts and the seed enters, so what is hidden cannot leak.
type Tracker struct {
	game    game.Game
	machine game.Machine
	role    game.Role
	opt     TrackerOptions
	rand    *game.Rand

	mode  Mode
	view  ViewKey
	steps []Experience // for sampling anew
	crowd *crowd       // the role's own developments come first
	own   int          // how many these are
}

// NewTracker returns a tracker at the beginning of a match.
func NewTracker(g game.Game, r game.Role, opt TrackerOptions) (*Tracker, error) {
	n := len(g.Roles())
	if r < 0 || int(r) >= n || r == g.Random() {
		return nil, fmt.Errorf("role %d: %w", r, ErrNoPlayer)
	}
	opt = opt.withDefaults()
	t := &Tracker{game: g, machine: g.NewMachine(), role: r, opt: opt, rand: game.NewRand(opt.Seed), view: blankKey(r)}
	if opt.Common < 0 {
		t.mode = Exact
	}
	from := opt.From
	if from == nil {
		from = t.machine.Initial(nil)
	}
	t.crowd, t.own = newCrowd(n), 1
	t.crowd.add(from, blankKeys(n), 1)
	return t, t.machine.Err()
}

func blankKeys(roles int) []ViewKey {
	views := make([]ViewKey, roles)
	for r := range views {
		views[r] = blankKey(game.Role(r))
	}
	return views
}

// Mode returns how much is known.
func (t *Tracker) Mode() Mode { return t.mode }

// Steps returns how many steps were made.
func (t *Tracker) Steps() int { return len(t.steps) }

// View returns the key of the role's view.
func (t *Tracker) View() ViewKey { return t.view }

// Len returns how many developments the role thinks possible, those that lead to
// the same state and views counted once, or how many particles there are.
func (t *Tracker) Len() int { return t.own }

// All returns how many developments there are with those of the common set, which
// come after the others. The weights of the role's own ones are then relative to
// all of them.
func (t *Tracker) All() int { return t.crowd.len() }

// State returns the state that a development leads to. The caller must not change
// it.
func (t *Tracker) State(i int) game.State { return t.crowd.states[i] }

// Weight returns how likely a development is, in relation to the others.
func (t *Tracker) Weight(i int) float64 { return t.crowd.weights[i] }

// Views returns the views that the roles have of a development. The caller must
// not change them.
func (t *Tracker) Views(i int) []ViewKey { return t.crowd.of(i) }

// A Sight is what a role learns of a step: its own move, and percepts, or the joint
// move where nothing is hidden.
type Observation struct {
	Own      game.Move
	Percepts []game.Percept
	Joint    []game.Move
}

// extend returns the key of a view after a sight.
func (s Observation) extend(v ViewKey, hidden bool) ViewKey {
	if hidden {
		return Extend(v, s.Own, s.Percepts)
	}
	return Extend(v, s.Own, s.Joint)
}

// Step goes on by what the role did and perceived. If it fails because the context
// ended, it can be tried again. An [*InconsistentError] says that this cannot have
// happened.
func (t *Tracker) Step(ctx context.Context, s Observation) error {
	t.machine.Bind(ctx)
	defer t.machine.Bind(context.Background())
	view := s.extend(t.view, t.game.Hidden())
	next, mode, err := t.advance(ctx, s, view)
	if err != nil {
		return err
	}
	t.crowd, t.mode, t.view = next, mode, view
	t.steps = append(t.steps, t.experience(s))
	if t.own = next.len(); mode == Common {
		t.own = next.closure(t.role, view)
	}
	scale := 1 / t.crowd.total(t.own)
	for i := range t.crowd.weights {
		t.crowd.weights[i] *= scale
	}
	return nil
}

// advance tries one mode after the other.
func (t *Tracker) advance(ctx context.Context, s Observation, view ViewKey) (*crowd, Mode, error) {
	var limit *LimitError
	if t.mode == Common {
		next, err := t.all(ctx, view)
		if !errors.As(err, &limit) {
			return next, Common, err
		}
	}
	own := t.crowd.only(func(i int) bool { return i < t.own })
	if t.mode != Sampled {
		next, err := t.filter(ctx, own, s, view)
		if !errors.As(err, &limit) {
			return next, Exact, err
		}
		own = own.resample(t.opt.Particles, t.rand)
	}
	next, err := t.particles(ctx, own, s, view)
	if errors.Is(err, errNoneLeft) {
		next, err = t.anew(ctx, s)
	}
	return next, Sampled, err
}

// commonWork is how many joint moves are tried for each member that the common set
// may have, before it is given up.
const commonWork = 8

// all goes on from all members of the common set by all joint moves.
func (t *Tracker) all(ctx context.Context, view ViewKey) (*crowd, error) {
	x, next, found := t.expansion(), newCrowd(t.crowd.roles), false
	x.maxWork = min(x.maxWork, commonWork*t.opt.Common)
	views := make([]ViewKey, next.roles)
	x.each = func(e *edge) error {
		for r, v := range t.crowd.of(e.parent) {
			views[r] = e.extend(v, game.Role(r))
		}
		found = found || views[t.role] == view
		next.merge(e.next, views, t.crowd.weights[e.parent]*e.chance)
		if next.len() > t.opt.Common {
			return &LimitError{"developments", t.opt.Common}
		}
		return nil
	}
	if err := x.run(ctx, t.crowd); err != nil {
		return nil, err
	}
	if !found {
		return nil, t.inconsistent()
	}
	return next, nil
}

// filter goes on from the developments that the role thinks possible.
func (t *Tracker) filter(ctx context.Context, own *crowd, s Observation, view ViewKey) (*crowd, error) {
	x, next := t.expansion(), newCrowd(own.roles)
	x.own, x.move = t.role, s.Own
	views := make([]ViewKey, next.roles)
	x.each = func(e *edge) error {
		if e.extend(t.view, t.role) != view {
			return nil
		}
		for r, v := range own.of(e.parent) {
			views[r] = e.extend(v, game.Role(r))
		}
		next.merge(e.next, views, own.weights[e.parent]*e.chance)
		if next.len() > t.opt.Exact {
			return &LimitError{"developments", t.opt.Exact}
		}
		return nil
	}
	if err := x.run(ctx, own); err != nil {
		return nil, err
	}
	if next.len() == 0 {
		return nil, t.inconsistent()
	}
	return next, nil
}

func (t *Tracker) expansion() *expansion {
	x := newExpansion(t.game, t.machine)
	x.policy, x.maxWork, x.rand = t.opt.Policy, t.opt.Work, t.rand
	return x
}

func (t *Tracker) inconsistent() error {
	return &InconsistentError{len(t.steps) + 1, t.game.Roles()[t.role] + " cannot have done and perceived this"}
}

// experience returns a sight as texts.
func (t *Tracker) experience(s Observation) Experience {
	e := Experience{Move: t.game.MoveText(t.role, s.Own), Percepts: []string{}}
	for _, p := range s.Percepts {
		e.Percepts = append(e.Percepts, t.game.PerceptText(p))
	}
	if !t.game.Hidden() {
		for r, m := range s.Joint {
			e.Percepts = append(e.Percepts, movePercept(t.game, game.Role(r), m))
		}
	}
	e.Percepts = sortedSet(e.Percepts)
	return e
}
