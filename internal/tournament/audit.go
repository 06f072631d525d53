package tournament

import (
	"context"
	"errors"

	"ludex/internal/store"
	"ludex/match"
)

// A Finding is the result of auditing one result.
type Finding struct {
	Result store.Result
	Err    error         // nil if the result is proved
	Right  *store.Result // what the record of the match shows, if it shows another result
}

// Audit checks the results of a tournament in a store by the records of their
// matches, in the order of their keys. It tells watch, if that is not nil, how far it is.
func Audit(ctx context.Context, s *store.Store, name string, trust match.Trust, watch func(done, total int)) ([]Finding, error) {
	c, list, err := load(ctx, s, name)
	if err != nil {
		return nil, err
	}
	results := Results{}
	for _, res := range list {
		if c.fits(res) == nil {
			results[res.Key] = res
		}
	}
	sched := c.Schedule(results)
	fixtures := sched.byKey()
	p := prover{trust: trust}
	var found []Finding
	for i, res := range list {
		if watch != nil {
			watch(i, len(list))
		}
		f, err := p.audit(ctx, s, c, fixtures, res)
		if err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, nil
}

// audit checks one result. The error is about the store.
func (p *prover) audit(ctx context.Context, s *store.Store, c *Config, fixtures map[string]Fixture, res store.Result) (Finding, error) {
	f := Finding{Result: res}
	r, err := s.Match(ctx, res.Match)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return f, err
	}
	var of *proof
	if err == nil {
		if of, f.Err = p.record(ctx, r); ctx.Err() != nil {
			return f, ctx.Err()
		}
	}
	if f.Err == nil {
		f.Err = p.result(c, fixtures, res, of)
	}
	var wrong *claimError
	if errors.As(f.Err, &wrong) {
		f.Right = &wrong.right
	}
	return f, nil
}
