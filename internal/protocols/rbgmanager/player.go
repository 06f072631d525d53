package rbgmanager

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/player"
)

// stopTime is how long it may take to say that the play is over.
const stopTime = time.Second

// maxMove is how long a move may be.
const maxMove = 1 << 20

// A boardgame is a game in the RBG language.
type boardgame interface {
	game.Game
	Actions(m game.Move) []rbgplay.Action
}

// A Player is the proxy for a player that connects to the manager. It plays one
// match.
type Player struct {
	Disguise *disguise.Disguise
	Host     *Host

	guest   *remotePlayer
	synced  bool // the player knows the whole play
	game    boardgame
	setup   player.Setup
	tracker *player.Tracker
	sent    game.Move // what the player answered last
}

var (
	_ player.Player = (*Player)(nil)
	_ player.Remote = (*Player)(nil)
)

// Remote implements [player.Remote].
func (p *Player) Remote() {}

// Await waits until a player is there for a role of a match, so that its start
// clock is only for preparing.
func (p *Player) Await(ctx context.Context, role game.Role, startClock time.Duration) error {
	var err error
	if p.guest, err = p.Host.take(ctx, newGameText(startClock, p.Disguise.Rules.Text(), int(role))); err != nil {
		return fmt.Errorf("waiting for a player at %s: %w", p.Host.Addr(), err)
	}
	return nil
}

// Invite tells the player the words that it is given unless they are nil. The
// protocol has no names of matches.
func (p *Player) Invite(_ string, d *disguise.Disguise) { p.Disguise = cmp.Or(d, p.Disguise) }

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	var ok bool
	p.setup, p.sent = s, -1
	if p.game, ok = game.First(s.Game).(boardgame); !ok || s.From != nil {
		return fmt.Errorf("%w: the protocol is for regular boardgames from their beginning", player.ErrOut)
	}
	p.tracker = player.NewTracker(s)
	if p.guest == nil {
		if err := p.Await(ctx, s.Role, s.StartClock); err != nil {
			return fmt.Errorf("%w: nobody connected: %w", player.ErrOut, err)
		}
	}
	p.synced = true
	if p.guest.game != nil {
		return nil // it has played before
	}
	text := newGameText(s.StartClock, p.Disguise.Rules.Text(), int(s.Role))
	if err := p.prepare(ctx, text); err != nil {
		p.synced = false
		return err
	}
	p.guest.game = &text
	return nil
}

// prepare tells a player the game and waits until it is ready.
func (p *Player) prepare(ctx context.Context, g gameText) error {
	for _, text := range []string{g.clock, g.rules, g.number} {
		if err := p.guest.send(ctx, text); err != nil {
			return fmt.Errorf("%w: %w", player.ErrOut, err)
		}
	}
	answer, err := p.guest.receive(ctx, maxMove)
	if err != nil {
		return fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	if answer != ready {
		return fmt.Errorf("the player said %.20q and not %q", answer, ready)
	}
	return nil
}

// errNotConnected is returned if no player connected.
var errNotConnected = fmt.Errorf("%w: not connected", player.ErrOut)

// Choose implements [player.Player]. A player that is not to move is not asked.
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.guest == nil {
		return 0, errNotConnected
	}
	if len(legal) == 1 && len(p.game.Actions(legal[0])) == 0 {
		p.sent = legal[0]
		return legal[0], nil
	}
	p.sent = -1
	move, err := p.ask(ctx, legal)
	if err != nil {
		p.synced = false
		return 0, err
	}
	p.sent = move
	return move, nil
}

// ask asks for a move.
func (p *Player) ask(ctx context.Context, legal []game.Move) (game.Move, error) {
	if err := p.guest.send(ctx, timeText(p.setup.PlayClock)); err != nil {
		return 0, fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	answer, err := p.guest.receive(ctx, maxMove)
	switch {
	case err != nil && ctx.Err() != nil:
		return 0, err // it is late
	case err != nil:
		return 0, fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	text := strings.Join(strings.Fields(answer), " ")
	for _, m := range legal {
		if rbgplay.PairsText(p.game.Actions(m)) == text {
			return m, nil
		}
	}
	return 0, &game.IllegalMoveError{Text: text}
}

// Observe implements [player.Player].
func (p *Player) Observe(ctx context.Context, e player.Event) error {
	if p.guest == nil {
		return errNotConnected
	}
	err := errors.Join(p.tracker.Observe(e), p.tell(ctx, e))
	p.synced = p.synced && err == nil
	return err
}

// tell tells the player what another one did.
func (p *Player) tell(ctx context.Context, e player.Event) error {
	if e.Own != p.sent {
		return fmt.Errorf("%w: the protocol cannot tell a player that another move was made for it", player.ErrOut)
	}
	for r, m := range e.Joint {
		if actions := p.game.Actions(m); game.Role(r) != p.setup.Role && len(actions) > 0 {
			return p.guest.send(ctx, rbgplay.PairsText(actions))
		}
	}
	return nil
}

// Stop implements [player.Player]. A player that has played to the end waits for
// another play; all others are disconnected.
func (p *Player) Stop() {
	g := p.guest
	if g == nil {
		return
	}
	p.guest = nil
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	err := g.send(ctx, reset)
	if err != nil || g.game == nil || !p.synced || !p.over() || !p.Host.give(g) {
		_ = g.Close() // the match is over in any case
	}
}

// over reports whether the play has ended.
func (p *Player) over() bool {
	over := p.tracker.Machine.Terminal(p.tracker.State)
	return over && p.tracker.Machine.Err() == nil
}
