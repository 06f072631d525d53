package ratelimit

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// A Semaphore bounds how much runs at a time, in total and per client, so that one
// client cannot take everything. It is safe for concurrent use.
type Semaphore struct {
	what             string
	total, perClient int

	mu      sync.Mutex
	inUse   int
	clients map[string]int
	waiting []*waiter // first come, first served
}

// A waiter waits for a slot. Its channel is closed once it has one.
type waiter struct {
	client  string
	granted chan struct{}
}

// NewSemaphore returns a semaphore. What names its slots in errors, in the plural.
func NewSemaphore(what string, total, each int) *Semaphore {
	return &Semaphore{what: what, total: max(total, 1), perClient: max(each, 1), clients: map[string]int{}}
}

// A FullError says that there is no free slot.
type FullError struct {
	What  string // the slots, in the plural
	Taken int    // by all, or by the client if Own is set
	Total int
	Own   bool // the client has as many as one client may have; there may be slots for others
}

func (e *FullError) Error() string {
	if e.Own {
		return fmt.Sprintf("you have %d of %d %s; one client can have no more", e.Taken, e.Total, e.What)
	}
	return fmt.Sprintf("%d of %d %s are taken; try again later", e.Taken, e.Total, e.What)
}

// TryAcquire takes a slot for a client, or returns a [*FullError]. The caller has to
// release the slot; releasing it twice does nothing.
func (s *Semaphore) TryAcquire(client string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.take(client); err != nil {
		return nil, err
	}
	return s.releaser(client), nil
}

// Begin takes a slot for work that the function begin starts. The work releases it
// when it is over. If begin fails, by an error or a panic, Begin releases the slot.
func (s *Semaphore) Begin(client string, begin func(release func()) error) error {
	release, err := s.TryAcquire(client)
	if err != nil {
		return err
	}
	begun := false
	defer func() {
		if !begun {
			release()
		}
	}()
	err = begin(release)
	begun = err == nil
	return err
}

// take takes a slot. The lock is held.
func (s *Semaphore) take(client string) error {
	switch {
	case s.inUse >= s.total:
		return &FullError{What: s.what, Taken: s.inUse, Total: s.total}
	case s.clients[client] >= s.perClient:
		return &FullError{What: s.what, Taken: s.clients[client], Total: s.total, Own: true}
	}
	s.inUse++
	s.clients[client]++
	return nil
}

// releaser returns a function that releases a slot once.
func (s *Semaphore) releaser(client string) func() {
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.give(client)
	})
}

// give frees a slot and hands it to the first waiter that may have it. The lock is
// held.
func (s *Semaphore) give(client string) {
	s.inUse--
	if s.clients[client]--; s.clients[client] == 0 {
		delete(s.clients, client)
	}
	for i, w := range s.waiting {
		if s.take(w.client) == nil {
			close(w.granted)
			s.waiting = slices.Delete(s.waiting, i, i+1)
			return
		}
	}
}

// Acquire takes a slot for a client, and waits until there is one. It fails when the
// context ends.
func (s *Semaphore) Acquire(ctx context.Context, client string) (release func(), err error) {
	w, err := s.queue(client)
	if err == nil {
		return s.releaser(client), nil
	}
	select {
	case <-w.granted:
		return s.releaser(client), nil
	case <-ctx.Done():
		s.giveUp(w)
		return nil, fmt.Errorf("%w (%w)", err, context.Cause(ctx))
	}
}

// queue takes a slot, or joins the waiters and returns why.
func (s *Semaphore) queue(client string) (*waiter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.take(client)
	if err == nil {
		return nil, nil
	}
	w := &waiter{client, make(chan struct{})}
	s.waiting = append(s.waiting, w)
	return w, err
}

// giveUp ends a wait. The waiter may have been granted a slot in the meantime.
func (s *Semaphore) giveUp(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, w); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
		return
	}
	s.give(w.client)
}

// InUse returns the number of slots that are taken.
func (s *Semaphore) InUse() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inUse
}
