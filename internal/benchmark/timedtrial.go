package benchmark

import (
	"context"
	"time"

	"ludex/internal/budget"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// A timedTrial plays matches one by one or many at once, whichever is faster.
type timedTrial struct {
	game   *timed.Game
	report *TimedReport
	plays  *timedmatch.RandomPlays
	opt    TimedOptions
	seed   uint64 // of the next match
	start  time.Time
	clock  func() time.Duration // of the processor
}

// Each way of playing is tried before the faster one is chosen. Plays one by one get faster
// while they come to states that were met before; they are tried again as long as each trial is
// faster by a factor than the one before.
const (
	trialTime = 60 * time.Millisecond // of the processor
	faster    = 1.1
)

// run begins a report, and plays until the time is up or the matches are played. The end of the
// context is no error.
func (t *timedTrial) run(play func() error) (Spent, error) {
	g := t.game
	t.report = &TimedReport{Game: g.Name(), Engine: g.Engine(), roles: g.Roles(), random: g.Random(), goals: make([]goalSum, len(g.Roles()))}
	t.seed, t.start = t.opt.Seed, time.Now()
	return Measure(nil, play)
}

// fastest tries the ways of playing and returns the fastest.
func (t *timedTrial) fastest(ctx context.Context) (func(context.Context, func() bool) error, error) {
	var release func()
	t.clock, release = budget.ThreadClock()
	defer release()
	one, err := t.warmUp(ctx)
	if err != nil || t.over(ctx) || !t.plays.CanPlayMany() {
		return t.single, err
	}
	many, err := t.measure(ctx, t.many)
	if err != nil || many <= one {
		return t.single, err
	}
	return t.many, nil
}

// warmUp plays one by one until that does not get faster, and returns the updates per second of
// the processor.
func (t *timedTrial) warmUp(ctx context.Context) (speed float64, err error) {
	for {
		now, err := t.measure(ctx, t.single)
		if err != nil || t.over(ctx) || now < faster*speed {
			return max(speed, now), err
		}
		speed = now
	}
}

// over reports whether no more matches are begun.
func (t *timedTrial) over(ctx context.Context) bool {
	return t.enough(ctx) || time.Since(t.start) >= t.opt.Time
}

// enough reports whether the matches that were wanted are played, or the context has ended.
func (t *timedTrial) enough(ctx context.Context) bool {
	return ctx.Err() != nil || t.opt.Count > 0 && t.seed-t.opt.Seed >= uint64(t.opt.Count)
}

// measure plays for some time and returns the updates per second of the processor, so that
// what else the machine does decides nothing.
func (t *timedTrial) measure(ctx context.Context, play func(context.Context, func() bool) error) (float64, error) {
	const seldom = 16 // asking for the time takes longer than some plays
	before, start, n := t.report.Events, t.clock(), 0
	err := play(ctx, func() bool {
		n++
		return n%seldom != 0 || t.clock()-start < trialTime
	})
	return float64(t.report.Events-before) / max(t.clock()-start, 1).Seconds(), err
}

func always() bool { return true }

// The clock is read after some matches of little time, since reading it would take as long as
// a short match does.
const (
	unread      = 100 * time.Microsecond
	mostMatches = 256
)

// single plays one match after the other, as long as there is more to do.
func (t *timedTrial) single(ctx context.Context, more func() bool) error {
	matches := 1
	for !t.over(ctx) && more() {
		began := time.Now()
		for n := 0; n < matches && !t.enough(ctx); n++ {
			if err := t.match(ctx); err != nil {
				return err
			}
		}
		if time.Since(began) < unread {
			matches = min(2*matches, mostMatches)
		} else {
			matches = max(1, matches/2)
		}
	}
	return nil
}

// match plays one match. The end of the context is no error.
func (t *timedTrial) match(ctx context.Context) error {
	res, err := t.plays.Play(ctx, t.seed, t.seed<<8)
	t.seed++
	switch {
	case err == nil:
		t.report.add(&res)
	case ctx.Err() != nil:
		t.report.Events += res.Events
	default:
		return err
	}
	return nil
}

// many plays many matches at once. All that have begun are played to their ends, since those
// that are cut off would be the longer ones.
func (t *timedTrial) many(ctx context.Context, more func() bool) error {
	t.report.AtOnce = true
	next := func() (seed, policies uint64, ok bool) {
		if t.over(ctx) || !more() {
			return 0, 0, false
		}
		t.seed++
		return t.seed - 1, (t.seed - 1) << 8, true
	}
	err := t.plays.PlayMany(ctx, next, func(_ uint64, r timedmatch.RandomResult) { t.report.add(&r) })
	if ctx.Err() != nil {
		return nil
	}
	return err
}
