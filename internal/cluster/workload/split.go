package workload

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"ludex/game"
	"ludex/internal/cluster"
	"ludex/internal/report"
)

// A Split divides work among the workers of a job, and merges the results.
type Split struct {
	Job   *cluster.Job
	Parts int                   // the number of parts, where it can be chosen; 0 is DefaultParts
	Ended func(*cluster.Result) // is called after each part
}

// DefaultParts is the default number of parts.
const DefaultParts = 64

func (s *Split) parts() int {
	if s.Parts <= 0 {
		return DefaultParts
	}
	return s.Parts
}

// each lets workers process payloads, and passes on their results.
func each[P, R any](ctx context.Context, s *Split, kind cluster.Kind, payloads iter.Seq2[string, P], keep func(R) error) error {
	var failed error
	items := func(yield func(cluster.Item) bool) {
		for key, payload := range payloads {
			item, err := cluster.NewItem(kind, key, payload)
			if err != nil {
				failed = err
				return
			}
			if !yield(item) {
				return
			}
		}
	}
	err := s.Job.Each(ctx, items, func(r *cluster.Result) error {
		var found R
		if err := json.Unmarshal(r.Payload, &found); err != nil {
			return fmt.Errorf("the result of %s: %w", r.Key, err)
		}
		if err := keep(found); err != nil {
			return err
		}
		s.Ended(r)
		return nil
	})
	return errors.Join(failed, err)
}

// A PerftCounter counts the positions of a game, depth by depth.
type PerftCounter struct {
	Split
	Rules    Rules
	Game     game.Game
	From     game.State
	Terminal bool // count the terminal positions at each depth
	frontier *Frontier
	states   uint64 // up to the last depth that was counted
}

// At counts the move sequences of a length, and the terminal positions one step before.
// It must be called for all depths from 0 on; last is the deepest one.
func (c *PerftCounter) At(ctx context.Context, depth, last int) (at game.PerftCount, before uint64, err error) {
	if c.frontier == nil {
		if c.frontier, err = NewFrontier(ctx, c.Game, c.From, last); err != nil {
			return at, 0, err
		}
	}
	sum := Count{}
	if depth <= c.frontier.Depth {
		var counts []game.PerftCount
		if counts, err = game.Perft(ctx, c.Game, c.From, depth, c.Terminal); err == nil {
			sum = Count{Leaves: counts[depth].Leaves, Terminal: counts[depth].Terminal}
			if depth > 0 {
				sum.Before = counts[depth-1].Terminal
			}
		}
	} else {
		shards := func(yield func(string, PerftShard) bool) {
			for i, shard := range c.frontier.Shards(c.Rules, depth, c.parts(), c.Terminal) {
				if !yield(fmt.Sprintf("depth %d, shard %d", depth, i), shard) {
					return
				}
			}
		}
		err = each(ctx, &c.Split, Perft, shards, func(n Count) error {
			sum.Add(n)
			return nil
		})
	}
	c.states += sum.Leaves
	return game.PerftCount{Depth: depth, Leaves: sum.Leaves, Terminal: sum.Terminal, States: c.states}, sum.Before, err
}

// How long a batch of playouts that ends by time may take.
const (
	shortBatch = 50 * time.Millisecond
	longBatch  = time.Second
)

// Playouts runs the playouts of a batch: its number of them, within its time, or for
// its time if it has no number. The result of a deterministic batch does not depend
// on the number of parts. The time of the result is wall-clock time here; the total
// time of the workers is returned separately.
func (s *Split) Playouts(ctx context.Context, all PlayoutBatch) (sum game.PlayoutResult, took time.Duration, err error) {
	began := time.Now()
	err = each(ctx, s, Playouts, func(yield func(string, PlayoutBatch) bool) {
		size := max(all.Count/s.parts(), 1)
		for i, from := 0, 0; all.Time == 0 || time.Since(began) < all.Time; i++ {
			part := all
			part.Seed = game.NewRand(all.Seed + uint64(i)).Uint64()
			if all.Deterministic {
				part.Seed = all.Seed + uint64(from)
			}
			if all.Count > 0 {
				part.Time = 0
				if part.Count = min(size, all.Count-from); part.Count == 0 {
					return
				}
				from += part.Count
			} else {
				part.Time = min(max(all.Time/32, shortBatch), longBatch)
			}
			if !yield(fmt.Sprintf("batch %d", i), part) {
				return
			}
		}
	}, func(r game.PlayoutResult) error {
		took += r.Elapsed
		sum.Add(&r)
		return nil
	})
	sum.Elapsed = time.Since(began)
	return sum, took, err
}

// Report plays the shards of a report. If the context ends, the data are those of
// the finished shards.
func (s *Split) Report(ctx context.Context, study ReportShard) (*report.Data, error) {
	var all *report.Data
	err := each(ctx, s, Report, func(yield func(string, ReportShard) bool) {
		for i := range s.parts() {
			study.Shard = report.Shard{Index: i, Of: s.parts()}
			if !yield(fmt.Sprintf("shard %d", i), study) {
				return
			}
		}
	}, func(d *report.Data) (err error) {
		if all == nil {
			all = d
			return nil
		}
		all, err = report.Merge(all, d)
		return err
	})
	return all, err
}
