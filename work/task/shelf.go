package task

import (
	"context"
	"sync"
)

// maxShelf is how many things a shelf keeps that nobody uses.
const maxShelf = 16

// A shelf keeps things that are costly to make, those used last.
type shelf[V any] struct {
	mu    sync.Mutex
	items map[string]*shelved[V]
	clock int
}

type shelved[V any] struct {
	value V
	close func()
	err   error
	ready chan struct{} // closed when it is made
	users int
	used  int // when, by the clock of the shelf
}

// take returns a thing, which is made if it is not there. It has to be given back.
func (s *shelf[V]) take(ctx context.Context, key string, make func() (V, func(), error)) (value V, give func(), err error) {
	it, mine := s.find(key)
	if mine {
		it.value, it.close, it.err = make()
		close(it.ready)
	}
	select {
	case <-it.ready:
	case <-ctx.Done():
		s.give(key, it)
		return value, nil, ctx.Err()
	}
	if it.err != nil {
		s.give(key, it)
		return value, nil, it.err
	}
	return it.value, func() { s.give(key, it) }, nil
}

// find returns the place of a thing, and whether the caller has to make it.
func (s *shelf[V]) find(key string) (it *shelved[V], mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.items == nil {
		s.items = map[string]*shelved[V]{}
	}
	it = s.items[key]
	if it == nil {
		it, mine = &shelved[V]{ready: make(chan struct{})}, true
		s.items[key] = it
	}
	s.clock++
	it.users, it.used = it.users+1, s.clock
	return it, mine
}

// give gives a thing back. What could not be made is not kept.
func (s *shelf[V]) give(key string, it *shelved[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it.users--
	select {
	case <-it.ready:
		if it.err != nil && s.items[key] == it {
			delete(s.items, key)
		}
	default: // it is still being made by somebody else
	}
	s.tidy(maxShelf)
}

// tidy removes what was not used for the longest time.
func (s *shelf[V]) tidy(most int) {
	for {
		idle, oldest := 0, ""
		for key, it := range s.items {
			if it.users > 0 {
				continue
			}
			if idle++; oldest == "" || it.used < s.items[oldest].used {
				oldest = key
			}
		}
		if idle <= most {
			return
		}
		s.items[oldest].close()
		delete(s.items, oldest)
	}
}

func (s *shelf[V]) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tidy(0)
}
