package rbgmanager

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/protocols/seat"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rules"
)

// Play connects to the manager at an address and plays until there is nothing more to play.
// A manager that sends a player away after a play, since it wants one for another role or
// game, gets it back at once, with its programs still running.
func Play(ctx context.Context, address string, seed uint64, opt seat.Options) error {
	dialer := net.Dialer{Timeout: 10 * time.Second}
	for again := false; ; again = true {
		c, err := dialer.DialContext(ctx, "tcp", address)
		if err != nil && again && ctx.Err() == nil {
			return nil // the manager has ended
		}
		if err != nil {
			return err
		}
		if err := Serve(ctx, c, seed, opt); again && errors.Is(err, io.EOF) {
			return nil // there are no more plays
		} else if err != nil {
			return err
		}
	}
}

// Serve lets a player of this program answer the manager at the other end of a
// connection, play after play, until the connection or the context ends. The game
// is prepared once, in the time that the manager gives before the first play.
func Serve(ctx context.Context, c net.Conn, seed uint64, opt seat.Options) error {
	s := &server{conn: newConn(c), between: true}
	defer c.Close()
	m, err := s.prepare(ctx, opt)
	if err != nil {
		return err
	}
	m.Seed = seed
	s.seat = seat.New(ctx, m, opt)
	defer s.seat.Stop()
	s.seat.Await(ctx)
	if err := s.conn.send(ctx, ready); err != nil {
		return err
	}
	for {
		if err := s.step(ctx); err != nil {
			if errors.Is(err, io.EOF) && s.between {
				return nil
			}
			return fmt.Errorf("play %d: %w", s.plays+1, err)
		}
	}
}

// A server is the player's end of a connection.
type server struct {
	conn    *conn
	seat    *seat.Seat
	plays   int  // that are over
	between bool // no play has begun, or one is over
}

// prepare reads what comes before the first play.
func (s *server) prepare(ctx context.Context, opt seat.Options) (seat.Match, error) {
	var texts [3]string
	var received time.Time
	for i := range texts {
		var err error
		if texts[i], err = s.conn.receive(ctx, maxMessage); err != nil {
			return seat.Match{}, fmt.Errorf("waiting for the game: %w", err)
		}
		if i == 0 {
			received = time.Now()
		}
	}
	clock, err := parseTime(texts[0])
	if err != nil {
		return seat.Match{}, err
	}
	number, err := strconv.Atoi(texts[2])
	if err != nil || number < 1 {
		return seat.Match{}, fmt.Errorf("there is no player %.10q", texts[2])
	}
	return seat.Match{
		Rules: func(ctx context.Context) (*rules.Rules, error) {
			return seat.Read(ctx, opt.Log, "match.rbg", texts[1], rules.Options{AsRBG: true})
		},
		Number: number, Received: received, StartClock: clock, Text: pairs, Guess: "1 1",
	}, nil
}

// pairs writes a move in the form of the protocol.
func pairs(g game.Game, _ game.Role, m game.Move) string {
	return rbgplay.PairsText(game.First(g).(boardgame).Actions(m))
}

// step reads a message: the time for a move, the move of another, or the end of the
// play. A move has at least two numbers.
func (s *server) step(ctx context.Context) error {
	message, err := s.conn.receive(ctx, maxMove)
	switch {
	case err != nil:
		return err
	case message == reset:
		s.seat.Again()
		s.plays++
		s.between = true
		return nil
	}
	s.between = false
	if strings.Contains(message, " ") {
		s.seat.Observe(seat.Step{Mover: message})
		return nil
	}
	return s.choose(ctx, message)
}

// choose answers with a move within a time.
func (s *server) choose(ctx context.Context, timeText string) error {
	received := time.Now()
	clock, err := parseTime(timeText)
	if err != nil {
		return err
	}
	move := s.seat.Choose(ctx, received, clock, nil)
	if err := s.conn.send(ctx, move); err != nil {
		return err
	}
	s.seat.Observe(seat.Step{Mover: move})
	return nil
}
