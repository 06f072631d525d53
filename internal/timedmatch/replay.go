package timedmatch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// A MismatchError is reported when a match does not go as its log says.
type MismatchError struct {
	Event     int    // the number of the event
	Got, Want string // lines of logs, or nothing where one ends earlier
}

// Error returns both lines.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("event %d is not as recorded:\n  recorded: %s\n  now:      %s", e.Event, orNothing(e.Want), orNothing(e.Got))
}

func orNothing(line string) string {
	if line == "" {
		return "nothing"
	}
	return line
}

// errHeader is reported for a log whose header cannot belong to a match.
var errHeader = errors.New("the header is not that of a match of this description")

// Replay plays a match again with the moves of players as they arrived. Everything
// else is computed; the moves of random and the substitutes for missing moves are
// drawn from the seed. The error is a [*MismatchError] if the result differs from
// the log. The callbacks of opt are called; its other fields are ignored. The name
// of the game is not compared.
func Replay(ctx context.Context, g *timed.Game, l *Log, opt timed.MatchOptions) error {
	if hash := rulesHash(g.Program()); hash != l.Header.Rules {
		return fmt.Errorf("the log is of another description: its rules have the hash %s, not %s", l.Header.Rules, hash)
	}
	replay, err := l.Header.options()
	if err != nil {
		return err
	}
	header := NewHeader(g, replay)
	if header.Game = l.Header.Game; !reflect.DeepEqual(header, l.Header) {
		return errHeader
	}
	c := &comparison{ctx: ctx, log: l, watch: opt.Observe}
	replay.Observe, replay.Notify, replay.ActionsOnly = c.observe, opt.Notify, opt.ActionsOnly
	m, err := NewMatch(g, replay)
	if m == nil {
		return err
	}
	c.match = m
	c.resume()
	return c.result()
}

// resume drives the match with the moves of the log, to its end.
func (c *comparison) resume() {
	m := c.match
	m.repeat(c.log)
	if n := len(c.log.Events); n > 0 {
		if last := &c.log.Events[n-1]; last.Ending == timed.Idle || last.Ending == timed.Stopped {
			m.Finish(last.Ending)
		}
	}
}

// repeat makes the moves of a log, as they arrived, in a match that has just begun. Failures
// and refusals are part of the match.
func (m *Match) repeat(l *Log) {
	for _, o := range l.offers(m.game) {
		if o.late {
			_ = m.Advance(o.recorded)
		}
		_ = m.Offer(o.Offer)
	}
	if n := len(l.Events); n > 0 {
		_ = m.Advance(l.Events[n-1].Time)
	}
}

// Resume returns a match that has gone as a log says, and can go on. The callbacks of opt
// are called; its other fields are ignored.
func Resume(g *timed.Game, l *Log, opt timed.MatchOptions) (*Match, error) {
	as, err := l.Header.options()
	if err != nil {
		return nil, err
	}
	as.Observe, as.Notify, as.ActionsOnly = opt.Observe, opt.Notify, opt.ActionsOnly
	m, err := NewMatch(g, as)
	if err != nil {
		return nil, err
	}
	m.repeat(l)
	return m, nil
}

// A recordedOffer is a move of a player in a log.
type recordedOffer struct {
	Offer
	recorded timed.Time
	late     bool // it came when its instant was over
}

// order is the time by which offers are sorted for the replay.
func (o *recordedOffer) order() timed.Time {
	if o.late {
		return o.recorded
	}
	return o.At
}

// offers returns the moves that players sent, in an order in which they can be
// sent again.
func (l *Log) offers(g *timed.Game) []recordedOffer {
	var out []recordedOffer
	substituted := map[string]timed.Time{} // the role's last fault
	for i := range l.Events {
		e := &l.Events[i]
		switch e.Kind {
		case timed.Fault:
			substituted[e.Role] = e.Time
		case timed.Joint:
			for _, m := range e.Moves {
				if at, ok := substituted[m.Role]; ok && at == e.Time {
					continue
				}
				out = append(out, recordedOffer{Offer: offerOf(g, m.Role, m.Move, m.At), recorded: e.Time})
			}
		case timed.Refused:
			late := e.Reason == reasonPast || e.Reason == reasonClosed
			out = append(out, recordedOffer{offerOf(g, e.Role, e.Move, e.At), e.Time, late})
		}
	}
	slices.SortStableFunc(out, func(a, b recordedOffer) int {
		if c := cmp.Compare(a.order(), b.order()); c != 0 || a.late == b.late {
			return c
		}
		if a.late {
			return 1
		}
		return -1
	})
	return out
}

// offerOf returns the offer with the name of a role.
func offerOf(g *timed.Game, role, move string, at timed.Time) Offer {
	return Offer{At: at, Role: game.Role(slices.Index(g.Roles(), role)), Move: move}
}

// A comparison compares the events of a match with those of a log.
type comparison struct {
	ctx   context.Context
	log   *Log
	match *Match // nil until it exists
	watch func(*timed.Event)
	next  int
	err   error
}

func (c *comparison) observe(e *timed.Event) {
	if c.watch != nil {
		c.watch(e)
	}
	if c.err != nil {
		return
	}
	got, err := jsonLine(e)
	err = errors.Join(err, c.ctx.Err())
	var want []byte
	if err == nil && c.next < len(c.log.Events) {
		want, err = jsonLine(&c.log.Events[c.next])
	}
	switch {
	case err != nil:
		c.err = err
	case !bytes.Equal(got, want):
		c.err = &MismatchError{c.next, string(bytes.TrimSpace(got)), string(bytes.TrimSpace(want))}
	}
	c.next++
	if c.err != nil && c.match != nil {
		c.match.ending = &Ending{Reason: timed.Stopped, Time: e.Time} // otherwise it might never end
	}
}

// result returns the first difference.
func (c *comparison) result() error {
	if c.err == nil && c.next < len(c.log.Events) {
		want, err := jsonLine(&c.log.Events[c.next])
		if err != nil {
			return err
		}
		c.err = &MismatchError{Event: c.next, Want: string(bytes.TrimSpace(want))}
	}
	return c.err
}
