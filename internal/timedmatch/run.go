package timedmatch

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// RunOptions are the policies, moves and clock of a match.
type RunOptions struct {
	// Policies play the roles; a missing or nil one leaves its role to the
	// script and the inbox.
	Policies []timed.Policy
	// Script has moves that are sent unconditionally.
	Script []Offer
	// Clock is nil for virtual time.
	Clock timed.Clock
	// Past, unless nil, is the log of what has happened so far. The match, which has just
	// begun, is brought there before the policies are asked; they hear all of it. The
	// clock must stand at Since, which is not before its last event.
	Past  *Log
	Since timed.Time
	// Inbox, unless nil, is where moves come in from outside. With an inbox, a
	// match in which nothing is due waits.
	Inbox *Inbox
}

// Run drives a match until it is over or the context ends, which is the reason
// [timed.Stopped] and not an error. The error is that of a failed match.
func Run(ctx context.Context, m *Match, opt RunOptions) error {
	r := newRunner(m, opt)
	if opt.Past != nil {
		m.repeat(opt.Past)
		if err := m.Advance(opt.Since); err != nil {
			return err
		}
	}
	for n := 0; m.ending == nil; n++ {
		if n%64 == 0 && ctx.Err() != nil || r.refusals > m.opt.MaxEvents {
			m.Finish(timed.Stopped)
			break
		}
		if err := r.step(ctx); err != nil {
			return err
		}
	}
	return m.ending.Err
}

// A runner drives a match.
type runner struct {
	match    *Match
	opt      RunOptions
	plans    []plan
	wake     <-chan struct{}
	offers   []Offer // not given to the match yet, in the order of their times
	asked    int     // the number of events after which the policies were asked
	ready    bool    // the policies have been asked at least once
	refusals int
	view     timed.View // for the policy that is being asked
}

// A plan is the next move of a policy.
type plan struct {
	timed.Plan
	ok   bool
	seen outcome // of the role's moves, when the policy was asked last
}

func newRunner(m *Match, opt RunOptions) *runner {
	r := &runner{match: m, opt: opt, plans: make([]plan, len(m.game.Roles())), offers: slices.Clone(opt.Script)}
	r.sortOffers()
	if r.opt.Clock == nil {
		r.opt.Clock = &virtualClock{}
	}
	if opt.Inbox != nil {
		r.wake = opt.Inbox.wake
	}
	for i, p := range opt.Policies {
		if ear, ok := p.(timed.Listener); ok && i < len(m.ears) {
			m.listen(game.Role(i), ear)
		}
	}
	return r
}

func (r *runner) sortOffers() {
	slices.SortStableFunc(r.offers, func(a, b Offer) int { return cmp.Compare(a.At, b.At) })
}

// step waits for the next instant and makes its updates.
func (r *runner) step(ctx context.Context) error {
	if err := r.ask(); err != nil {
		return err
	}
	now := r.next()
	if now == timed.Forever {
		r.match.Finish(timed.Idle)
		return nil
	}
	past, err := r.opt.Clock.Wait(ctx, now, r.wake)
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		return r.stop()
	}
	if r.collect() || !past {
		return nil // there may be an earlier instant now
	}
	if r.match.opt.Execution.Model == timed.StopClock {
		r.opt.Clock.Halt()
		defer r.opt.Clock.Go()
	}
	return r.happen(now)
}

// next returns the next instant at which something happens.
func (r *runner) next() timed.Time {
	now := r.match.Due()
	for i := range r.plans {
		if p := &r.plans[i]; p.ok {
			now = min(now, p.At)
		}
	}
	if len(r.offers) > 0 {
		now = min(now, r.offers[0].At)
	}
	if r.opt.Inbox != nil {
		now = min(now, r.match.maxTime) // when the time is up
	}
	return now
}

// collect takes moves from the inbox and reports whether there are any. Moves that
// arrived while the clock was halted come right after the update.
func (r *runner) collect() bool {
	if r.opt.Inbox == nil {
		return false
	}
	before := len(r.offers)
	r.offers = r.opt.Inbox.take(r.offers)
	if len(r.offers) == before {
		return false
	}
	for i := before; i < len(r.offers); i++ {
		r.offers[i].At = max(r.offers[i].At, r.match.Open())
	}
	r.sortOffers()
	return true
}

// happen gives the match the moves of an instant and advances it.
func (r *runner) happen(now timed.Time) error {
	for i := range r.plans {
		if p := &r.plans[i]; p.ok && p.At == now {
			p.ok = false
			if err := r.offer(Offer{At: now, Role: game.Role(i), Move: p.Move}); err != nil {
				return err
			}
		}
	}
	for len(r.offers) > 0 && r.offers[0].At <= now {
		o := r.offers[0]
		r.offers = r.offers[1:]
		if err := r.offer(o); err != nil {
			return err
		}
	}
	return r.match.Advance(now)
}

// offer gives the match a move; a refusal is not an error.
func (r *runner) offer(o Offer) error {
	err := r.match.Offer(o)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		r.refusals++
		return nil
	}
	return err
}

// ask asks the policies what they are going to do: all of them if there was an
// update since they were asked last, and those whose moves were refused.
func (r *runner) ask() error {
	m := r.match
	all := !r.ready || r.asked != m.events
	r.ready, r.asked = true, m.events
	for i, policy := range r.opt.Policies {
		if policy == nil || i >= len(r.plans) || game.Role(i) == m.game.Random() {
			continue
		}
		if all || r.plans[i].seen != m.outcomes[i] {
			if err := r.askRole(game.Role(i), policy); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *runner) askRole(role game.Role, policy timed.Policy) error {
	m, p := r.match, &r.plans[role]
	legal, err := m.game.Legal(m.state, role)
	if err != nil {
		return m.fail(err)
	}
	v := &r.view
	*v = timed.View{Game: m.game, Role: role, State: m.state, Legal: legal, Until: m.state.Expiry(), Open: m.Open(),
		Moved: p.seen.made != m.outcomes[role].made, Refused: p.seen.refused != m.outcomes[role].refused}
	if v.Refused {
		v.Open = max(v.Open, m.time+timed.Moment) // not repeatedly at one instant
	}
	p.seen = m.outcomes[role]
	p.Plan, p.ok = policy.Next(v)
	p.At = max(p.At, v.Open)
	return nil
}

// stop ends the match from outside, at the clock's time.
func (r *runner) stop() error {
	if err := r.match.Advance(min(r.opt.Clock.Now(), r.match.maxTime) - timed.Moment); err != nil {
		return err
	}
	r.match.Finish(timed.Stopped)
	return nil
}
