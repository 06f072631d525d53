package rbg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rbg/play"
	"ludex/rules"
)

// Serve has a player of ours answer the manager at the other end of a connection,
// play after play, until the connection or the context ends.
func Serve(ctx context.Context, c net.Conn, p player.Player, seed uint64) error {
	s := &server{conn: newConn(c), player: p, seed: seed}
	defer c.Close()
	if err := s.prepare(ctx); err != nil {
		return err
	}
	for number := uint64(0); ; number++ {
		if err := s.play(ctx, number); err != nil {
			if errors.Is(err, io.EOF) && s.between {
				return nil
			}
			return fmt.Errorf("play %d: %w", number, err)
		}
	}
}

// A server is the player's end of a connection.
type server struct {
	conn    *conn
	player  player.Player
	seed    uint64
	game    boardgame
	role    game.Role
	clock   time.Duration // for preparing
	tracker *player.Tracker
	between bool // no play has begun, or one is over
}

// prepare reads what comes before the first play.
func (s *server) prepare(ctx context.Context) error {
	var texts [3]string
	for i := range texts {
		var err error
		if texts[i], err = s.conn.receive(ctx, maxMessage); err != nil {
			return fmt.Errorf("waiting for the game: %w", err)
		}
	}
	var err error
	if s.clock, err = parseTime(texts[0]); err != nil {
		return err
	}
	rs, err := rules.Parse("match.rbg", texts[1])
	if err != nil {
		return err
	}
	g, _, err := rs.Open(ctx, rules.Opening{})
	if err != nil {
		return err
	}
	s.game = g.(boardgame)
	number, err := strconv.Atoi(texts[2])
	if err != nil || number < 1 || number > len(g.Roles()) {
		return fmt.Errorf("there is no player %.10q", texts[2])
	}
	s.role = game.Role(number - 1)
	return nil
}

// play plays once.
func (s *server) play(ctx context.Context, number uint64) error {
	setup := player.Setup{Game: s.game, Role: s.role, StartClock: s.clock, Seed: s.seed + number}
	preparing, cancel := limited(ctx, s.clock)
	defer cancel()
	if err := s.player.Start(preparing, setup); err != nil {
		return err
	}
	defer s.player.Stop()
	if number == 0 {
		if err := s.conn.send(ctx, ready); err != nil {
			return err
		}
	}
	s.tracker = player.NewTracker(setup)
	s.between = true
	for !s.tracker.Machine.Terminal(s.tracker.State) {
		if err := s.step(ctx); err != nil {
			if errors.Is(err, errReset) {
				return nil // broken off
			}
			return err
		}
		s.between = false
	}
	s.between = true
	text, err := s.conn.receive(ctx, maxMove)
	if err == nil && text != reset {
		err = fmt.Errorf("the play is over, and the manager said %.20q", text)
	}
	return err
}

func limited(ctx context.Context, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, clock-player.Reserve(clock))
}

// errReset is reported when a play is broken off.
var errReset = errors.New("the play was broken off")

// step makes one step: the player's move, or that of another.
func (s *server) step(ctx context.Context) error {
	t := s.tracker
	legal := make([][]game.Move, len(s.game.Roles()))
	mover := 0
	for r := range legal {
		legal[r] = t.Machine.Legal(t.State, game.Role(r), nil)
		if len(legal[r]) != 1 || len(s.game.Actions(legal[r][0])) > 0 {
			mover = r
		}
	}
	text, err := s.conn.receive(ctx, maxMove)
	switch {
	case err != nil:
		return err
	case text == reset:
		return errReset
	}
	joint := make([]game.Move, len(legal))
	for r := range joint {
		joint[r] = legal[r][0]
	}
	if game.Role(mover) == s.role {
		joint[mover], err = s.choose(ctx, text, legal[mover])
	} else {
		joint[mover], err = s.read(text, legal[mover])
	}
	if err != nil {
		return err
	}
	e := player.Event{Own: joint[s.role], Joint: joint}
	return errors.Join(t.Observe(e), s.player.Observe(ctx, e))
}

// choose has the player move within a time and sends what it says.
func (s *server) choose(ctx context.Context, timeText string, legal []game.Move) (game.Move, error) {
	clock, err := parseTime(timeText)
	if err != nil {
		return 0, err
	}
	thinking, cancel := limited(ctx, clock)
	defer cancel()
	move, err := s.player.Choose(thinking, legal)
	if err != nil {
		return 0, err
	}
	return move, s.conn.send(ctx, play.PairsText(s.game.Actions(move)))
}

// read finds the move that another player made.
func (s *server) read(text string, legal []game.Move) (game.Move, error) {
	for _, m := range legal {
		if play.PairsText(s.game.Actions(m)) == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%.60q is not legal", text)
}
