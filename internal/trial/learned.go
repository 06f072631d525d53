package trial

import (
	"bytes"
	"context"
	"fmt"

	"ludex/internal/learn"
	"ludex/internal/report"
	"ludex/internal/training"
	"ludex/player"
)

// learningShare is the divisor of the time of a trial that learning may take.
const learningShare = 2

// learn has a network learn the game from plays of itself, if that is asked for. If matches
// with the same budget show that it is better than playouts, it plays the games of the trial.
// The figure "learned" is its score in these matches.
func (t *trial) learn(ctx context.Context) error {
	if t.options.Learn <= 0 || len(player.Seats(t.subject.Game)) < 2 {
		return nil
	}
	inner, cancel := context.WithTimeout(ctx, t.options.Limits.Time/learningShare)
	defer cancel()
	m, err := t.course(inner)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case inner.Err() != nil:
		t.note("the player did not learn the game in time")
		return nil
	case err != nil:
		t.note(fmt.Sprintf("the game cannot be learned: %v", err))
		return nil
	}
	if f := learnedFigure(m); f != nil {
		t.result.Figures = append(t.result.Figures, *f)
	}
	return t.use(m)
}

// course learns until a network is better than playouts, or from so many plays as are asked
// for. It depends on the seed alone, unless the time is up.
func (t *trial) course(ctx context.Context) (*learn.Model, error) {
	opt := training.CourseOptions{Learn: learn.Defaults(), Nodes: t.options.Nodes, Plays: t.options.Learn}
	opt.Learn.Seed = t.options.Seed
	c, err := training.NewCourse(ctx, t.subject.Game, training.Learned{}, opt)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if _, err := c.Study(ctx); err != nil {
		return nil, err
	}
	if m := c.Used(); m != nil {
		return m, nil
	}
	return c.Learned().Newest, nil
}

// learnedFigure returns the score of the best method in the last matches of a network.
func learnedFigure(m *learn.Model) *Figure {
	var best *learn.Trial
	for i := range m.Trials {
		if x := &m.Trials[i]; x.Plays == m.Plays && x.Games > 0 && (best == nil || x.Score > best.Score) {
			best = x
		}
	}
	if best == nil {
		return nil
	}
	return &Figure{"learned", "of 1", report.NewEstimate(uint64(best.Games), best.Score, best.Low, best.High)}
}

// use has a network play the games, if it helps.
func (t *trial) use(m *learn.Model) (err error) {
	if !m.Helps() {
		return nil
	}
	if t.maker.New, err = training.MakerOf(m, t.subject.Game); err != nil {
		return err
	}
	m.Time = 0 // so that the file is the same on every machine
	var file bytes.Buffer
	err = m.WriteCompact(&file)
	t.result.Network = file.Bytes()
	return err
}
