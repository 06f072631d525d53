package ratelimit

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// A Gate hands out so many places at a time, and to one client a share of them, so
// that others find some. It is safe for concurrent use.
type Gate struct {
	what        string
	total, each int

	mu      sync.Mutex
	inside  int
	clients map[string]int
	waiting []*waiter // in the order in which they came
}

// A waiter waits for a place. Its channel is closed once it has one.
type waiter struct {
	client string
	let    chan struct{}
}

// NewGate returns a gate. What it hands out is named in errors, in the plural.
func NewGate(what string, total, each int) *Gate {
	return &Gate{what: what, total: max(total, 1), each: max(each, 1), clients: map[string]int{}}
}

// A FullError says that there is no place.
type FullError struct {
	What  string // the places, in the plural
	Taken int    // by all, or by the client if it has its share
	Total int
	Own   bool // the client has its share; there may be places for others
}

func (e *FullError) Error() string {
	if e.Own {
		return fmt.Sprintf("you have %d of %d %s; one client can have no more", e.Taken, e.Total, e.What)
	}
	return fmt.Sprintf("%d of %d %s are taken; try again later", e.Taken, e.Total, e.What)
}

// Enter gives a client a place, which has to be left, or returns a [*FullError].
func (g *Gate) Enter(client string) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.enter(client); err != nil {
		return nil, err
	}
	return g.leaver(client), nil
}

// Begin gives a client a place for something that a function begins. That leaves it
// when it is over; if it could not begin, because of an error or a panic, the place is
// left at once.
func (g *Gate) Begin(client string, begin func(leave func()) error) error {
	leave, err := g.Enter(client)
	if err != nil {
		return err
	}
	begun := false
	defer func() {
		if !begun {
			leave()
		}
	}()
	err = begin(leave)
	begun = err == nil
	return err
}

// enter takes a place. The lock is held.
func (g *Gate) enter(client string) error {
	switch {
	case g.inside >= g.total:
		return &FullError{What: g.what, Taken: g.inside, Total: g.total}
	case g.clients[client] >= g.each:
		return &FullError{What: g.what, Taken: g.clients[client], Total: g.total, Own: true}
	}
	g.inside++
	g.clients[client]++
	return nil
}

// leaver returns what gives a place back, once.
func (g *Gate) leaver(client string) func() {
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.leave(client)
	})
}

// leave gives a place back, to the first of those who wait that may have it. The lock
// is held.
func (g *Gate) leave(client string) {
	g.inside--
	if g.clients[client]--; g.clients[client] == 0 {
		delete(g.clients, client)
	}
	for i, w := range g.waiting {
		if g.enter(w.client) == nil {
			close(w.let)
			g.waiting = slices.Delete(g.waiting, i, i+1)
			return
		}
	}
}

// Wait gives a client a place as soon as there is one for it. It fails when the
// context ends.
func (g *Gate) Wait(ctx context.Context, client string) (leave func(), err error) {
	w, err := g.queue(client)
	if err == nil {
		return g.leaver(client), nil
	}
	select {
	case <-w.let:
		return g.leaver(client), nil
	case <-ctx.Done():
		g.giveUp(w)
		return nil, fmt.Errorf("%w (%w)", err, context.Cause(ctx))
	}
}

// queue takes a place, or joins those who wait for one and returns why.
func (g *Gate) queue(client string) (*waiter, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.enter(client)
	if err == nil {
		return nil, nil
	}
	w := &waiter{client, make(chan struct{})}
	g.waiting = append(g.waiting, w)
	return w, err
}

// giveUp ends the wait of somebody who may have got a place just now.
func (g *Gate) giveUp(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, w); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
		return
	}
	g.leave(w.client)
}

// Inside returns how many places are taken.
func (g *Gate) Inside() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside
}
