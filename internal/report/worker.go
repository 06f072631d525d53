package report

import (
	"context"
	"fmt"

	"ludex/timed"
)

// A worker does jobs, with memory of its own.
type worker struct {
	*collector
	roamer *randomPlayer
	timed  *timed.Game
}

// work does jobs until the context ends.
func (c *collector) work(ctx context.Context, jobs <-chan job) error {
	w := &worker{collector: c}
	if c.subject.Timed != nil {
		var err error
		if w.timed, err = c.subject.Timed.Fork(); err != nil {
			return err
		}
	} else {
		w.roamer = newRandomPlayer(c.subject.Game, &c.data.About, c.method.MaxSteps)
	}
	for j := range jobs {
		if err := w.do(ctx, j); err != nil && ctx.Err() == nil {
			return err
		}
	}
	if w.roamer != nil {
		c.add(func(d *Data) { d.Random.merge(&w.roamer.plays) })
	}
	return nil
}

func (w *worker) do(ctx context.Context, j job) error {
	switch {
	case j.kind == randomJob:
		return w.random(ctx, j.number)
	case j.kind == rulesJob:
		return w.rules(ctx)
	case j.kind == viewsJob:
		v, err := w.randomViews(ctx, j.number)
		if err != nil {
			return err
		}
		w.add(func(d *Data) { d.Views = mergeViews(d.Views, v) })
		return nil
	case w.timed != nil:
		return w.gameTimed(ctx, j)
	}
	return w.game(ctx, j)
}

// random makes a block of random plays.
func (w *worker) random(ctx context.Context, number int) error {
	for k := number * block; k < min((number+1)*block, w.method.Playouts); k++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w.timed == nil {
			if err := w.roamer.play(ctx, derive(w.method.Seed, useRandom, k)); err != nil {
				return err
			}
		} else {
			p, err := w.randomTimed(ctx, w.timed, k)
			if err != nil {
				return err
			}
			w.add(func(d *Data) { d.Timed = mergeTimed(d.Timed, p) })
		}
		w.playouts.Add(1)
		w.report()
	}
	return nil
}

// game plays a game of the player, against itself or an opponent.
func (w *worker) game(ctx context.Context, j job) error {
	if j.kind == boutJob {
		b, err := w.bout(ctx, j.rival, j.number)
		if err != nil {
			return err
		}
		w.add(func(d *Data) { d.Bouts = mergeBouts(d.Bouts, []Bout{b}) })
	} else {
		p, moves, err := w.selfPlay(ctx, j.number)
		if err != nil {
			return fmt.Errorf("game %d: %w", j.number, err)
		}
		var v *Views
		if w.data.About.Hidden {
			if v, err = w.views(ctx, moves); err != nil {
				return err
			}
		}
		w.add(func(d *Data) {
			d.Self = mergePlays(d.Self, []Play{p})
			d.SelfViews = mergeViews(d.SelfViews, v)
		})
	}
	w.games.Add(1)
	w.report()
	return nil
}

// gameTimed is game for games in real time.
func (w *worker) gameTimed(ctx context.Context, j job) error {
	if j.kind == boutJob {
		b, err := w.boutTimed(ctx, w.timed, j.rival, j.number)
		if err != nil {
			return err
		}
		w.add(func(d *Data) { d.Bouts = mergeBouts(d.Bouts, []Bout{b}) })
	} else {
		p, err := w.selfTimed(ctx, w.timed, j.number)
		if err != nil {
			return fmt.Errorf("game %d: %w", j.number, err)
		}
		w.add(func(d *Data) { d.SelfTimed = mergeTimed(d.SelfTimed, p) })
	}
	w.games.Add(1)
	w.report()
	return nil
}

// report reports the progress.
func (w *worker) report() {
	if w.options.Progress != nil {
		p := w.total
		p.Playouts, p.Games = int(w.playouts.Load()), int(w.games.Load())
		w.options.Progress(p)
	}
}
