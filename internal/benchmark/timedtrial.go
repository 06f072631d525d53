package benchmark

import (
	"context"
	"time"

	"ludex/internal/timedmatch"
)

// A timedTrial plays matches one by one or many at once, whichever is faster.
type timedTrial struct {
	report *TimedReport
	plays  *timedmatch.RandomPlays
	opt    TimedOptions
	seed   uint64 // of the next match
	start  time.Time
}

// Each way of playing is tried before the faster one is chosen. Plays one by one get faster
// while they come to states that were met before; they are tried again as long as each trial is
// faster by a factor than the one before.
const (
	trialTime = 150 * time.Millisecond
	faster    = 1.1
)

// run plays until the time is up or the matches are played. The end of the context is no
// error.
func (t *timedTrial) run(ctx context.Context) error {
	one, err := t.warmUp(ctx)
	if err != nil || t.over(ctx) {
		return err
	}
	if !t.plays.CanPlayMany() {
		return t.single(ctx, t.opt.Time)
	}
	many, err := t.measure(ctx, trialTime, t.many)
	if err != nil || t.over(ctx) {
		return err
	}
	if many > one {
		t.report.AtOnce = true
		return t.many(ctx, t.opt.Time)
	}
	return t.single(ctx, t.opt.Time)
}

// warmUp plays one by one until that does not get faster, and returns the updates per second.
func (t *timedTrial) warmUp(ctx context.Context) (speed float64, err error) {
	for {
		now, err := t.measure(ctx, trialTime, t.single)
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

// measure plays for some time and returns the updates per second.
func (t *timedTrial) measure(ctx context.Context, limit time.Duration, play func(context.Context, time.Duration) error) (float64, error) {
	before, start := t.report.Events, time.Now()
	err := play(ctx, time.Since(t.start)+limit)
	return float64(t.report.Events-before) / time.Since(start).Seconds(), err
}

// The clock is read after some matches of little time, since reading it would take as long as
// a short match does.
const (
	unread      = 100 * time.Microsecond
	mostMatches = 256
)

// single plays one match after the other, until some time after the start.
func (t *timedTrial) single(ctx context.Context, until time.Duration) error {
	matches := 1
	for !t.over(ctx) && time.Since(t.start) < until {
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
func (t *timedTrial) many(ctx context.Context, until time.Duration) error {
	next := func() (seed, policies uint64, ok bool) {
		if t.over(ctx) || time.Since(t.start) >= until {
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
