package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/sleep"
)

const (
	// pingTime is the interval between pings, and maxSilence is how long the manager
	// may be silent before the player reconnects.
	pingTime   = 5 * time.Second
	maxSilence = 15 * time.Second
	// clientAhead is how many unread messages are buffered before the manager has to
	// wait.
	clientAhead = 1024
)

// A Conn is a player's end of a connection to a manager. It reconnects by itself,
// and knows the offset of the manager's clock.
type Conn struct {
	*resumableConn
	url, name string
	session   string // of the goroutine that keeps the connection
	group     sync.WaitGroup
	clocks    clocks
}

var _ playerprotocol.Clocked = (*Conn)(nil)

// Dial connects to a manager at an address such as ws://host:port/, under the
// player's name.
func Dial(ctx context.Context, url, name string) (*Conn, error) {
	c := &Conn{resumableConn: newResumableConn(clientAhead), url: url, name: name}
	c.hears = c.heard
	k, err := c.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", url, err)
	}
	c.group.Go(func() { c.keep(k) })
	return c, nil
}

// connect connects, first or again.
func (c *Conn) connect(ctx context.Context) (*attachment, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*helloTime)
	defer cancel()
	s, _, err := websocket.Dial(ctx, c.url, nil)
	if err != nil {
		return nil, err
	}
	k, err := c.handshake(ctx, s)
	if err != nil {
		return nil, errors.Join(err, s.CloseNow())
	}
	return k, nil
}

// handshake introduces the player.
func (c *Conn) handshake(ctx context.Context, s *websocket.Conn) (*attachment, error) {
	s.SetReadLimit(playerprotocol.MaxMessage)
	c.mu.Lock()
	seen := c.seen
	c.mu.Unlock()
	if err := writeNote(ctx, s, note{Type: hello, Name: c.name, Session: c.session, Seen: seen}); err != nil {
		return nil, err
	}
	f, err := read(ctx, s)
	if err != nil {
		return nil, err
	}
	if f.Type != welcome {
		return nil, errors.New("the manager did not say welcome")
	}
	c.session = f.Session
	return c.attach(s, f.Seen)
}

// keep reads from the connection, and reconnects when it breaks.
func (c *Conn) keep(k *attachment) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.group.Go(func() { // connecting ends with the connection
		select {
		case <-c.done:
			cancel()
		case <-ctx.Done():
		}
	})
	for k != nil {
		err := c.serve(k)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			c.end(fmt.Errorf("%w by the manager", ErrClosed))
		}
		k = c.again(ctx)
	}
}

// serve serves one attachment until it breaks.
func (c *Conn) serve(k *attachment) error {
	var group sync.WaitGroup
	group.Go(func() { c.pump(k) })
	group.Go(func() { c.watch(k) })
	err := c.read(k)
	c.detach(k)
	group.Wait()
	return err
}

// again reconnects. It returns nil if that is impossible or the connection is
// closed.
func (c *Conn) again(ctx context.Context) *attachment {
	for wait := 10 * time.Millisecond; !c.closed(); wait = min(2*wait, time.Second) {
		k, err := c.connect(ctx)
		if err == nil {
			return k
		}
		if websocket.CloseStatus(err) == websocket.StatusPolicyViolation {
			c.end(fmt.Errorf("%w: %w", ErrLost, err))
			return nil
		}
		_, _ = sleep.UnlessWoken(context.Background(), wait, c.done)
	}
	return nil
}

// Close implements [playerprotocol.Conn].
func (c *Conn) Close() error {
	c.end(ErrClosed)
	c.group.Wait()
	return nil
}
