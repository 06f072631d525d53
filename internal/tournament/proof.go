package tournament

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"ludex/internal/recorddelta"
	"ludex/internal/store"
	"ludex/match"
)

// A prover checks records and results. It keeps the games that it has opened.
type prover struct {
	trust    match.Trust
	unproved bool // records are not played again, and results need none
	fields   map[string]*OpenedGame
}

// maxFields is how many games a prover keeps.
const maxFields = 16

// A proof is the part of a checked record that its result needs.
type proof struct {
	record *match.Record // without what grows from step to step
	steps  int
	faults []match.Fault
	game   *Game    // nil if the record was not played again
	sum    [32]byte // of the whole record
}

// record checks a record: that it counts as signed, and follows from its rules.
func (p *prover) record(ctx context.Context, r *match.Record) (*proof, error) {
	if _, err := p.trust.Verify(r); err != nil {
		return nil, err
	}
	of, err := newProof(r)
	if err != nil || p.unproved {
		return of, err
	}
	f, err := p.field(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := f.Check(ctx, r); err != nil {
		return nil, err
	}
	of.game = new(Game)
	f.describe(of.game)
	return of, nil
}

func newProof(r *match.Record) (*proof, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	of := &proof{record: recorddelta.Head(r), steps: len(r.Moves), faults: r.Details.Faults, sum: sha256.Sum256(text)}
	of.record.Details.Rules = ""
	if n := len(r.Details.Log); n > 0 { // the last event says how it ended
		of.record.Details.Log = r.Details.Log[n-1:]
	}
	return of, nil
}

// field opens the game that is in a record.
func (p *prover) field(ctx context.Context, r *match.Record) (*OpenedGame, error) {
	key := r.Details.Game + " " + r.Details.Language + " " + r.Details.Hash
	if f := p.fields[key]; f != nil {
		return f, nil
	}
	rs, err := r.Rules()
	if err != nil {
		return nil, err
	}
	f, err := newOpenedGame(ctx, rs)
	if err != nil {
		return nil, err
	}
	if p.fields == nil || len(p.fields) == maxFields {
		p.fields = map[string]*OpenedGame{}
	}
	p.fields[key] = f
	return f, nil
}

// errUnproved is reported for a result without a record.
var errUnproved = errors.New("its record is missing")

// A claimError says that a result is not what its record shows.
type claimError struct{ right store.Result }

func (e *claimError) Error() string {
	return fmt.Sprintf("its record shows the points %v and the goals %v in %d steps", e.right.Points, e.right.Goals, e.right.Steps)
}

// result checks a result of a tournament by the record of its match, which may be
// nil. The matches of the tournament are given by their keys.
func (p *prover) result(c *Config, fixtures map[string]Fixture, res store.Result, of *proof) error {
	f, ok := fixtures[res.Key]
	if !ok {
		return errors.New("the tournament has no such match")
	}
	if of == nil {
		if !p.unproved || p.trust.Signed || len(p.trust.Keys) > 0 {
			return errUnproved
		}
		return c.possible(f, res)
	}
	if err := c.isRecord(f, of.record); err != nil {
		return fmt.Errorf("its record: %w", err)
	}
	g := &c.Games[f.Game]
	if of.game != nil && (!slices.Equal(of.game.Roles, g.Roles) || !slices.Equal(of.game.Seats, g.Seats)) {
		return fmt.Errorf("the game %s has other roles than the tournament says", g.Name)
	}
	right := c.resultOf(f, of.record)
	right.Steps, right.Faults = of.steps, c.countFaults(f, of.faults)
	if !sameResult(res, right) {
		return &claimError{right}
	}
	return nil
}

// possible checks that a result without a record can be one of a match.
func (c *Config) possible(f Fixture, res store.Result) error {
	if slices.ContainsFunc(res.Goals, func(g int) bool { return g < 0 || g > 100 }) {
		return fmt.Errorf("the goals are %v: they are between 0 and 100", res.Goals)
	}
	right := c.resultOf(f, &match.Record{ID: res.Match, Goals: res.Goals, Completed: res.Over})
	right.Steps, right.Faults = res.Steps, res.Faults
	if res.Over != (len(res.Goals) > 0) || !sameResult(res, right) {
		return fmt.Errorf("the players are %q, and their points %v with the goals %v", right.Players, right.Points, right.Goals)
	}
	return nil
}

// sameResult compares two results; missing lists are empty ones. Points of matches
// that were cut off do not count.
func sameResult(a, b store.Result) bool {
	for _, r := range []*store.Result{&a, &b} {
		if !r.Over {
			r.Points = nil
		}
		r.Goals, r.Faults = append([]int{}, r.Goals...), append([]int{}, r.Faults...)
		r.Points, r.Players = append([]float64{}, r.Points...), append([]string{}, r.Players...)
	}
	return reflect.DeepEqual(a, b)
}

// inRange checks the numbers of a result.
func inRange(res store.Result) error {
	if slices.ContainsFunc(res.Points, func(p float64) bool { return !(p >= 0 && p <= 1) || math.IsNaN(p) }) {
		return fmt.Errorf("the points are %v: they are between 0 and 1", res.Points)
	}
	if res.Steps < 0 || slices.ContainsFunc(res.Faults, func(n int) bool { return n < 0 }) {
		return fmt.Errorf("%d steps with %v faults cannot be", res.Steps, res.Faults)
	}
	return nil
}

// byKey returns the matches of a schedule by their keys.
func (s *Schedule) byKey() map[string]Fixture {
	keys := make(map[string]Fixture, len(s.Fixtures))
	for _, f := range s.Fixtures {
		keys[f.Key] = f
	}
	return keys
}
