package humanplay

import (
	"context"
	"sync"
	"time"

	"ludex/internal/server/ratelimit"
)

// A Room has tables. It is safe for concurrent use.
type Room struct {
	places *ratelimit.Gate
	idle   time.Duration

	mu     sync.Mutex
	tables map[string]Table
	closed bool
}

// NewRoom returns a room for so many tables, of which one client may have a share.
// Those that nobody has used for some time are closed by [Room.Sweep].
func NewRoom(most, each int, idle time.Duration) *Room {
	return &Room{places: ratelimit.NewGate("tables", most, each), idle: idle, tables: map[string]Table{}}
}

// Open lays a table for a client and returns the secret of its seat. If there are too
// many the error is a [*limit.FullError].
func (r *Room) Open(ctx context.Context, client string, opt Options) (t Table, secret string, err error) {
	if err := opt.check(); err != nil {
		return nil, "", err
	}
	if r.isClosed() {
		return nil, "", ErrClosed
	}
	r.Sweep()
	err = r.places.Begin(client, func(leave func()) (err error) {
		if t, secret, err = lay(ctx, opt); err != nil {
			return err
		}
		if !r.add(t) {
			t.Close("the server is stopping")
			return ErrClosed
		}
		go func() { // however the table ends, its place is free again
			<-t.gone()
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
func (r *Room) add(t Table) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.tables[t.ID()] = t
	}
	return !r.closed
}

func (r *Room) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

func (r *Room) forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tables, id)
}

func lay(ctx context.Context, opt Options) (Table, string, error) {
	b, secret := newBase(opt)
	if opt.Book.Rules.IsTimed() {
		t, err := newLive(ctx, b)
		if err != nil {
			return nil, "", err
		}
		return t, secret, nil
	}
	t, err := newTurns(ctx, b)
	if err != nil {
		return nil, "", err
	}
	return t, secret, nil
}

// Table returns a table.
func (r *Room) Table(id string) (Table, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.tables[id]
	return t, ok
}

// Len returns how many tables there are.
func (r *Room) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.tables)
}

// Leave closes a table.
func (r *Room) Leave(id, reason string) bool {
	r.mu.Lock()
	t, ok := r.tables[id]
	delete(r.tables, id)
	r.mu.Unlock()
	if ok {
		t.Close(reason)
	}
	return ok
}

// Sweep closes the tables that nobody has used for a long time.
func (r *Room) Sweep() {
	r.mu.Lock()
	var old []string
	for id, t := range r.tables {
		if t.idle() > r.idle {
			old = append(old, id)
		}
	}
	r.mu.Unlock()
	for _, id := range old {
		r.Leave(id, "nobody was at the table any more")
	}
}

// Close closes all tables, which keeps the records of their games.
func (r *Room) Close(reason string) {
	r.mu.Lock()
	r.closed = true
	tables := r.tables
	r.tables = map[string]Table{}
	r.mu.Unlock()
	var group sync.WaitGroup
	for _, t := range tables {
		group.Go(func() { t.Close(reason) })
	}
	group.Wait()
}
