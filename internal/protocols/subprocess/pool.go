package subprocess

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"ludex/internal/protocols/playerprotocol"
)

// A Pool keeps the processes of a program between matches, so that a program is
// started once for a series and can keep what it has learned. Matches that are played
// at the same time have a process each. It must be closed.
type Pool struct {
	Program
	// StartUp is how much longer than its start clock a program may take in the first
	// match after it was started.
	StartUp time.Duration

	mu     sync.Mutex
	idle   []*conn
	closed bool
}

// errClosed is returned by a pool that was closed.
var errClosed = errors.New("the series is over")

// Connect returns a connection to a process that waits for a match, or to a new one.
// Closing it lets the process wait for another match.
func (p *Pool) Connect(ctx context.Context) (playerprotocol.Conn, error) {
	c, err := p.take()
	if err != nil {
		return nil, err
	}
	fresh := c == nil
	if fresh {
		if c, err = p.start(ctx); err != nil {
			return nil, err
		}
	}
	return &pooled{conn: c, pool: p, fresh: fresh}, nil
}

// StartUpTime returns the time for starting the program, which is 0 if a process
// waits for a match.
func (p *Pool) StartUpTime() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		if c.running() {
			return 0
		}
	}
	return p.StartUp
}

// take returns a process that waits for a match, or nil.
func (p *Pool) take() (*conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	for len(p.idle) > 0 {
		last := len(p.idle) - 1
		c := p.idle[last]
		p.idle = p.idle[:last]
		if c.running() {
			return c, nil
		}
		_ = c.Close() // also what it left behind
	}
	return nil, nil
}

// put keeps a process for the next match.
func (p *Pool) put(c *conn) error {
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if closed {
		return c.Close()
	}
	return nil
}

// Close ends the processes that wait for a match. Those in a match end with it.
func (p *Pool) Close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	errs := make([]error, len(idle))
	var group sync.WaitGroup
	for i, c := range idle {
		group.Go(func() { errs[i] = c.Close() })
	}
	group.Wait()
	return errors.Join(errs...)
}

// A pooled connection is a process of a pool during one match.
type pooled struct {
	*conn
	pool  *Pool
	fresh bool
	once  sync.Once
	// owed counts questions without an answer. A process that owes some is not kept,
	// because its late answers would be taken for those of the next match.
	owed   atomic.Int64
	broken atomic.Bool
}

var (
	_ playerprotocol.Dropper = (*pooled)(nil)
	_ playerprotocol.Speaker = (*pooled)(nil)
)

// Send implements [playerprotocol.Conn].
func (c *pooled) Send(ctx context.Context, m playerprotocol.Message) error {
	asks := int64(0)
	if m.Type == playerprotocol.Start || m.Type == playerprotocol.Play {
		asks = 1
	}
	c.owed.Add(asks)
	err := c.conn.Send(ctx, m)
	if _, unsent := errors.AsType[*playerprotocol.NotSentError](err); unsent {
		c.owed.Add(-asks)
		return err
	}
	if err != nil {
		c.broken.Store(true)
	}
	return err
}

// Receive implements [playerprotocol.Conn].
func (c *pooled) Receive(ctx context.Context) (playerprotocol.Message, error) {
	m, err := c.conn.Receive(ctx)
	switch {
	case err == nil:
		if answers(m) && c.owed.Load() > 0 {
			c.owed.Add(-1)
		}
	case ctx.Err() == nil:
		c.broken.Store(true)
	}
	return m, err
}

// answers reports whether a message answers a question.
func answers(m playerprotocol.Message) bool {
	return m.Type == playerprotocol.Ready || m.Type == playerprotocol.Move || m.Type == playerprotocol.Error
}

// Close implements [playerprotocol.Conn]: it keeps the process for the next match, if
// it can be used for one.
func (c *pooled) Close() error {
	var err error
	c.once.Do(func() {
		if c.broken.Load() || c.owed.Load() > 0 || !c.running() {
			err = c.conn.Close()
			return
		}
		err = c.pool.put(c.conn)
	})
	return err
}

// Drop implements [playerprotocol.Dropper].
func (c *pooled) Drop() error {
	var err error
	c.once.Do(func() { err = c.conn.Close() })
	return err
}

// Fresh implements [playerprotocol.Dropper].
func (c *pooled) Fresh() bool { return c.fresh }
