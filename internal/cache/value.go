// Package cache caches values that are expensive to make: concurrent requests share one
// computation, and the least recently used values are evicted.
package cache

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/singleflight"

	"ludex/internal/panics"
)

// A Value is computed on first use. It is safe for concurrent use.
//
// Concurrent callers wait for the same attempt; each may leave when its own context
// ends. The attempt has a context of its own, which ends when the last caller has left.
// The value, or the error of the attempt, is kept. An attempt that was cancelled or
// panicked leaves nothing, and the next call starts another. Callers that wait for an
// attempt that panics get a [*panics.Error].
type Value[V any] struct {
	group   singleflight.Group
	discard func(V) // for a value that came too late; may be nil

	mu      sync.Mutex
	made    bool
	value   V
	err     error
	waiting int             // callers waiting for the current attempt
	ctx     context.Context // of the current attempt
	cancel  context.CancelFunc
}

// Get returns the value, and makes it if there is none.
func (v *Value[V]) Get(ctx context.Context, make func(context.Context) (V, error)) (V, error) {
	attempt, made := v.join(ctx)
	if made {
		return v.value, v.err
	}
	defer v.leave()
	ended := v.group.DoChan("", func() (any, error) { return nil, v.attempt(attempt, make) })
	select {
	case result := <-ended:
		if result.Err == nil {
			return v.value, nil
		}
		return *new(V), result.Err
	case <-ctx.Done():
		return *new(V), context.Cause(ctx)
	}
}

// join returns the context of the attempt to wait for, or reports that the value has
// been made.
func (v *Value[V]) join(ctx context.Context) (attempt context.Context, made bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made {
		return nil, true
	}
	if v.waiting++; v.waiting == 1 {
		v.ctx, v.cancel = context.WithCancel(context.WithoutCancel(ctx))
	}
	return v.ctx, false
}

// leave cancels the attempt if no caller is waiting for it.
func (v *Value[V]) leave() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waiting--; v.waiting == 0 {
		v.cancel()
		v.group.Forget("")
	}
}

// attempt makes the value, unless another attempt was faster.
func (v *Value[V]) attempt(ctx context.Context, make func(context.Context) (V, error)) error {
	if v.isMade() {
		return v.err
	}
	value, err := safely(ctx, make)
	if v.keep(ctx, value, err) || err != nil {
		return err
	}
	if v.discard != nil {
		v.discard(value)
	}
	return context.Cause(ctx)
}

// keep stores the result of an attempt, unless it was cancelled or panicked.
func (v *Value[V]) keep(ctx context.Context, value V, err error) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, panicked := errors.AsType[*panics.Error](err); panicked || ctx.Err() != nil {
		return false
	}
	v.value, v.err, v.made = value, err, true
	return true
}

// Made returns the value if it has been made already, without an error.
func (v *Value[V]) Made() (value V, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.value, v.made && v.err == nil
}

func (v *Value[V]) isMade() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.made
}

// safely turns a panic into an error: nothing else could recover it in the goroutine of
// an attempt.
func safely[V any](ctx context.Context, make func(context.Context) (V, error)) (value V, err error) {
	err = panics.Catch(func() (err error) {
		value, err = make(ctx)
		return err
	})
	return value, err
}
