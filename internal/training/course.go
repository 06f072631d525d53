package training

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/player"
)

// A Course is learning in pieces of time, such as those in which an opponent thinks. After
// enough new plays it tries by matches whether the network has become better than what is
// used so far, and only then takes its place. It runs in the goroutine of its caller.
type Course struct {
	opt     CourseOptions
	game    game.Game
	learner *learn.Learner
	used    *learn.Model  // nil is playouts only
	from    int           // plays when the lap began
	until   int           // plays at which it ends, at the earliest
	length  time.Duration // of the lap, about
	studied time.Duration
	trial   *courseTrial // nil if none is under way
}

// CourseOptions say how a course learns.
type CourseOptions struct {
	Learn learn.Options
	// Clock is the time for a move in trials.
	Clock time.Duration
	// Nodes, if not 0, bounds the work for a move instead of the clock, so that a course
	// depends on its seed alone.
	Nodes int
	// Plays, if not 0, is the number of plays after which a course has come to its end, when
	// a trial has judged them.
	Plays int
}

const (
	// shortestLap is the fewest new plays before a trial, and lapTime the least time of
	// learning where there are clocks: a trial takes time, too.
	shortestLap = 2048
	lapTime     = 15 * time.Second
	// courseTime is the time of learning after which a course has come to its end.
	courseTime = 20 * time.Minute
	// methodsTried is the number of methods that a trial compares.
	methodsTried = 2
)

// A Learned is what a course has learned. It does not depend on the engine.
type Learned struct {
	Newest *learn.Model // nil if nothing was learned
	Used   *learn.Model // that trials showed to be better than playouts; nil if none was
}

// errAlone is returned for games for one player, whose trials would be no matches.
var errAlone = errors.New("there is only one player")

// NewCourse prepares to learn a game for two players or more, and goes on from what was learned
// before.
func NewCourse(ctx context.Context, g game.Game, from Learned, opt CourseOptions) (*Course, error) {
	if len(player.Seats(g)) < 2 {
		return nil, errAlone
	}
	if from.Newest != nil {
		opt.Learn.Hidden = from.Newest.Net.Shape().Hidden
	}
	l, err := learn.New(ctx, g, from.Newest, opt.Learn)
	if err != nil {
		return nil, err
	}
	if opt.Clock = min(max(opt.Clock, minClock), goodClock); opt.Nodes > 0 {
		opt.Clock = 0
	}
	c := &Course{opt: opt, game: g, learner: l}
	if from.Used != nil {
		used := *from.Used
		if used.Net, err = from.Used.For(g); err != nil {
			return nil, err
		}
		used.Features = l.Model.Features
		c.used = &used
	}
	c.beginLap()
	return c, nil
}

// beginLap begins to learn for the next trial, from as many plays as before.
func (c *Course) beginLap() {
	c.from = c.learner.Model.Plays
	c.until, c.studied = c.from+max(c.from, shortestLap), 0
	c.length = UntilTrial(c.learner.Model)
}

// UntilTrial returns about how long a course learns before a trial judges the network, if it goes
// on from a model, which may be nil: as long as the model has learned, which is when the plays
// are twice as many.
func UntilTrial(from *learn.Model) time.Duration {
	if from == nil {
		return lapTime
	}
	return max(lapTime, from.Time)
}

// UntilTrial returns about how long learning takes until the next trial, or 0 if one is under way.
func (c *Course) UntilTrial() time.Duration {
	if c.trial != nil {
		return 0
	}
	return max(c.length-c.studied, 0)
}

// Plays returns the number of plays that were learned from.
func (c *Course) Plays() int { return c.learner.Model.Plays }

// Used returns the model that is the best by trials, or nil if playouts are. Its network
// does not change.
func (c *Course) Used() *learn.Model { return c.used }

// Learned returns what was learned so far, for another course. This one must not go on.
func (c *Course) Learned() Learned { return Learned{Newest: c.learner.Model, Used: c.used} }

// Done reports whether there is nothing more to learn.
func (c *Course) Done() bool {
	return c.learner.Model.Time >= courseTime || c.opt.Plays > 0 && c.from >= c.opt.Plays
}

