package rbg

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rbg/play"
	"ludex/rules"
)

// stopTime is how long it may take to say that the play is over.
const stopTime = time.Second

// maxMove is how long a move may be.
const maxMove = 1 << 20

// A boardgame is a game of the language.
type boardgame interface {
	game.Game
	Actions(m game.Move) []play.Action
}

// A Player is a player that connects to the manager. It is a stand-in for the
// manager, and plays one match.
type Player struct {
	Disguise *rules.Disguise
	// Accept waits for the player to connect.
	Accept func(ctx context.Context) (net.Conn, error)

	conn  *conn
	game  boardgame
	setup player.Setup
	sent  game.Move // what the player answered last
}

var (
	_ player.Player = (*Player)(nil)
	_ player.Remote = (*Player)(nil)
)

// Remote implements [player.Remote].
func (p *Player) Remote() {}

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	var ok bool
	p.setup, p.sent = s, -1
	if p.game, ok = s.Game.(boardgame); !ok || s.From != nil {
		return fmt.Errorf("%w: the protocol is for regular boardgames from their beginning", player.ErrOut)
	}
	c, err := p.Accept(ctx)
	if err != nil {
		return fmt.Errorf("%w: nobody connected: %w", player.ErrOut, err)
	}
	p.conn = newConn(c)
	for _, text := range []string{timeText(s.StartClock), p.Disguise.Rules.Text(), strconv.Itoa(int(s.Role) + 1)} {
		if err := p.conn.send(ctx, text); err != nil {
			return fmt.Errorf("%w: %w", player.ErrOut, err)
		}
	}
	answer, err := p.conn.receive(ctx, maxMove)
	if err != nil {
		return fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	if answer != ready {
		return fmt.Errorf("the player said %.20q and not %q", answer, ready)
	}
	return nil
}

// errNotConnected is reported if nobody connected.
var errNotConnected = fmt.Errorf("%w: not connected", player.ErrOut)

// Choose implements [player.Player]. Who is not to move is not asked.
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.conn == nil {
		return 0, errNotConnected
	}
	if len(legal) == 1 && len(p.game.Actions(legal[0])) == 0 {
		p.sent = legal[0]
		return legal[0], nil
	}
	p.sent = -1
	if err := p.conn.send(ctx, timeText(p.setup.PlayClock)); err != nil {
		return 0, fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	answer, err := p.conn.receive(ctx, maxMove)
	switch {
	case err != nil && ctx.Err() != nil:
		return 0, err // it is late
	case err != nil:
		return 0, fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	text := strings.Join(strings.Fields(answer), " ")
	for _, m := range legal {
		if play.PairsText(p.game.Actions(m)) == text {
			p.sent = m
			return m, nil
		}
	}
	return 0, &game.IllegalMoveError{Text: text}
}

// Observe implements [player.Player].
func (p *Player) Observe(ctx context.Context, e player.Event) error {
	if p.conn == nil {
		return errNotConnected
	}
	if e.Own != p.sent {
		return fmt.Errorf("%w: the protocol cannot tell a player that another move was made for it", player.ErrOut)
	}
	for r, m := range e.Joint {
		if actions := p.game.Actions(m); game.Role(r) != p.setup.Role && len(actions) > 0 {
			return p.conn.send(ctx, play.PairsText(actions))
		}
	}
	return nil
}

// Stop implements [player.Player].
func (p *Player) Stop() {
	if p.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	_ = errors.Join(p.conn.send(ctx, reset), p.conn.Close()) // the match is over in any case
	p.conn = nil
}
