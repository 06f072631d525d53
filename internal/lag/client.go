package lag

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/timed"
)

// A Client is a player's knowledge of a match. It belongs to one goroutine.
type Client struct {
	Sync

	game *timed.Game
	role game.Role

	next    int                   // the number of the next notice
	early   map[int]timed.Notice  // received before one with a smaller number
	sent    map[uint64]timed.Time // own moves, by their numbers
	trail   []timed.State         // all states so far
	settled int                   // how many of them are final
	ids     uint64
	ending  *timed.Notice
	returns int
}

// ErrHidden is reported for a game with hidden information, whose states cannot
// be computed from notices.
var ErrHidden = errors.New("the roles of this game do not see all moves, so that its states cannot be followed")

// NewClient returns a client that knows the rules and the initial state.
func NewClient(g *timed.Game, r game.Role) (*Client, error) {
	if g.Hidden() {
		return nil, ErrHidden
	}
	return &Client{game: g, role: r, next: 1, early: map[int]timed.Notice{}, sent: map[uint64]timed.Time{},
		trail: []timed.State{g.Initial()}, settled: 1}, nil
}

// Role returns the role that the client plays.
func (c *Client) Role() game.Role { return c.role }

// Send records that a move is sent at a time by the player's clock, and returns
// the number that it must have.
func (c *Client) Send(now timed.Time) uint64 {
	c.ids++
	c.sent[c.ids] = now
	return c.ids
}

// Receive handles a notice. Notices that arrive out of order are buffered;
// duplicates are ignored. If the client has computed states beyond the time of the
// notice, it rolls them back.
func (c *Client) Receive(ctx context.Context, n timed.Notice) error {
	if n.To != c.role {
		return fmt.Errorf("a notice to role %d came to role %d", n.To, c.role)
	}
	if n.Number < c.next {
		return nil
	}
	c.early[n.Number] = n
	for {
		n, ok := c.early[c.next]
		if !ok {
			return nil
		}
		delete(c.early, c.next)
		c.next++
		if err := c.apply(ctx, &n); err != nil {
			return fmt.Errorf("notice %d: %w", n.Number, err)
		}
	}
}

// apply processes the next notice.
func (c *Client) apply(ctx context.Context, n *timed.Notice) error {
	if sent, ok := c.sent[n.ID]; ok && (n.Moved || n.Kind == timed.Refused) {
		delete(c.sent, n.ID)
		if n.Moved {
			c.Add(sent, n.Received)
		}
	}
	switch {
	case n.Kind == timed.End:
		c.ending = n
	case n.Kind == timed.Chance || n.Kind == timed.Joint && len(n.Moves) == 0:
		return c.follow(ctx, n, n.Time)
	case n.Kind == timed.Joint:
		return c.follow(ctx, n, n.Time-timed.Moment)
	}
	return nil
}

// follow goes to the state of an instant, rolling back if needed, and makes the
// update of a notice there.
func (c *Client) follow(ctx context.Context, n *timed.Notice, from timed.Time) error {
	c.goBack(from)
	if err := c.goOn(ctx, from); err != nil {
		return err
	}
	if len(n.Moves) > 0 {
		last := c.last()
		u, err := c.game.Update(last, n.Time-last.Now(), n.Moves)
		if err != nil {
			return err
		}
		c.trail = append(c.trail, u.State)
	}
	c.settled = len(c.trail)
	return nil
}

func (c *Client) last() timed.State { return c.trail[len(c.trail)-1] }

// goBack rolls back states after an instant that are not final.
func (c *Client) goBack(to timed.Time) {
	if len(c.trail) > c.settled && c.last().Now() > to {
		c.returns++
	}
	for len(c.trail) > c.settled && c.last().Now() > to {
		c.trail = c.trail[:len(c.trail)-1]
	}
}

// goOn lets time pass up to and including an instant, without moves.
func (c *Client) goOn(ctx context.Context, to timed.Time) error {
	for n := 0; ; n++ {
		s := c.last()
		if s.Expiry() > to {
			return nil
		}
		over, err := c.game.Terminal(s)
		if over || err != nil {
			return err
		}
		if n%256 == 255 && ctx.Err() != nil {
			return ctx.Err()
		}
		u, err := c.game.Update(s, s.Expiry()-s.Now(), nil)
		if err != nil {
			return err
		}
		c.trail = append(c.trail, u.State)
	}
}

// StateAt returns the state of the game at an instant of the manager's clock,
// as far as the client knows.
func (c *Client) StateAt(ctx context.Context, t timed.Time) (timed.State, error) {
	if err := c.goOn(ctx, t); err != nil {
		return timed.State{}, err
	}
	i := len(c.trail) - 1
	for i > 0 && c.trail[i].Now() > t {
		i--
	}
	return c.trail[i], nil
}

// Missing reports whether earlier notices have not arrived yet.
func (c *Client) Missing() bool { return len(c.early) > 0 }

// Ending returns the manager's notice that the match is over, or nil.
func (c *Client) Ending() *timed.Notice { return c.ending }

// Returns returns how often the client had to roll back.
func (c *Client) Returns() int { return c.returns }

// Received returns the number of the last notice up to which none is missing.
func (c *Client) Received() int { return c.next - 1 }

// Game returns the game that is played.
func (c *Client) Game() *timed.Game { return c.game }
