package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ludex/wire/talk"
)

// A Conn is a player's end of a connection to a manager. It takes the connection
// up again by itself when it breaks, and knows how the manager's clock differs
// from its own.
type Conn struct {
	*line
	url, name string
	cancel    context.CancelFunc
	group     sync.WaitGroup
	session   string

	clock sync.Mutex
	asked map[uint64]time.Time // by number of the ping
	next  uint64
	best  time.Duration // the shortest way there and back so far
	ahead time.Duration // how far the manager's clock is ahead
	known bool
}

// Dial connects to a manager at an address such as ws://host:port/live, under a
// name by which the manager knows who plays.
func Dial(ctx context.Context, url, name string) (*Conn, error) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &Conn{line: newLine(), url: url, name: name, cancel: cancel, asked: map[uint64]time.Time{}}
	c.answer = c.heard
	s, err := c.connect(ctx)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("connecting to %s: %w", url, err)
	}
	c.group.Go(func() { c.keep(inner, s) })
	return c, nil
}

// connect connects, first or again.
func (c *Conn) connect(ctx context.Context) (*websocket.Conn, error) {
	s, _, err := websocket.Dial(ctx, c.url, nil)
	if err != nil {
		return nil, err
	}
	s.SetReadLimit(talk.MaxMessage)
	c.mu.Lock()
	seen := c.seen
	c.mu.Unlock()
	if err := write(ctx, s, frame{Message: talk.Message{Type: hello}, Name: c.name, Session: c.session, Seen: seen}); err != nil {
		return nil, errors.Join(err, s.CloseNow())
	}
	limited, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	f, err := read(limited, s)
	if err == nil && f.Type != welcome {
		err = errors.New("the manager did not say welcome")
	}
	if err != nil {
		return nil, errors.Join(err, s.CloseNow())
	}
	c.session = f.Session
	return s, c.attach(ctx, s, f.Seen)
}

// keep reads from the connection, and takes it up again when it breaks.
func (c *Conn) keep(ctx context.Context, s *websocket.Conn) {
	for {
		c.ping(ctx)
		err := c.read(ctx, s)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			c.end(errClosed)
		}
		c.detach(s)
		for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
			if c.closed() || ctx.Err() != nil {
				return
			}
			if s, err = c.connect(ctx); err == nil {
				break
			}
			if websocket.CloseStatus(err) == websocket.StatusPolicyViolation {
				c.end(fmt.Errorf("%w: %w", ErrLost, err))
				return
			}
			select {
			case <-time.After(wait):
			case <-c.done:
				return
			case <-ctx.Done():
				return
			}
		}
	}
}

// ping asks the manager for its time. Answers that come soon are good ones.
func (c *Conn) ping(ctx context.Context) {
	c.clock.Lock()
	c.next++
	id := c.next
	c.asked[id] = time.Now()
	c.clock.Unlock()
	c.sendNow(ctx, frame{Message: talk.Message{Type: ping}, ID: id})
}

// heard takes an answer to a ping: the manager's clock showed what it says half
// way there and back, give or take half of the way. The shortest way is the best
// measurement.
func (c *Conn) heard(f frame) {
	if f.Type != pong {
		return
	}
	now := time.Now()
	c.clock.Lock()
	defer c.clock.Unlock()
	sent, ok := c.asked[f.ID]
	if !ok {
		return
	}
	delete(c.asked, f.ID)
	if way := now.Sub(sent); !c.known || way < c.best {
		c.best, c.known = way, true
		c.ahead = time.UnixMicro(f.Clock).Sub(sent.Add(way / 2))
	}
	again := c.next < 5
	if again {
		go c.ping(context.Background())
	}
}

// Offset returns how far the manager's clock is ahead of ours, how long a message
// takes there and back at best, and whether this is known yet.
func (c *Conn) Offset() (ahead, way time.Duration, known bool) {
	c.clock.Lock()
	defer c.clock.Unlock()
	return c.ahead, c.best, c.known
}

// Close implements [talk.Conn].
func (c *Conn) Close() error {
	c.end(errClosed)
	c.cancel()
	c.group.Wait()
	return nil
}
