package playerprotocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ludex/gdl"
	"ludex/internal/protocols/seat"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// A Server lets players of this program answer a manager.
type Server struct {
	seat.Options
	// NewTimed makes the player of a game in real time. If it is nil such games are
	// refused.
	NewTimed func(ctx context.Context, r *rules.Rules) (realtime.Player, error)
}

// Serve lets players answer a manager, in games that are not in real time; see
// [Server.Serve].
func Serve(ctx context.Context, c Conn, newPlayer player.Maker) error {
	return (&Server{Options: seat.Options{NewPlayer: newPlayer}}).Serve(ctx, c)
}

// Serve lets players answer a manager at the other end of a connection, one match
// after the other, until the connection or the context ends. Errors in messages
// are reported to the manager.
func (s *Server) Serve(ctx context.Context, c Conn) error {
	e := &clientSession{Server: s, conn: c}
	defer e.stop()
	for {
		m, err := c.Receive(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = e.handle(ctx, m, time.Now())
		case !errors.Is(err, ErrNoMessage):
			return err
		}
		if err != nil {
			if err := e.send(ctx, Message{Type: Error, Step: m.Step, Reason: err.Error()}); err != nil {
				return err
			}
		}
	}
}

// A clientSession is the player's end of a connection.
type clientSession struct {
	*Server
	conn    Conn
	sending sync.Mutex // a player in real time sends whenever it wants to
	match   string

	seat  *seat.Seat    // nil between matches, and in real time
	timed *timedSession // nil except in real time
}

// send sends a message about the match.
func (s *clientSession) send(ctx context.Context, m Message) error {
	s.sending.Lock()
	defer s.sending.Unlock()
	m.Match = s.match
	return s.conn.Send(ctx, m)
}

func (s *clientSession) handle(ctx context.Context, m Message, received time.Time) error {
	switch m.Type {
	case Start:
		return s.start(ctx, m, received)
	case Stop:
		s.stop()
		return nil
	case Notice:
		if s.timed == nil {
			return errNoMatch
		}
		return s.timed.receive(m)
	case Play, Event:
		if s.seat == nil {
			return errNoMatch
		}
		if m.Type == Play {
			return s.play(ctx, m, received)
		}
		s.seat.Observe(seat.Step{Joint: m.Joint, Own: m.Own, Percepts: m.Percepts})
	}
	return nil // unknown, perhaps of a later version
}

// errNoMatch is returned for messages outside a match.
var errNoMatch = errors.New("no match has started")

func (s *clientSession) stop() {
	if s.timed != nil {
		s.timed.stop()
		s.timed = nil
	}
	if s.seat != nil {
		s.seat.Stop()
		s.seat = nil
	}
}

// start lets a player prepare for a match.
func (s *clientSession) start(ctx context.Context, m Message, received time.Time) error {
	s.stop()
	s.match = m.Match
	if err := errors.Join(checkClock(m.StartClock), checkClock(m.PlayClock)); err != nil {
		return err
	}
	if m.Timed {
		return s.startTimed(ctx, m)
	}
	s.seat = seat.New(ctx, seat.Match{
		Rules: func(ctx context.Context) (*rules.Rules, error) { return s.read(ctx, m) },
		Role:  m.Role, From: m.State, Received: received, StartClock: milliseconds(m.StartClock), PlayClock: milliseconds(m.PlayClock),
		Nodes: m.Nodes, Seed: m.Seed, Listed: true,
	}, s.Options)
	s.seat.Await(ctx)
	return s.send(ctx, Message{Type: Ready})
}

// maxClock is how long clocks may be.
const maxClock = 24 * time.Hour

// checkClock checks the range of a clock; 0 is no clock.
func checkClock(ms int64) error {
	if ms < 0 || ms > maxClock.Milliseconds() {
		return fmt.Errorf("a clock of %d milliseconds: it has up to %d", ms, maxClock.Milliseconds())
	}
	return nil
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// read reads the rules of a match.
func (s *clientSession) read(ctx context.Context, m Message) (*rules.Rules, error) {
	var opt rules.Options
	name := m.Game + ".kif"
	switch m.Language {
	case string(rules.RBG):
		name = m.Game + ".rbg"
	case gdl.GDLII.String(): // it hides information even if the rules do not say so
		opt.Dialect = gdl.GDLII
	case gdl.GDLIII.String():
		opt.Dialect = gdl.GDLIII
	}
	return seat.Read(ctx, s.Log, name, m.Rules, opt)
}

// play answers with a move.
func (s *clientSession) play(ctx context.Context, m Message, received time.Time) error {
	if len(m.Legal) == 0 {
		return errors.New("no move is legal")
	}
	if err := checkClock(m.PlayClock); err != nil {
		return err
	}
	move := s.seat.Choose(ctx, received, milliseconds(m.PlayClock), m.Legal)
	return s.send(ctx, Message{Type: Move, Step: m.Step, Move: move})
}
