package humanplay

import (
	"context"
	"sync"
	"time"

	"ludex/internal/server/ratelimit"
)

// A Room has tables. It is safe for concurrent use.
type Sessions struct {
	places *ratelimit.Semaphore
	idle   time.Duration

	mu     sync.Mutex
	open map[string]Session
	closed bool
}

// NewSessions returns a room for so many tables, of which one client may have a share.
// Those that nobody has used for some time are closed by [Room.CloseIdle].
func NewSessions(most, each int, idle time.Duration) *Sessions {
	return &Sessions{places: ratelimit.NewSemaphore("tables", most, each), idle: idle, open: map[string]Session{}}
}

// Open lays a table for a client and returns the secret of its seat. If there are too
// many the error is a [*limit.FullError].
func (r *Sessions) Open(ctx context.Context, client string, opt Options) (t Session, secret string, err error) {
	if err := opt.check(); err != nil {
		return nil, "", err
	}
	if r.isClosed() {
		return nil, "", ErrClosed
	}
	r.CloseIdle()
	err = r.places.Begin(client, func(leave func()) (err error) {
		if t, secret, err = newSession(ctx, opt); err != nil {
			return err
		}
		if !r.add(t) {
			t.Close("the server is stopping")
			return ErrClosed
		}
		go func() { // however the table ends, its place is free again
			<-t.finished()
			r.forget(t.ID())
			leave()
		}()
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return t, secret, nil
}

// add puts a table into the room, unless that is closed.
func (r *Sessions) add(t Session) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.open[t.ID()] = t
	}
	return !r.closed
}

func (r *Sessions) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

func (r *Sessions) forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, id)
}

func newSession(ctx context.Context, opt Options) (Session, string, error) {
	b, secret := newBase(opt)
	if opt.Entry.Rules.IsTimed() {
		t, err := newTimedSession(ctx, b)
		if err != nil {
			return nil, "", err
		}
		return t, secret, nil
	}
	t, err := newTurnSession(ctx, b)
	if err != nil {
		return nil, "", err
	}
	return t, secret, nil
}

// Session returns a table.
func (r *Sessions) Get(id string) (Session, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.open[id]
	return t, ok
}

// Len returns how many tables there are.
func (r *Sessions) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

// Leave closes a table.
func (r *Sessions) CloseOne(id, reason string) bool {
	r.mu.Lock()
	t, ok := r.open[id]
	delete(r.open, id)
	r.mu.Unlock()
	if ok {
		t.Close(reason)
	}
	return ok
}

// Sweep closes the tables that nobody has used for a long time.
func (r *Sessions) CloseIdle() {
	r.mu.Lock()
	var old []string
	for id, t := range r.open {
		if t.idle() > r.idle {
			old = append(old, id)
		}
	}
	r.mu.Unlock()
	for _, id := range old {
		r.CloseOne(id, "nobody was at the table any more")
	}
}

// Close closes all tables, which keeps the records of their games.
func (r *Sessions) Close(reason string) {
	r.mu.Lock()
	r.closed = true
	tables := r.open
	r.open = map[string]Session{}
	r.mu.Unlock()
	var group sync.WaitGroup
	for _, t := range tables {
		group.Go(func() { t.Close(reason) })
	}
	group.Wait()
}
