package cache

import (
	"container/list"
	"context"
	"sync"
)

// A Cache has values by key, of which it keeps those that were used last. It is safe
// for concurrent use. What could not be made is not kept.
type Cache[V any] struct {
	Most  int     // values that are kept; less than 1 is 1
	Close func(V) // called once a value is dropped and nobody uses it; may be nil

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  list.List // of *entry[V], the one used last in front
}

// An entry is a value with who holds it: the cache is one of them.
type entry[V any] struct {
	key     string
	value   Value[V]
	holders int
}

// Get returns the value of a key, and makes it if there is none. It is for values
// that need not be closed.
func (c *Cache[V]) Get(ctx context.Context, key string, make func(context.Context) (V, error)) (V, error) {
	value, give, err := c.Take(ctx, key, make)
	if err != nil {
		return value, err
	}
	give()
	return value, nil
}

// Take returns the value of a key, and makes it if there is none. It is not closed
// before it was given back.
func (c *Cache[V]) Take(ctx context.Context, key string, make func(context.Context) (V, error)) (value V, give func(), err error) {
	e, dropped := c.hold(key)
	c.release(dropped)
	value, err = e.value.Get(ctx, make)
	if err == nil {
		return value, sync.OnceFunc(func() { c.release(e) }), nil
	}
	if e.value.isMade() {
		c.release(c.drop(e))
	}
	c.release(e)
	return value, nil, err
}

// hold returns the entry of a key, which the caller has to release, and one that has
// to make room for it or nil.
func (c *Cache[V]) hold(key string) (e, dropped *entry[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.entries[key]; at != nil {
		c.recent.MoveToFront(at)
		e = at.Value.(*entry[V])
		e.holders++
		return e, nil
	}
	if c.recent.Len() >= max(c.Most, 1) {
		dropped = c.remove(c.recent.Back())
	}
	if c.entries == nil {
		c.entries = map[string]*list.Element{}
	}
	e = &entry[V]{key: key, holders: 2}
	e.value.discard = c.Close
	c.entries[key] = c.recent.PushFront(e)
	return e, dropped
}

// drop takes an entry out of the cache and returns it, or nil if it is not there any
// more.
func (c *Cache[V]) drop(e *entry[V]) *entry[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.entries[e.key]; at != nil && at.Value == e {
		return c.remove(at)
	}
	return nil
}

func (c *Cache[V]) remove(at *list.Element) *entry[V] {
	e := c.recent.Remove(at).(*entry[V])
	delete(c.entries, e.key)
	return e
}

// release lets go of an entry. The last one who does closes its value, without the
// lock: closing may take long.
func (c *Cache[V]) release(e *entry[V]) {
	if e == nil {
		return
	}
	c.mu.Lock()
	e.holders--
	last := e.holders == 0
	c.mu.Unlock()
	if last && c.Close != nil && e.value.isMade() && e.value.err == nil {
		c.Close(e.value.value)
	}
}

// Clear drops everything. What is in use is closed when it is given back.
func (c *Cache[V]) Clear() {
	for {
		c.mu.Lock()
		last := c.recent.Back()
		if last == nil {
			c.mu.Unlock()
			return
		}
		e := c.remove(last)
		c.mu.Unlock()
		c.release(e)
	}
}

// Len returns how many values are kept or being made.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len()
}
