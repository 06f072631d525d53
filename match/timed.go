package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/internal/realtimematch"
	"ludex/internal/timedmatch"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// playTimed plays a match in real time, with its own game, since a timed game
// computes for one match at a time. The record begins when all players are
// prepared.
func playTimed(ctx context.Context, c *Config, g *timed.Game) (*Record, player.Result, error) {
	g, giveBack, err := g.Borrow()
	if err != nil {
		return nil, player.Result{}, err
	}
	defer giveBack()
	players, err := c.timedPlayers()
	if err != nil {
		return nil, player.Result{}, err
	}
	real := &c.RealTime
	m := realtimematch.Match{
		Game: g, Options: real.Options, Players: players, Seeds: real.PlayerSeeds,
		Wall: real.Wall, Nodes: c.Nodes, Clock: c.PlayClock, StartClock: c.StartClock,
	}
	if err := resume(&m, real); err != nil {
		return nil, player.Result{}, err
	}
	m.Options.Seed = c.Seed
	if m.Options.TurnClock == "" {
		m.Options.TurnClock = turnClock(g)
	}
	k := timedRecorder{game: g, players: players}
	m.Drive = func(ctx context.Context, opt timed.MatchOptions, run timedmatch.RunOptions) error {
		k.recorder = newTimedRecorder(c, g, opt)
		return k.run(ctx, opt, run)
	}
	res, err := m.Play(ctx)
	if k.recorder == nil {
		return nil, res, err
	}
	return k.record, res, err
}

// resume lets a match go on that was interrupted.
func resume(m *realtimematch.Match, real *RealTime) error {
	if real.Past == nil {
		return nil
	}
	log, err := timedmatch.ReadLines(real.Past)
	if err != nil {
		return fmt.Errorf("the match cannot go on: %w", err)
	}
	m.Past, m.Since = log, real.Since
	if n := len(log.Events); n > 0 {
		m.Since = max(m.Since, log.Events[n-1].Time)
	}
	return nil
}

// turnClock returns the fact that ends the turns of a game that is translated from
// a turn-based one, or "".
func turnClock(g *timed.Game) string {
	translation, err := timed.FindTranslation(g.Program())
	if err != nil {
		return ""
	}
	return translation.Clock
}

// newTimedRecorder begins the record of a match in real time.
func newTimedRecorder(c *Config, g *timed.Game, opt timed.MatchOptions) *recorder {
	k := newRecorder(c)
	r := k.record
	r.Errors = [][]string{make([]string, len(c.Seats))}
	r.Details.Log = []json.RawMessage{line(timedmatch.NewHeader(g, opt))}
	if !c.anyHuman() {
		r.Human = nil
	}
	return k
}

// A timedRecorder writes the record of a match in real time.
type timedRecorder struct {
	*recorder
	game    *timed.Game
	players []realtime.Player // by role
	cancel  context.CancelCauseFunc
	failed  error // of keeping
}

// run drives the match and records what happens.
func (k *timedRecorder) run(ctx context.Context, opt timed.MatchOptions, run timedmatch.RunOptions) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k.cancel = cancel
	if err := k.keep(); err != nil {
		return err
	}
	watch := opt.Observe
	opt.Observe = func(e *timed.Event) {
		k.observe(e)
		if watch != nil {
			watch(e)
		}
	}
	m, err := timedmatch.NewMatch(k.game, opt)
	if err == nil {
		err = timedmatch.Run(ctx, m, run)
	}
	return k.end(errors.Join(err, k.failed))
}

// line writes a line of a log. Headers and events can always be written.
func line(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(b.Bytes())
}

// observe records an event.
func (k *timedRecorder) observe(e *timed.Event) {
	if k.failed != nil {
		return // an event that cannot be saved does not count
	}
	k.record.Details.Log = append(k.record.Details.Log, line(e))
	k.record.note(e, k.game, k.Now())
	if k.failed = k.keep(); k.failed != nil {
		k.cancel(k.failed)
	}
}

// note records an event in the form of public records.
func (r *Record) note(e *timed.Event, g *timed.Game, now time.Time) {
	if len(e.Facts) > 0 || e.Kind == timed.Start {
		r.add(e, g, now)
	}
	if e.Kind == timed.Fault {
		r.Details.Faults = append(r.Details.Faults, Fault{Step: len(r.Moves), Role: e.Role, Kind: string(player.Late), Error: e.Reason})
	}
	if e.Kind == timed.End {
		r.Completed, r.Aborted = e.Ending == timed.Terminal, e.Ending != timed.Terminal
		r.Details.Reason = string(e.Ending)
		r.Goals = goalsOf(e.Goals, len(g.Roles()))
	}
}

// add records a state in the form of public records, which have no time: the moves
// that led to it, without those of roles that did not move.
func (r *Record) add(e *timed.Event, g *timed.Game, now time.Time) {
	texts := make([]string, len(e.Facts))
	for i, f := range e.Facts {
		texts[i] = f.String()
	}
	r.States = append(r.States, stateText(texts))
	r.addTime(now)
	if e.Kind == timed.Start {
		return
	}
	moves := make([]string, len(g.Roles()))
	for _, m := range e.Moves {
		if role, err := g.Role(m.Role); err == nil {
			moves[role] = m.Move
		}
	}
	r.Moves, r.Errors = append(r.Moves, moves), append(r.Errors, make([]string, len(moves)))
}

// goalsOf returns one goal for each role, 0 where the rules do not give exactly
// one; nil if there are none.
func goalsOf(goals [][]int, roles int) []int {
	if len(goals) != roles {
		return nil
	}
	out := make([]int, roles)
	for r, values := range goals {
		if len(values) == 1 {
			out[r] = values[0]
		}
	}
	return out
}

// end records how the match ended.
func (k *timedRecorder) end(err error) error {
	if err != nil && !k.record.Completed {
		k.record.Aborted, k.record.Details.Reason = true, err.Error()
	}
	if k.failed != nil {
		return err
	}
	k.record.Details.Notes = notes(k.players)
	return errors.Join(err, k.seal())
}

// notes returns the notes of players, by role; nil if there are none.
func notes(players []realtime.Player) []string {
	list, some := make([]string, len(players)), false
	for r, p := range players {
		if n, ok := p.(player.Noter); ok {
			list[r] = n.Note()
			some = some || list[r] != ""
		}
	}
	if !some {
		return nil
	}
	return list
}

// IsTimed reports whether the record is of a match in real time.
func (r *Record) IsTimed() bool { return len(r.Details.Log) > 0 }
