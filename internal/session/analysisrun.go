package session

import (
	"context"
	"time"

	"ludex/game"
	"ludex/player"
)

// An analysisRun is the analysis of one decision.
type analysisRun struct {
	seat       *Seat
	generation uint64
	role       game.Role
	legal      []game.Move
	step       int
	state      game.State
	setup      player.Setup
	past       []player.Event
}

// The analysis reports after each slice of time. The first is short, so that something
// is shown soon.
const (
	firstSlice = 150 * time.Millisecond
	nextSlice  = 400 * time.Millisecond
)

// run analyses the decision, and reports after each slice.
func (t *analysisRun) run(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	p := t.seat.opt.Adviser()
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

// whole reports whether the time is not cut into slices, because the analysis does not
// end by the clock, or because the player would start again in each slice.
func (t *analysisRun) whole() bool {
	return t.setup.Nodes > 0 || t.setup.PlayClock <= 0 || t.past != nil
}

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

// think lets the player choose for a slice of time; early says that it needed less than
// half.
func (t *analysisRun) think(ctx context.Context, p player.Player, slice time.Duration) (early bool, err error) {
	began := time.Now()
	ctx, cancel := clocked(ctx, slice)
	defer cancel()
	_, err = p.Choose(ctx, t.legal)
	return time.Since(began) < slice/2, err
}

// tell reports the result so far to the session.
func (t *analysisRun) tell(ctx context.Context, p player.Player, err error, done bool) {
	advice := &Advice{Role: t.role, Done: done, Err: err, state: t.state}
	if a, ok := p.(player.Analyst); ok && err == nil {
		advice.Analysis = a.Analysis()
	}
	t.seat.post(ctx, t.generation, func() { t.seat.adviser.setAdvice(advice, t.step) })
}
