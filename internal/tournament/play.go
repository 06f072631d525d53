package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/internal/store"
	"ludex/match"
	"ludex/player"
)

// play plays a match and keeps its record and result. An aborted match has no
// result.
func (h *Host) play(ctx context.Context, f Fixture) (store.Result, error) {
	if h.PlayRemotely != nil {
		return h.playRemotely(ctx, f)
	}
	config, err := h.Config.configure(ctx, f, h.Games[f.Game], h.makers[f.Game], h.now())
	if err != nil {
		return store.Result{}, err
	}
	config.Key, config.Keep, config.Now = h.Key, h.keep(ctx), h.Now
	r, err := match.Run(ctx, config)
	broken, unkept := errors.AsType[*match.KeepError](err)
	switch {
	case r == nil:
		return store.Result{}, err
	case unkept:
		return store.Result{}, &storeError{broken.Err}
	case r.Completed:
		// An error after the end, of a player that does not stop, changes nothing.
	case ctx.Err() != nil || err != nil:
		return store.Result{}, h.breakOff(ctx, r, errors.Join(err, ctx.Err()))
	}
	return h.end(ctx, f, r)
}

// A storeError says that the store does not work; nothing may be played without
// it.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

// keep returns the function that saves a record during a match. [Host.end] saves
// the end together with the result.
func (h *Host) keep(ctx context.Context) func(*match.Record) error {
	write := h.Store.Saver(context.WithoutCancel(ctx))
	return func(r *match.Record) error {
		if r.Completed || r.Aborted {
			return nil
		}
		return write(r)
	}
}

// breakOff saves the record of an aborted match.
func (h *Host) breakOff(ctx context.Context, r *match.Record, why error) error {
	r.Aborted = true
	if err := h.Store.Save(context.WithoutCancel(ctx), r); err != nil {
		return &storeError{errors.Join(why, err)}
	}
	return why
}

// end keeps the record and the result of a match, atomically.
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
	// Another manager was faster. Its result counts.
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
