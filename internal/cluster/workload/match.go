package workload

import (
	"context"
	"encoding/json"
	"fmt"

	"ludex/internal/cluster"
	"ludex/internal/tournament"
	"ludex/match"
)

// PlayRemotely returns a function that lets the workers of a job play matches of a
// tournament, for [tournament.Host].
func PlayRemotely(job *cluster.Job, ended func(*cluster.Result)) func(context.Context, *tournament.Order, func(*match.Record) error) error {
	return func(ctx context.Context, o *tournament.Order, keep func(*match.Record) error) error {
		item, err := cluster.NewItem(Match, o.Fixture.Key, o)
		if err != nil {
			return err
		}
		return job.Do(ctx, item, func(r *cluster.Result) error {
			record, err := match.Decode(r.Payload)
			if err != nil {
				return fmt.Errorf("the record that came back: %w", err)
			}
			if err := keep(record); err != nil {
				return err
			}
			ended(r)
			return nil
		})
	}
}

// A prepared game of a tournament is open and has its players.
type prepared struct {
	field   *tournament.OpenedGame
	players tournament.Players
	close   func()
}

// match plays a match of a tournament.
func (r *Runner) match(ctx context.Context, o *tournament.Order) (*match.Record, error) {
	key, err := json.Marshal([]string{o.File, o.Rules})
	if err != nil {
		return nil, err
	}
	p, release, err := r.prepared.Take(ctx, string(key), func(ctx context.Context) (*prepared, error) {
		field, err := o.OpenGame(ctx)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", o.File, err)
		}
		players, done := r.players()
		return &prepared{field, players, done}, nil
	})
	if err != nil {
		return nil, err
	}
	defer release()
	return o.Play(ctx, p.field, p.players)
}
