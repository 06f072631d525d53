package realtimematch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// A Match is one play of a game in real time, with a player for each role except
// random. A role whose player is nil does not move.
type Match struct {
	Game    *timed.Game
	Options timed.MatchOptions
	Players []realtime.Player // by role
	Seeds   []uint64          // of the players, by role; nil derives them from the match's seed
	Wall    bool              // by a wall clock instead of virtual time

	// Past, unless nil, is the log of a match that goes on at Since, by the wall clock.
	Past  *timedmatch.Log
	Since timed.Time

	Nodes             int // see [realtime.Setup]
	Clock, StartClock time.Duration

	// Drive runs the match once the players are prepared, so that package match can
	// record it. Nil is [timedmatch.Run] with a new match.
	Drive func(ctx context.Context, opt timed.MatchOptions, run timedmatch.RunOptions) error
}

// Play plays the match. The time of a live match starts when all players are
// prepared. A role that gets a random move in place of a missing one has a fault,
// as does one whose player reports a fault.
func (m Match) Play(ctx context.Context) (player.Result, error) {
	began := time.Now()
	res := player.Result{Thinking: make([]player.ThinkingTime, len(m.Players)), Notes: make([]string, len(m.Players))}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	run, live := m.run()
	if live != nil {
		live.Clock.Halt()
	}
	stop, err := m.start(inner, live, &run)
	defer stop()
	defer cancel() // thinking ends before players are stopped
	if err != nil {
		return res, err
	}
	opt := m.Options
	last := &timed.Event{State: m.Game.Initial()}
	opt.Observe = m.watch(&res, last, opt.Observe)
	if m.Drive == nil {
		m.Drive = m.drive
	}
	if live != nil {
		live.Clock.Go()
	}
	err = m.Drive(inner, opt, run)
	cancel()
	err = errors.Join(err, m.finish(&res, last))
	res.Elapsed = time.Since(began)
	return res, errors.Join(err, ctx.Err())
}

// drive drives a new match.
func (m *Match) drive(ctx context.Context, opt timed.MatchOptions, run timedmatch.RunOptions) error {
	match, err := timedmatch.NewMatch(m.Game, opt)
	if err != nil {
		return err
	}
	return timedmatch.Run(ctx, match, run)
}

// run returns the options of [timedmatch.Run].
func (m *Match) run() (timedmatch.RunOptions, *realtime.Live) {
	run := timedmatch.RunOptions{Policies: make([]timed.Policy, len(m.Game.Roles()))}
	if !m.Wall {
		return run, nil
	}
	unit := m.Options.Unit
	if unit <= 0 {
		unit = timed.DefaultUnit
	}
	clock := timedmatch.NewWallClockAt(unit, m.Since)
	inbox := timedmatch.NewInbox(clock)
	run.Clock, run.Inbox, run.Past, run.Since = clock, inbox, m.Past, m.Since
	return run, &realtime.Live{Clock: clock, Inbox: inbox, Unit: unit, Execution: m.Options.Execution}
}

// start starts the players, and returns a function that stops them. Remote players
// prepare at the same time.
func (m *Match) start(ctx context.Context, live *realtime.Live, run *timedmatch.RunOptions) (stop func(), err error) {
	var started []realtime.Player
	stop = func() {
		for _, p := range started {
			p.Stop()
		}
	}
	var group sync.WaitGroup
	errs := make([]error, len(m.Players))
	for r, p := range m.Players {
		if p == nil || game.Role(r) == m.Game.Random() {
			continue
		}
		started = append(started, p)
		setup := realtime.Setup{Game: m.Game, Role: game.Role(r), Seed: m.seed(r),
			Nodes: m.Nodes, Clock: m.Clock, StartClock: m.StartClock, Live: live}
		run.Policies[r] = p
		start := func() {
			if err := p.Start(ctx, setup); err != nil {
				errs[r] = fmt.Errorf("the player of %s: %w", m.Game.Roles()[r], err)
			}
		}
		if _, ok := p.(player.Remote); ok {
			group.Go(start)
		} else {
			start()
		}
	}
	group.Wait()
	return stop, errors.Join(errs...)
}

// seed returns the seed of a player.
func (m *Match) seed(role int) uint64 {
	if m.Seeds != nil {
		return m.Seeds[role]
	}
	return player.DeriveSeed(m.Options.Seed, uint64(role))
}

// watch counts random moves in place of missing ones, and keeps the last state and
// the ending.
func (m *Match) watch(res *player.Result, last *timed.Event, more func(*timed.Event)) func(*timed.Event) {
	return func(e *timed.Event) {
		switch e.Kind {
		case timed.Start, timed.Joint, timed.Chance:
			last.State = e.State
		case timed.End:
			last.Ending = e.Ending
		case timed.Fault:
			if r, err := m.Game.Role(e.Role); err == nil {
				res.Faults = append(res.Faults, player.Fault{Role: r, Kind: player.Late})
			}
		}
		if more != nil {
			more(e)
		}
	}
}

// finish records the result, if the play ended, and the players' notes.
func (m *Match) finish(res *player.Result, last *timed.Event) error {
	for r, p := range m.Players {
		if f, ok := p.(realtime.Faulter); ok {
			for range f.Faults() {
				res.Faults = append(res.Faults, player.Fault{Role: game.Role(r), Kind: player.Failed})
			}
		}
		if n, ok := p.(player.Noter); ok {
			res.Notes[r] = n.Note()
		}
	}
	if last.Ending != timed.Terminal {
		return nil
	}
	return m.goals(res, last.State)
}

// goals records the goals of a play that is over.
func (m *Match) goals(res *player.Result, s timed.State) error {
	var goals []int
	var defects []string
	for r, name := range m.Game.Roles() {
		values, err := m.Game.Goals(s, game.Role(r))
		if err != nil {
			return err
		}
		goal, defect := player.Goal(name, values)
		if defect != "" && game.Role(r) != m.Game.Random() {
			defects = append(defects, defect)
		}
		goals = append(goals, goal)
	}
	res.Over, res.Goals, res.Defects = true, goals, defects
	return nil
}
