package playerprotocol

import (
	"cmp"
	"context"
	"errors"
	"time"

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
	// StartUp returns how much longer than its start clock the player may take at the
	// beginning of a match, because it has to be started first. It may be nil.
	StartUp func() time.Duration

	conn   Conn
	failed bool // a message was not answered as it should be
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

// StartUpTime implements [player.Starter].
func (e *Endpoint) StartUpTime() time.Duration {
	if e.StartUp == nil {
		return 0
	}
	return e.StartUp()
}

// said returns the last lines of a player that failed, or "".
func (e *Endpoint) said() string {
	if s, ok := e.conn.(Speaker); ok && e.failed {
		return s.Said()
	}
	return ""
}

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
// connection: players that connect to the manager may have connected again, and
// programs that ended after their last match can be started again.
func again(ctx context.Context, c Conn, err error) bool {
	d, comes := c.(Dropper)
	_, broken := errors.AsType[*brokenError](err)
	return comes && broken && !d.Fresh() && ctx.Err() == nil
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
