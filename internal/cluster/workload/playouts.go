package workload

import (
	"context"
	"errors"
	"time"

	"ludex/game"
)

// A PlayoutBatch is a number of playouts, or as many as fit into a time.
type PlayoutBatch struct {
	Rules         Rules         `json:"rules"`
	From          []string      `json:"from,omitempty"` // facts of the state to start from; none is the initial one
	Seed          uint64        `json:"seed,string"`
	Count         int           `json:"count,omitempty"`
	Time          time.Duration `json:"time,omitempty"`
	MaxSteps      int           `json:"maxSteps,omitempty"`
	Deterministic bool          `json:"deterministic,omitempty"`
}

// playouts runs a batch of playouts. Results are put together by
// [game.PlayoutResult.Add].
func (r *Runner) playouts(ctx context.Context, b *PlayoutBatch) (*game.PlayoutResult, error) {
	if b.Count <= 0 && b.Time <= 0 {
		return nil, errors.New("playouts without an end")
	}
	g, err := r.openTurns(ctx, &b.Rules)
	if err != nil {
		return nil, err
	}
	opt := game.PlayoutOptions{Count: b.Count, Time: b.Time, Seed: b.Seed, Threads: 1, MaxSteps: b.MaxSteps}
	if opt.From, err = stateOf(g, b.From); err != nil {
		return nil, err
	}
	run := game.Playouts
	if b.Deterministic {
		run = game.ScalarPlayouts
	}
	res, err := run(ctx, g, opt)
	if err == nil {
		err = ctx.Err() // a part of a batch does not count
	}
	res.Trail = nil
	return &res, err
}

var errInTurns = errors.New("the game is in real time, and this is for games in turns")

// stateOf returns the state that facts describe, or nil if there are none.
func stateOf(g game.Game, facts []string) (game.State, error) {
	if len(facts) == 0 {
		return nil, nil
	}
	return g.ParseState(facts)
}
