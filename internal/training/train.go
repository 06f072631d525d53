package training

import (
	"context"
	"errors"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
)

// Options say how long and how to learn.
type Options struct {
	Time time.Duration // for everything
	// From is the model to go on from, or nil.
	From *learn.Model
	// Learn are the options of self-play.
	Learn learn.Options
	// Points is the number of points of the learning curve.
	Points int
	// Progress is called from time to time, on the goroutine that learns. It may be
	// nil.
	Progress func(Status)
	// Save is called with the model at each point of the curve. It may be nil.
	Save func(*learn.Model) error
}

// A Status is how far learning has come.
type Status struct {
	Elapsed, Left time.Duration
	Model         *learn.Model // the caller must not change it
	Loss          float64
	Trying        bool // matches are being played
}

// trialShare is the divisor of the time for the trials at the end.
const trialShare = 4

// progressInterval is the time between two reports.
const progressInterval = 200 * time.Millisecond

// Train learns a game. If the context ends early, the model is what was learned so far,
// and there is no error.
func Train(ctx context.Context, g game.Game, opt Options) (*learn.Model, error) {
	began := time.Now()
	l, err := learn.New(ctx, g, opt.From, opt.Learn)
	if err != nil {
		return nil, err
	}
	t := &trainer{game: g, opt: opt, learner: l, began: began, before: l.Model.Time, last: began}
	if opt.From != nil {
		t.previous = l.Model.Net.Clone()
	}
	t.learning = opt.Time - opt.Time/trialShare
	err = t.run(ctx)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return l.Model, err
}

// A trainer is the state of a training.
type trainer struct {
	game     game.Game
	opt      Options
	learner  *learn.Learner
	began    time.Time
	before   time.Duration   // learned earlier
	learning time.Duration   // how long to learn
	last     time.Time       // of a report
	previous *neural.Network // at the point before, or nil
}

// run learns and adds points to the curve. It makes at least one round, however little time
// there is.
func (t *trainer) run(ctx context.Context) error {
	first := t.learner.Model.Plays
	for point := range t.opt.Points {
		until := t.learning * time.Duration(point+1) / time.Duration(t.opt.Points)
		before := t.learner.Model.Plays
		for time.Since(t.began) < until || t.learner.Model.Plays == first {
			if err := t.learner.Round(ctx, t.progress()); err != nil {
				return err
			}
			t.learner.Model.Time = t.before + time.Since(t.began)
			t.report(false)
		}
		if t.learner.Model.Plays == before {
			continue // the matches of the last point took the time of this one
		}
		if err := t.mark(ctx); err != nil {
			return err
		}
	}
	return t.chooseMethod(ctx)
}

// progress returns how far learning has come, between 0 and 1. Learning that goes on from
// a model does not begin again with large steps.
func (t *trainer) progress() float64 {
	done, all := t.before+time.Since(t.began), t.before+t.learning
	return min(float64(done)/float64(all), 1)
}

// report calls Progress unless that was done a moment ago.
func (t *trainer) report(trying bool) {
	if t.opt.Progress == nil || time.Since(t.last) < progressInterval && !trying {
		return
	}
	t.last = time.Now()
	elapsed := t.last.Sub(t.began)
	t.opt.Progress(Status{
		Elapsed: elapsed, Left: max(t.opt.Time-elapsed, 0), Model: t.learner.Model, Loss: t.learner.Loss, Trying: trying,
	})
}

// chooseMethod finds out how the network is best used. The method that trials showed before
// is tried first.
func (t *trainer) chooseMethod(ctx context.Context) error {
	t.report(true)
	m := t.learner.Model
	list := methods(t.game, t.learner.Simultaneous())
	if m.Helps() {
		list = append([]learn.Method{m.Method}, slices.DeleteFunc(list, func(o learn.Method) bool { return o == m.Method })...)
	}
	c := t.contest()
	method, trials, err := c.choose(ctx, list, t.opt.Time-time.Since(t.began))
	if err != nil {
		return err // a few games say less than the trials before them
	}
	if m.Trials = append(m.Trials, trials...); method.Search != learn.Playouts || refuted(m.Method, trials) {
		m.Method = method
	}
	return t.save()
}

// refuted reports whether trials show that a method, which was better than playouts before
// more was learned, no longer is. If they have few games, they do not.
func refuted(m learn.Method, trials []learn.Trial) bool {
	return slices.ContainsFunc(trials, func(t learn.Trial) bool {
		return t.Method == m && (t.Worse() || t.Games >= leastGames && !t.Better())
	})
}

func (t *trainer) contest() *contest {
	return &contest{
		game: t.game, net: t.learner.Model.Net, plays: t.learner.Model.Plays, length: t.learner.Length(), seed: t.opt.Learn.Seed,
	}
}

func (t *trainer) save() error {
	if t.opt.Save == nil {
		return nil
	}
	return t.opt.Save(t.learner.Model)
}
