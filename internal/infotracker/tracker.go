// Package infotracker follows a match from one role's point of view: it keeps the
// states that the role considers possible, exactly or by a weighted sample, and draws
// developments with a given view.
package infotracker

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/percepttext"
	"ludex/knowledge"
)

// A MovePolicy is a model of how a role with a view moves. It appends one
// probability per legal move to dst; if it appends none, all moves are equally
// likely.
type MovePolicy func(r game.Role, view ViewKey, legal []game.Move, dst []float64) []float64

// TrackerOptions configure a [Tracker]. Zero values mean the defaults.
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

// A Mode is the precision of a tracker.
type Mode uint8

// The modes, the best first.
const (
	// Common means that the whole common set is known: the developments that some
	// role considers possible, considers possible that some role considers
	// possible, and so on.
	Common Mode = iota
	// Exact means that the role's information set is known.
	Exact
	// Sampled means that some of the role's information set is known.
	Sampled
)

// String describes the mode in a word or two.
func (m Mode) String() string { return [...]string{"common set", "exact set", "sample"}[m] }

// A Tracker follows a match from one role's point of view. Given the role's moves
// and percepts step by step, it maintains the role's information set with
// probabilities (its belief state). Unlike [knowledge.Model.Filter] it is incremental, steps
// many positions at once and works with numbers instead of texts.
//
// While they are few enough, it also keeps the developments that the role knows to
// be wrong but others consider possible, directly or indirectly; the beliefs of
// others depend on them. When even the role's information set is too large, it is a
// particle filter. The input is the rules, the role's own moves and percepts and the
// seed, so hidden information cannot leak.
type Tracker struct {
	game    game.Game
	machine game.Machine
	role    game.Role
	opt     TrackerOptions
	rand    *game.Rand

	mode  Mode
	view  ViewKey
	steps []knowledge.Experience // for sampling anew
	set   *weightedSet           // the role's own developments come first
	own   int                    // how many these are
}

