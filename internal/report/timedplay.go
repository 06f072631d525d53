package report

import (
	"context"

	"ludex/internal/realtimematch"
	"ludex/internal/timedmatch"
	"ludex/player/realtime"
	"ludex/timed"
)

// timedOptions returns the options of a play in real time.
func (c *collector) timedOptions(seed uint64, w *eventRecorder) timed.MatchOptions {
	return timed.MatchOptions{Seed: seed, MaxTime: timed.Time(c.method.MaxTime) * timed.Unit, MaxEvents: maxUpdates,
		TurnClock: c.subject.TurnClock, Observe: w.observe}
}

// maxUpdates is the number of updates after which a play in real time is cut off.
const maxUpdates = 10_000

// randomTimed makes a play in which all roles move at random instants, once per unit
// of time on average.
func (c *collector) randomTimed(ctx context.Context, g *timed.Game, number int) (*TimedPlays, error) {
	seed := derive(c.method.Seed, useRandom, number)
	w := newEventRecorder(&c.data.About)
	m, err := timedmatch.NewMatch(g, c.timedOptions(seed, w))
	if err != nil {
		return nil, err
	}
	policies := make([]timed.Policy, len(g.Roles()))
	for _, r := range c.seats {
		policies[r] = timedmatch.RandomPolicy(derive(seed, useRole, r), timed.PerUnit)
	}
	if err := timedmatch.Run(ctx, m, timedmatch.RunOptions{Policies: policies}); err != nil {
		return nil, err
	}
	return w.end(m.Ending()), ctx.Err()
}

// selfTimed plays a game of the player against itself, in virtual time.
func (c *collector) selfTimed(ctx context.Context, g *timed.Game, number int) (*TimedPlays, error) {
	w := newEventRecorder(&c.data.About)
	players := make([]realtime.Player, len(g.Roles()))
	for _, r := range c.seats {
		players[r] = c.options.NewTimed()
	}
	ending := &timedmatch.Ending{Reason: timed.Stopped}
	opt := c.timedOptions(derive(c.method.Seed, useSelf, number), w)
	opt.Observe = func(e *timed.Event) {
		w.observe(e)
		if e.Kind == timed.End {
			ending = &timedmatch.Ending{Reason: e.Ending, Time: e.Time, Goals: e.Goals}
		}
	}
	m := realtimematch.Match{Game: g, Options: opt, Players: players, Nodes: c.method.Nodes, Clock: c.method.Clock, StartClock: c.method.Clock}
	res, err := m.Play(ctx)
	if err != nil {
		return nil, err
	}
	plays := w.end(ending)
	if number == 0 {
		plays.Note = res.Notes[c.seats[0]]
	}
	return plays, nil
}

// boutTimed plays a game in real time against an opponent that moves at random, once
// per unit of time on average.
func (c *collector) boutTimed(ctx context.Context, g *timed.Game, rival, number int) (Bout, error) {
	b := Bout{Rival: rival, Number: number, Seat: c.seats[number%len(c.seats)]}
	players := make([]realtime.Player, len(g.Roles()))
	for _, r := range c.seats {
		if players[r] = c.options.NewTimed(); r != b.Seat {
			players[r] = realtime.NewRandom(timed.PerUnit)
		}
	}
	w := newEventRecorder(&c.data.About)
	m := realtimematch.Match{Game: g, Options: c.timedOptions(derive(c.method.Seed, useBouts+rival, number), w), Players: players,
		Nodes: c.method.Nodes, Clock: c.method.Clock, StartClock: c.method.Clock}
	res, err := m.Play(ctx)
	b.Over, b.Goals = res.Over, res.Goals
	return b, err
}
