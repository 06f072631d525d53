package table

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrFull is reported when there are too many tables.
var ErrFull = errors.New("all tables are taken; try again later")

// A Room has tables. It is safe for concurrent use.
type Room struct {
	most int
	idle time.Duration

	mu     sync.Mutex
	tables map[string]Table
	coming int // tables that are being laid
	closed bool
}

// NewRoom returns a room for so many tables. Those that nobody has used for some
// time are closed by [Room.Sweep].
func NewRoom(most int, idle time.Duration) *Room {
	return &Room{most: most, idle: idle, tables: map[string]Table{}}
}

// Open lays a table and returns the secret of its seat.
func (r *Room) Open(ctx context.Context, opt Options) (Table, string, error) {
	if err := opt.check(); err != nil {
		return nil, "", err
	}
	if err := r.reserve(); err != nil {
		return nil, "", err
	}
	t, secret, err := lay(ctx, opt)
	r.mu.Lock()
	r.coming--
	if err == nil && !r.closed {
		r.tables[t.ID()] = t
		r.mu.Unlock()
		return t, secret, nil
	}
	r.mu.Unlock()
	if err == nil {
		t.Close("the server is stopping")
		err = ErrClosed
	}
	return nil, "", err
}

func (r *Room) reserve() error {
	r.Sweep()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return ErrClosed
	case len(r.tables)+r.coming >= r.most:
		return ErrFull
	}
	r.coming++
	return nil
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