// NewTracker returns a tracker at the beginning of a match.
func NewTracker(g game.Game, r game.Role, opt TrackerOptions) (*Tracker, error) {
	n := len(g.Roles())
	if r < 0 || int(r) >= n || r == g.Random() {
		return nil, fmt.Errorf("role %d: %w", r, knowledge.ErrNoPlayer)
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
	t.set, t.own = newWeightedSet(n), 1
	t.set.add(from, blankKeys(n), 1)
	return t, t.machine.Err()
}

func blankKeys(roles int) []ViewKey {
	views := make([]ViewKey, roles)
	for r := range views {
		views[r] = blankKey(game.Role(r))
	}
	return views
}

// Mode returns the precision.
func (t *Tracker) Mode() Mode { return t.mode }

// View returns the key of the role's view.
func (t *Tracker) View() ViewKey { return t.view }

// Len returns the size of the role's information set, where developments with the
// same state and views count once, or the number of particles.
func (t *Tracker) Len() int { return t.own }

// All returns the number of developments including the common set, which come after
// the role's own ones. Weights are relative to all of them.
func (t *Tracker) All() int { return t.set.len() }

// State returns the state of a development. The caller must not change it.
func (t *Tracker) State(i int) game.State { return t.set.states[i] }

// Weight returns the relative probability of a development.
func (t *Tracker) Weight(i int) float64 { return t.set.weights[i] }

// Views returns the views of all roles in a development. The caller must not change
// them.
func (t *Tracker) Views(i int) []ViewKey { return t.set.viewsOf(i) }

// An Observation is what a role learns in a step: its own move, and percepts, or the
// joint move where nothing is hidden.
type Observation struct {
	Own      game.Move
	Percepts []game.Percept
	Joint    []game.Move
}

// extend returns the key of a view after an observation.
func (s Observation) extend(v ViewKey, hidden bool) ViewKey {
	if hidden {
		return Extend(v, s.Own, s.Percepts)
	}
	return Extend(v, s.Own, s.Joint)
}

// Step processes an observation. If it fails because the context ended, it can be
// repeated. It returns an [*knowledge.InconsistentError] if the observation is impossible.
func (t *Tracker) Step(ctx context.Context, s Observation) error {
	t.machine.Bind(ctx)
	defer t.machine.Bind(context.Background())
	view := s.extend(t.view, t.game.Hidden())
	next, mode, err := t.advance(ctx, s, view)
	if err != nil {
		return err
	}
	t.set, t.mode, t.view = next, mode, view
	t.steps = append(t.steps, t.experience(s))
	if t.own = next.len(); mode == Common {
		t.own = next.restrictToComponent(t.role, view)
	}
	scale := 1 / t.set.total(t.own)
	for i := range t.set.weights {
		t.set.weights[i] *= scale
	}
	return nil
}

// advance tries one mode after the other.
func (t *Tracker) advance(ctx context.Context, s Observation, view ViewKey) (*weightedSet, Mode, error) {
	var limit *knowledge.LimitError
	if t.mode == Common {
		next, err := t.stepCommon(ctx, view)
		if !errors.As(err, &limit) {
			return next, Common, err
		}
	}
	own := t.set.filter(func(i int) bool { return i < t.own })
	if t.mode != Sampled {
		next, err := t.stepExact(ctx, own, s, view)
		if !errors.As(err, &limit) {
			return next, Exact, err
		}
		own = own.resample(t.opt.Particles, t.rand)
	}
	next, err := t.stepParticles(ctx, own, s, view)
	if errors.Is(err, errNoneLeft) {
		next, err = t.sampleAgain(ctx, s)
	}
	return next, Sampled, err
}

// commonWork is the number of joint moves tried per member of the common set, before
// it is given up.
const commonWork = 8

// stepCommon extends all members of the common set by all joint moves.
func (t *Tracker) stepCommon(ctx context.Context, view ViewKey) (*weightedSet, error) {
	x, next, found := t.expansion(), newWeightedSet(t.set.roles), false
	x.maxWork = min(x.maxWork, commonWork*t.opt.Common)
	views := make([]ViewKey, next.roles)
	x.each = func(e *edge) error {
		for r, v := range t.set.viewsOf(e.parent) {
			views[r] = e.extend(v, game.Role(r))
		}
		found = found || views[t.role] == view
		next.merge(e.next, views, t.set.weights[e.parent]*e.chance)
		if next.len() > t.opt.Common {
			return &knowledge.LimitError{What: "developments", Limit: t.opt.Common}
		}
		return nil
	}
	if err := x.run(ctx, t.set); err != nil {
		return nil, err
	}
	if !found {
		return nil, t.inconsistent()
	}
	return next, nil
}

// stepExact extends the role's information set.
func (t *Tracker) stepExact(ctx context.Context, own *weightedSet, s Observation, view ViewKey) (*weightedSet, error) {
	x, next := t.expansion(), newWeightedSet(own.roles)
	x.own, x.move = t.role, s.Own
	views := make([]ViewKey, next.roles)
	x.each = func(e *edge) error {
		if e.extend(t.view, t.role) != view {
			return nil
		}
		for r, v := range own.viewsOf(e.parent) {
			views[r] = e.extend(v, game.Role(r))
		}
		next.merge(e.next, views, own.weights[e.parent]*e.chance)
		if next.len() > t.opt.Exact {
			return &knowledge.LimitError{What: "developments", Limit: t.opt.Exact}
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

func (t *Tracker) expansion() *setExpansion {
	x := newSetExpansion(t.game, t.machine)
	x.policy, x.maxWork, x.rand = t.opt.Policy, t.opt.Work, t.rand
	return x
}

func (t *Tracker) inconsistent() error {
	return &knowledge.InconsistentError{Step: len(t.steps) + 1, What: t.game.Roles()[t.role] + " cannot have done and perceived this"}
}

// experience converts an observation to texts.
func (t *Tracker) experience(s Observation) knowledge.Experience {
	e := knowledge.Experience{Move: t.game.MoveText(t.role, s.Own), Percepts: []string{}}
	for _, p := range s.Percepts {
		e.Percepts = append(e.Percepts, t.game.PerceptText(p))
	}
	if !t.game.Hidden() {
		for r, m := range s.Joint {
			e.Percepts = append(e.Percepts, percepttext.MovePercept(t.game, game.Role(r), m))
		}
	}
	e.Percepts = percepttext.SortedSet(e.Percepts)
	return e
}
