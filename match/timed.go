package match

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/player"
	"ludex/rules"
	"ludex/timed"
)

// A TimedConfig says what is played in real time, by whom and how.
type TimedConfig struct {
	ID         string
	Rules      *rules.Rules
	Game       *timed.Game // of the rules
	Names      []string    // by role
	Human      []bool      // by role; nil is nobody
	Tournament string

	Options timed.MatchOptions
	Players timed.RunOptions
	// ScrambleSeed is what it is in [Config].
	ScrambleSeed uint64
	// Notes returns what players have to say in the end, by role; it may be nil.
	Notes func() []string

	// Key, Keep and Now are what they are in [Config]. Keep is called after
	// everything that happens.
	Key  *Key
	Keep func(*Record) error
	Now  func() time.Time
}

// RunTimed plays a match in real time. The record is also returned with an error,
// which says that the match could not be played to its end.
func RunTimed(ctx context.Context, c TimedConfig) (*Record, error) {
	if len(c.Names) != len(c.Game.Roles()) {
		return nil, fmt.Errorf("%d names for %d roles", len(c.Names), len(c.Game.Roles()))
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k := &timedKeeper{TimedConfig: &c, cancel: cancel, record: c.newRecord()}
	if err := k.keep(); err != nil {
		return k.record, err
	}
	watch := c.Options.Observe
	c.Options.Observe = func(e *timed.Event) {
		k.observe(e)
		if watch != nil {
			watch(e)
		}
	}
	m, err := timed.NewMatch(c.Game, c.Options)
	if err == nil {
		err = timed.Run(ctx, m, c.Players)
	}
	return k.record, k.end(errors.Join(err, k.failed))
}

func (c *TimedConfig) newRecord() *Record {
	now := c.Now().UnixMilli()
	return &Record{
		ID: c.ID, Token: rand.Text(), StartTime: now, Tournament: c.Tournament,
		States: []string{}, StateTimes: []int64{}, Moves: [][]string{}, Errors: [][]string{make([]string, len(c.Names))},
		PreviewClock: -1, Names: c.Names, Human: c.Human, Scrambled: c.ScrambleSeed != 0,
		Details: Details{
			Version: Version, Game: c.Rules.Name(), Language: string(c.Rules.Language()), Hash: c.Rules.Hash(), Rules: c.Rules.Text(), Reading: ReadingOf(c.Rules),
			Roles: c.Game.Roles(), Seed: c.Options.Seed, ScrambleSeed: c.ScrambleSeed,
			Log: []json.RawMessage{line(timed.NewHeader(c.Game, c.Options))},
		},
	}
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

// A timedKeeper writes the record of a match in real time.
type timedKeeper struct {
	*TimedConfig
	cancel context.CancelCauseFunc
	record *Record
	failed error // of keeping
}

func (k *timedKeeper) keep() error {
	if k.Keep == nil {
		return nil
	}
	if err := k.Keep(k.record); err != nil {
		return fmt.Errorf("keeping the record of match %s: %w", k.ID, err)
	}
	return nil
}

// observe notes an event.
func (k *timedKeeper) observe(e *timed.Event) {
	if k.failed != nil {
		return // what cannot be kept has not happened
	}
	k.record.Details.Log = append(k.record.Details.Log, line(e))
	k.record.note(e, k.Game, k.Now())
	if k.failed = k.keep(); k.failed != nil {
		k.cancel(k.failed)
	}
}

// note notes an event in the way of public records.
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

// add notes a state in the way of public records, which know no time: the moves
// that led to it, where a role that did nothing has none.
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

// end signs and keeps the record.
func (k *timedKeeper) end(err error) error {
	if err != nil && !k.record.Completed {
		k.record.Aborted, k.record.Details.Reason = true, err.Error()
	}
	if k.failed != nil {
		return err
	}
	if k.Notes != nil {
		k.record.Details.Notes = k.Notes()
	}
	if k.Key != nil {
		if err := k.record.Sign(k.Key); err != nil {
			return err
		}
	}
	return errors.Join(err, k.keep())
}

// IsTimed reports whether the record is one of a match in real time.
func (r *Record) IsTimed() bool { return len(r.Details.Log) > 0 }

// TimedLog returns the log of a match in real time.
func (r *Record) TimedLog() (*timed.Log, error) {
	var text bytes.Buffer
	for _, l := range r.Details.Log {
		if err := json.Compact(&text, l); err != nil { // people may have indented it
			return nil, err
		}
		text.WriteByte('\n')
	}
	return timed.ReadLog(&text)
}
