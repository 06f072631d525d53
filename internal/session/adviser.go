package session

import (
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/internal/callqueue"
	"ludex/player"
)

// An Adviser analyses the current decision while the players think. It gives hints and
// evaluations.
type Adviser struct {
	seat       *Seat
	calls      callqueue.Queue
	evaluating bool // analyse every decision
	asked      bool // the person asked about this decision
	thinking   bool
	advice     *Advice // about this decision, so far
	cancel     context.CancelFunc

	evaluation *Evaluation // the newest, also of an earlier decision
}

// Advice is the result of analysing a decision.
type Advice struct {
	Role     game.Role // whose decision it is
	Analysis player.Analysis
	Done     bool // the analysis has ended
	Err      error

	state game.State // where the expected line begins; nil if it is hidden
	line  string
}

// An Evaluation is the expected goal value of each role.
type Evaluation struct {
	Values []float64 // by role, between 0 and 100
	Exact  []bool    // by role: the value is proved
	Step   int       // number of the step it is about
}

// leave stops the analysis of a decision.
func (a *Adviser) leave() {
	if a.cancel != nil {
		a.cancel()
	}
	a.asked, a.thinking, a.advice, a.cancel = false, false, nil, nil
}

// Reasons why there is no advice.
var (
	errNoAdviser  = errors.New("there is nobody to ask")
	errNoDecision = errors.New("there is nothing to decide")
)

// Ask asks for a hint: the adviser analyses the person's decision for the time of the
// clock, unless it has done so already. In a game with hidden information it knows no
// more than the person.
func (a *Adviser) Ask() error {
	switch {
	case a.seat.opt.Adviser == nil:
		return errNoAdviser
	case a.seat.over:
		return errOver
	case a.seat.Phase() == Others:
		return errNotYours
	}
	a.asked = true
	a.advise()
	return nil
}

// Asked returns the advice so far, and whether the person asked for it. The advice is
// nil before anything was found.
func (a *Adviser) Asked() (*Advice, bool) { return a.advice, a.asked }

// Thinking reports whether an analysis is running.
func (a *Adviser) Thinking() bool { return a.thinking }

// Evaluating reports whether every decision is evaluated.
func (a *Adviser) Evaluating() bool { return a.evaluating }

// SetEvaluating switches evaluation on or off. While it is on, the adviser analyses
// every decision, each for at most the time of the clock.
func (a *Adviser) SetEvaluating(on bool) error {
	if on && a.seat.opt.Adviser == nil {
		return errNoAdviser
	}
	if a.evaluating = on; on && !a.seat.over {
		a.advise()
	}
	return nil
}

// Evaluation returns the newest evaluation, if there is one.
func (a *Adviser) Evaluation() (Evaluation, bool) {
	if e := a.evaluation; e != nil {
		return *e, true
	}
	return Evaluation{}, false
}

// advise starts the analysis of the current decision, unless it was started before.
func (a *Adviser) advise() {
	role, err := a.decider()
	if err != nil || a.thinking || a.advice != nil {
		return
	}
	t := &analysisRun{seat: a.seat, generation: a.seat.generation, role: role, legal: a.seat.round.legal[role], step: len(a.seat.steps)}
	t.setup, t.past = a.seat.setup(role)
	if !a.seat.game.Hidden() {
		t.state = a.seat.state
	}
	var ctx context.Context
	ctx, a.cancel = context.WithCancel(a.seat.ctx)
	a.thinking = true
	a.calls.Do(func() { t.run(ctx) }, func(err error) { t.tell(ctx, nil, err, true) })
}

// decider returns the role whose decision is analysed: the person's, or if the person
// has no choice and nothing is hidden, the first role that has one.
func (a *Adviser) decider() (game.Role, error) {
	r := slices.Index(a.seat.round.open, true)
	switch {
	case r < 0:
		return 0, errNoDecision
	case a.seat.round.open[a.seat.role]:
		return a.seat.role, nil
	case a.seat.game.Hidden():
		return 0, errNoDecision
	}
	return game.Role(r), nil
}

// setAdvice stores advice.
func (a *Adviser) setAdvice(advice *Advice, step int) {
	advice.line = a.seat.Text().line(advice)
	a.advice, a.thinking = advice, !advice.Done
	if found := advice.Analysis; len(found.Values) == len(a.seat.game.Roles()) {
		a.evaluation = &Evaluation{found.Values, found.Exact, step}
	}
}
