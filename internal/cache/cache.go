package cache

import (
	"container/list"
	"context"
	"sync"
)

// A Cache is an LRU cache of values by key. It is safe for concurrent use. Errors of
// making a value are not cached.
type Cache[V any] struct {
	Most  int     // size limit; less than 1 counts as 1
	Close func(V) // called when a value is evicted and no longer in use; may be nil

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  list.List // of *entry[V], most recently used first
}

// An entry is a value with a reference count. The cache itself holds one reference.
type entry[V any] struct {
	key     string
	value   Value[V]
	holders int
}

// Get returns the value of a key, and makes it if there is none. It is for values that
// need no Close.
func (c *Cache[V]) Get(ctx context.Context, key string, make func(context.Context) (V, error)) (V, error) {
	value, give, err := c.Take(ctx, key, make)
	if err != nil {
		return value, err
	}
	give()
	return value, nil
}

// Take returns the value of a key, and makes it if there is none. The value is not
// closed before give is called.
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

// hold returns the entry of a key with an added reference, and the entry that was
// evicted for it, or nil.
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

// drop removes an entry from the cache and returns it, or nil if it was removed before.
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

// release drops a reference. The last one closes the value, outside of the lock, since
// that may take long.
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

// Clear removes all values. Those in use are closed when they are given back.
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

// Len returns the number of values, including those being made.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len()
}
