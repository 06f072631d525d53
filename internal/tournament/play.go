package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/internal/store"
	"ludex/match"
	"ludex/player"
)

// play plays a match and keeps its record and result. A match that is broken off
// has no result.
func (h *Host) play(ctx context.Context, f Fixture) (store.Result, error) {
	if h.Elsewhere != nil {
		return h.playElsewhere(ctx, f)
	}
	keeper := h.keeper(ctx)
	r, err := h.run(ctx, f, keeper.keep)
	switch {
	case r == nil:
		return store.Result{}, err
	case keeper.failed != nil:
		return store.Result{}, &storeError{keeper.failed}
	case r.Completed:
		// An error after the end, of a player that does not stop, changes nothing.
	case ctx.Err() != nil || err != nil:
		return store.Result{}, h.breakOff(ctx, r, errors.Join(err, ctx.Err()))
	}
	return h.end(ctx, f, r)
}

// run plays a match of whichever kind.
func (h *Host) run(ctx context.Context, f Fixture, keep func(*match.Record) error) (*match.Record, error) {
	id := match.NewID(h.Config.Name+"-"+f.Key, h.Config.Games[f.Game].Name, h.now()) // see idPrefix
	if h.Config.Scramble {
		id = match.HiddenID()
	}
	if h.Fields[f.Game].Game == nil {
		return h.playTimed(ctx, f, id, keep)
	}
	return h.playTurns(ctx, f, id, keep)
}

// A storeError says that the store does not work, without which nothing may be
// played.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

// A recordKeeper keeps a record while a match is played. It leaves the end to
// whoever keeps the result, as both have to be kept at once.
type recordKeeper struct {
	write  func(*match.Record) error
	failed error
}

func (h *Host) keeper(ctx context.Context) *recordKeeper {
	return &recordKeeper{write: h.Store.Keeper(context.WithoutCancel(ctx))}
}

func (k *recordKeeper) keep(r *match.Record) error {
	if r.Completed || r.Aborted {
		return nil
	}
	if err := k.write(r); err != nil {
		k.failed = err
	}
	return k.failed
}

// breakOff keeps the record of a match that was broken off.
func (h *Host) breakOff(ctx context.Context, r *match.Record, why error) error {
	r.Aborted = true
	if err := h.Store.Save(context.WithoutCancel(ctx), r); err != nil {
		return &storeError{errors.Join(why, err)}
	}
	return why
}

// end keeps the record and the result of a match, both or neither.
func (h *Host) end(ctx context.Context, f Fixture, r *match.Record) (store.Result, error) {
	ctx = context.WithoutCancel(ctx)
	res := h.Config.resultOf(f, r)
	added, err := h.Store.AddResult(ctx, res, r)
	switch {
	case err != nil:
		return res, &storeError{err}
	case added:
		return res, nil
	}
	// Somebody else was faster. What he has counts.
	if err := h.Store.Forget(ctx, r.ID); err != nil {
		return res, &storeError{err}
	}
	all, err := h.Store.Results(ctx, h.Config.Name)
	if err != nil {
		return res, &storeError{err}
	}
	i := slices.IndexFunc(all, func(other store.Result) bool { return other.Key == f.Key })
	if i < 0 {
		return res, &storeError{fmt.Errorf("the result %s is not in the store", f.Key)}
	}
	return all[i], h.Config.fits(all[i])
}

// resultOf returns the result that a record shows. A match that was cut off has no
// points.
func (c *Config) resultOf(f Fixture, r *match.Record) store.Result {
	g := &c.Games[f.Game]
	res := store.Result{
		Tournament: c.Name, Key: f.Key, Match: r.ID, Game: g.Name, Goals: r.Goals, Steps: len(r.Moves), Over: r.Completed,
		Players: make([]string, len(g.Roles)), Points: make([]float64, len(g.Roles)),
	}
	for seat, role := range g.Seats {
		res.Players[role] = c.Players[f.Players[seat]].Name
	}
	if len(r.Goals) == len(g.Roles) {
		res.Points = player.Share(g.Seats, r.Goals)
	}
	res.Faults = c.countFaults(f, r.Details.Faults)
	return res
}

// countFaults counts the faults of a match by role.
func (c *Config) countFaults(f Fixture, faults []match.Fault) []int {
	roles := c.Games[f.Game].Roles
	count := make([]int, len(roles))
	for _, fault := range faults {
		if i := slices.Index(roles, fault.Role); i >= 0 {
			count[i]++
		}
	}
	return count
}

// playTurns plays a match of a game that is not in real time.
func (h *Host) playTurns(ctx context.Context, f Fixture, id string, keep func(*match.Record) error) (*match.Record, error) {
	c, field := h.Config, h.Fields[f.Game]
	config := match.Config{
		ID: id, Rules: field.Rules, Game: field.Game, Seats: make([]match.Seat, len(c.Games[f.Game].Roles)), Tournament: c.Name,
		StartClock: time.Duration(c.Clocks.Start), PlayClock: time.Duration(c.Clocks.Play), Nodes: c.Nodes,
		FullClock: c.Clocks.Full, Seed: c.SeedOf(f), Allowance: c.Allowance, MaxSteps: c.MaxSteps, Key: h.Key, Keep: keep, Now: h.Now,
	}
	invitation := Invitation{Match: id}
	if c.Scramble {
		var err error
		config.ScrambleSeed = match.NewScrambleSeed()
		if invitation.Disguise, err = field.Rules.Scramble(config.ScrambleSeed); err != nil {
			return nil, err
		}
	}
	for seat, role := range c.Games[f.Game].Seats {
		p, err := h.makers[f.Game][f.Players[seat]].turns(ctx, invitation)
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", c.Players[f.Players[seat]].Name, err)
		}
		if _, elsewhere := p.(player.Remote); elsewhere && c.Clocks.Play == 0 {
			return nil, fmt.Errorf("player %q is elsewhere and needs a clock: set clocks.play", c.Players[f.Players[seat]].Name)
		}
		config.Seats[role] = match.Seat{Name: c.Players[f.Players[seat]].Name, Player: p}
	}
	return match.Run(ctx, config)
}
