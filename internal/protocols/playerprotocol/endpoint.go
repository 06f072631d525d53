package playerprotocol

import (
	"cmp"
	"context"
	"errors"

	"ludex/internal/disguise"
)

// An Endpoint is the manager's end of the connection to a player. Players of both
// kinds have one.
type Endpoint struct {
	Match    string // the name of the match
	Name     string // under which the player connects, if it does
	Disguise *disguise.Disguise
	// Connect is called when the match starts.
	Connect func(ctx context.Context) (Conn, error)

	conn Conn
}

// Invite tells the player the name of the match, and the words that it is given
// unless they are nil.
func (e *Endpoint) Invite(match string, d *disguise.Disguise) {
	e.Match, e.Disguise = match, cmp.Or(d, e.Disguise)
}

// PlayerName returns the name under which the player connects, or "".
func (e *Endpoint) PlayerName() string { return e.Name }

// Use makes the player use an open connection when the match starts, instead of
// calling Connect.
func (e *Endpoint) Use(c Conn) { e.conn = c }

// Remote implements [player.Remote].
func (e *Endpoint) Remote() {}

// A connectError says that there is no connection.
type connectError struct{ error }

func (e *connectError) Unwrap() error { return e.error }

// open connects, if needed, and starts the match at the other end. It retries over
// a new connection if that may help.
func (e *Endpoint) open(ctx context.Context, start func() error) error {
	for {
		if e.conn == nil {
			c, err := e.Connect(ctx)
			if err != nil {
				return &connectError{err}
			}
			e.conn = c
		}
		err := start()
		if !again(ctx, e.conn, err) {
			return err
		}
		closeConn(e.conn, true)
		e.conn = nil
	}
}

// A brokenError says that a connection is broken.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }

func (e *brokenError) Unwrap() error { return e.err }

// again reports whether it is worth trying to start a match over another
// connection: players that connect to the manager may have connected again.
func again(ctx context.Context, c Conn, err error) bool {
	_, comes := c.(Dropper)
	_, broken := errors.AsType[*brokenError](err)
	return comes && broken && ctx.Err() == nil
}

// closeConn closes a connection. The connection of a player that is out is dropped
// if it outlives matches.
func closeConn(c Conn, out bool) {
	if d, ok := c.(Dropper); ok && out {
		_ = d.Drop()
		return
	}
	_ = c.Close()
}