// Study learns until the context ends, which is no error, or until a trial shows that the
// network is better than what was used before.
func (c *Course) Study(ctx context.Context) (better bool, err error) {
	for !better && err == nil && ctx.Err() == nil && !c.Done() {
		switch {
		case c.trial != nil:
			better, err = c.try(ctx)
		case c.lapOver():
			c.trial = c.newTrial()
		default:
			err = c.round(ctx)
		}
	}
	if err != nil && game.Ended(ctx, err) {
		err = nil
	}
	return better, err
}

// lapOver reports whether it is time for a trial.
func (c *Course) lapOver() bool {
	return !c.learner.Interrupted() && c.learner.Model.Plays >= c.until && (c.opt.Nodes > 0 || c.studied >= lapTime)
}

// round makes a round of learning. Steps are large after a trial, and small before one.
func (c *Course) round(ctx context.Context) error {
	began := time.Now()
	done := float64(c.learner.Model.Plays-c.from) / float64(c.until-c.from)
	start := 0.5
	if c.from == 0 {
		start = 0
	}
	err := c.learner.Round(ctx, min(start+(1-start)*done, 1))
	took := time.Since(began)
	c.studied += took
	c.learner.Model.Time += took
	return err
}

// Close ends a trial that is under way.
func (c *Course) Close() {
	if c.trial != nil && c.trial.match != nil {
		c.trial.match.stop()
	}
	c.trial = nil
}

// A courseTrial is a trial of a network in a course.
type courseTrial struct {
	contest   contest
	selection *selection
	against   learn.Method
	other     *neural.Network
	pair      learn.Trial   // games of the current method
	atOnce    int           // how many these become
	match     *steppedMatch // nil between games
}

// newTrial returns a trial of the network against what is used.
func (c *Course) newTrial() *courseTrial {
	m := c.learner.Model
	t := &courseTrial{against: playoutsOnly, other: m.Net, contest: contest{
		game: c.game, net: m.Net, plays: m.Plays, length: c.learner.Length(), seed: c.opt.Learn.Seed + uint64(m.Plays),
	}}
	list := c.promising()
	if c.used != nil {
		t.against, t.other = c.used.Method, c.used.Net
		list = []learn.Method{c.used.Method}
	}
	t.atOnce = t.contest.gamesAtOnce(len(list))
	t.selection = newSelection(list, learn.Trial{Against: t.against, Plays: m.Plays, Clock: c.opt.Clock})
	return t
}

// promising returns the methods that did best in the last trials.
func (c *Course) promising() []learn.Method {
	list := methods(c.game, c.learner.Simultaneous())
	score := func(m learn.Method) float64 {
		for _, t := range slices.Backward(c.learner.Model.Trials) {
			if t.Method == m && t.Games > 0 {
				return t.Score
			}
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b learn.Method) int { return cmp.Compare(score(b), score(a)) })
	return list[:min(len(list), methodsTried)]
}

// try goes on with the trial. At its end it reports whether the network is better, which
// is used from then on.
func (c *Course) try(ctx context.Context) (improved bool, err error) {
	for t := c.trial; t.selection.current() != nil; {
		if err := c.playGame(ctx, t); err != nil {
			if !game.Ended(ctx, err) {
				c.Close()
			}
			return false, err
		}
	}
	best := c.trial.selection.best()
	m := c.learner.Model
	m.Trials = append(m.Trials, c.trial.selection.trials...)
	c.trial = nil
	c.beginLap()
	if best == nil {
		return false, nil
	}
	m.Method = best.Method
	used := *m
	used.Net, used.Trials = m.Net.Clone(), slices.Clone(m.Trials)
	c.used = &used
	return true, nil
}

// playGame plays one game of the current method, or the rest of it.
func (c *Course) playGame(ctx context.Context, t *courseTrial) error {
	seats := player.Seats(c.game)
	if t.match == nil {
		t.contest.seed++
		t.match = &steppedMatch{
			game: c.game, clock: c.opt.Clock, nodes: c.opt.Nodes, seed: t.contest.seed, maxSteps: t.contest.maxSteps(),
			players: t.contest.players(seats, t.selection.current().Method, t.against, t.other, t.pair.Games),
		}
	}
	over, goals, err := t.match.play(ctx)
	if err != nil {
		return err
	}
	t.match.stop()
	t.match = nil
	t.pair = join(t.pair, t.contest.score(seats, over, goals, t.pair.Games))
	if t.pair.Games == t.atOnce {
		t.selection.add(t.pair)
		t.pair = learn.Trial{}
	}
	return nil
}
