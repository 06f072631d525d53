package learn

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"ludex/internal/neural"
)

// A round is a number of plays and what is learned from them. It can be interrupted at any
// time without a change to its result.
type round struct {
	first       uint64 // seed of the first play
	temperature float64
	rate        float32
	plays       [][]neural.Sample // nil where they have not been made
	played      bool              // all were made, and belong to the samples that are kept
	left        int               // samples to train with
	trained     int
	loss        float64 // sum of the squared errors
}

// Round makes some plays and learns from them. The progress is between 0, at the
// beginning, and 1, at the end. If the context ends, that is an error, and the next call
// goes on with the same round.
func (l *Learner) Round(ctx context.Context, progress float64) error {
	temperature, rate := 0.15+0.6*(1-progress), float32(1-0.9*progress)*l.opt.Rate
	if l.opt.Device != nil {
		return l.deviceRound(ctx, temperature, rate)
	}
	if l.round == nil {
		l.round = &round{
			first: l.opt.Seed<<20 + uint64(l.Model.Plays), temperature: temperature, rate: rate, plays: make([][]neural.Sample, l.opt.Plays),
		}
	}
	if err := l.makePlays(ctx); err != nil {
		return err
	}
	if err := l.train(ctx); err != nil {
		return err
	}
	l.Loss = l.round.loss / float64(l.round.trained)
	l.round = nil
	return nil
}

// Interrupted reports whether the last round was interrupted, so that the next call of
// [Learner.Round] goes on with it.
func (l *Learner) Interrupted() bool { return l.round != nil }

// makePlays makes the plays of the round that are missing, and keeps their samples.
func (l *Learner) makePlays(ctx context.Context) error {
	r := l.round
	if r.played {
		return nil
	}
	play := l.playHere
	if l.opt.Elsewhere != nil {
		play = l.playElsewhere
	}
	if err := play(ctx, r); err != nil {
		return err
	}
	samples := slices.Concat(r.plays...)
	l.Model.Plays += len(r.plays)
	l.Model.Positions += len(samples)
	if l.kept = append(l.kept, samples); len(l.kept) > l.opt.Rounds {
		l.kept = l.kept[1:]
	}
	r.played, r.plays, r.left = true, nil, len(samples)*l.opt.Reuse
	return nil
}

// playHere makes the plays of a round in this process.
func (l *Learner) playHere(ctx context.Context, r *round) error {
	errs := make([]error, len(l.players))
	var next atomic.Int64
	var all sync.WaitGroup
	for k, p := range l.players {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(r.plays) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if r.plays[i] != nil {
					continue
				}
				if r.plays[i], errs[k] = p.play(ctx, r.first+uint64(i), r.temperature); errs[k] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// train trains with so many of the samples that are kept as the round has left.
func (l *Learner) train(ctx context.Context) error {
	r := l.round
	for ; r.left > 0; r.left -= batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.samples = l.samples[:0]
		for range batch {
			kept := l.kept[l.rand.Choose(len(l.kept))]
			l.samples = append(l.samples, kept[l.rand.Choose(len(kept))])
		}
		l.images.replace(l.samples, l.rand)
		r.loss += l.trainer.Step(l.samples, r.rate)
		r.trained += batch
	}
	return nil
}
