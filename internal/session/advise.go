package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// An adviser thinks about the present decision, beside the players.
type adviser struct {
	queue
	evaluating bool // about every decision
	asked      bool // about this one, by the person
	thinking   bool
	advice     *Advice // about this one, so far
	cancel     context.CancelFunc

	evaluation *Evaluation // the last one, also of an earlier decision
}

// Advice is what the adviser thinks about a decision.
type Advice struct {
	Role     game.Role // whose decision it is
	Analysis player.Analysis
	Done     bool // the adviser thinks no longer
	Err      error

	state game.State // in which the line begins; nil if it is hidden
	line  string
}

// An Evaluation is what the roles are expected to get.
type Evaluation struct {
	Values []float64 // by role, between 0 and 100
	Exact  []bool    // whether that is proved
	Step   int       // about which decision it is
}

// leave stops the thinking about a decision.
func (a *adviser) leave() {
	if a.cancel != nil {
		a.cancel()
	}
	a.asked, a.thinking, a.advice, a.cancel = false, false, nil, nil
}

// What is missing for advice.
var (
	errNoAdviser  = errors.New("there is nobody to ask")
	errNoDecision = errors.New("there is nothing to decide")
)

// Ask asks for a hint: the adviser thinks about the person's decision for as long
// as the clock lets it, unless it has done so already. In a game that hides
// information it knows no more than the person.
func (s *Session) Ask() error {
	switch {
	case s.opt.Adviser == nil:
		return errNoAdviser
	case s.phase == Over:
		return errOver
	case s.phase == Others:
		return errNotYours
	}
	s.adviser.asked = true
	s.advise()
	return nil
}

// Asked returns the advice that the person asked for, as far as it has come. It is
// nil before anything was found.
func (s *Session) Asked() (*Advice, bool) { return s.adviser.advice, s.adviser.asked }

// Thinking reports whether the adviser thinks.
func (s *Session) Thinking() bool { return s.adviser.thinking }

// Evaluating reports whether every decision is evaluated.
func (s *Session) Evaluating() bool { return s.adviser.evaluating }

// SetEvaluating switches evaluation on or off. While it is on, the adviser thinks
// whenever there is something to decide, at most for the time of the clock.
func (s *Session) SetEvaluating(on bool) error {
	if on && s.opt.Adviser == nil {
		return errNoAdviser
	}
	if s.adviser.evaluating = on; on && s.phase != Over {
		s.advise()
	}
	return nil
}

// Evaluation returns the newest evaluation, if there is one.
func (s *Session) Evaluation() (Evaluation, bool) {
	if e := s.adviser.evaluation; e != nil {
		return *e, true
	}
	return Evaluation{}, false
}

// advise has the adviser think about the decision, if it does not.
func (s *Session) advise() {
	a := &s.adviser
	role, err := s.decider()
	if err != nil || a.thinking || a.advice != nil {
		return
	}
	t := &analysisRun{session: s, generation: s.generation, role: role, legal: s.round.legal[role], step: len(s.steps)}
	t.setup, t.past = s.setup(role)
	if !s.opt.Game.Hidden() {
		t.state = s.state
	}
	var ctx context.Context
	ctx, a.cancel = context.WithCancel(s.ctx)
	a.thinking = true
	a.do(&s.running, func() { t.run(ctx) }, func(err error) { t.tell(ctx, nil, err, true) })
}

// decider returns the role whose decision is thought about: the person's, or where
// that has none and nothing is hidden, the first that has one.
func (s *Session) decider() (game.Role, error) {
	r := slices.Index(s.round.open, true)
	switch {
	case r < 0:
		return 0, errNoDecision
	case s.round.open[s.role]:
		return s.role, nil
	case s.opt.Game.Hidden():
		return 0, errNoDecision
	}
	return game.Role(r), nil
}

// A thinking is a run of the adviser about one decision.
type analysisRun struct {
	session    *Session
	generation uint64
	role       game.Role
	legal      []game.Move
	step       int
	state      game.State
	setup      player.Setup
	past       []player.Event
}

// Slices of thinking after which the advice is told. The first is short, so that
// something is seen at once.
const (
	firstSlice = 150 * time.Millisecond
	nextSlice  = 400 * time.Millisecond
)

// run thinks, and tells what is found from time to time.
func (t *analysisRun) run(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	p := t.session.opt.Adviser()
	defer p.Stop()
	if err := t.prepare(ctx, p); err != nil {
		t.tell(ctx, p, err, true)
		return
	}
	for left, slice := t.setup.PlayClock, firstSlice; ; left, slice = left-slice, nextSlice {
		if left <= slice+nextSlice/2 || t.whole() {
			slice = left
		}
		early, err := t.think(ctx, p, slice)
		done := err != nil || early || left <= slice
		t.tell(ctx, p, err, done)
		if done || ctx.Err() != nil {
			return
		}
	}
}

// whole reports whether the thinking is not to be cut into slices, because it does
// not end by the clock, or because the player would begin anew each time.
func (t *analysisRun) whole() bool { return t.setup.Nodes > 0 || t.setup.PlayClock <= 0 || t.past != nil }

// prepare starts the player.
func (t *analysisRun) prepare(ctx context.Context, p player.Player) error {
	setup := t.setup
	setup.StartClock = 0
	if err := p.Start(ctx, setup); err != nil {
		return err
	}
	for _, e := range t.past {
		if err := p.Observe(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// think thinks for a slice; early says that the player needed less.
func (t *analysisRun) think(ctx context.Context, p player.Player, slice time.Duration) (early bool, err error) {
	began := time.Now()
	ctx, cancel := clocked(ctx, slice)
	defer cancel()
	_, err = p.Choose(ctx, t.legal)
	return time.Since(began) < slice/2, err
}

// tell tells the session what was found.
func (t *analysisRun) tell(ctx context.Context, p player.Player, err error, done bool) {
	advice := &Advice{Role: t.role, Done: done, Err: err, state: t.state}
	if a, ok := p.(player.Analyst); ok && err == nil {
		advice.Analysis = a.Analysis()
	}
	t.session.post(ctx, t.generation, func() { t.session.advised(advice, t.step) })
}

// advised takes advice.
func (s *Session) advised(advice *Advice, step int) {
	advice.line = s.lineText(advice)
	s.adviser.advice, s.adviser.thinking = advice, !advice.Done
	if a := advice.Analysis; len(a.Values) == len(s.opt.Game.Roles()) {
		s.adviser.evaluation = &Evaluation{a.Values, a.Exact, step}
	}
}
