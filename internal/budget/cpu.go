package budget

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A TimeError says that setting something up needs more processor time than its
// budget. It is a [context.DeadlineExceeded].
type TimeError struct {
	Doing string // as in "setting up the circuit"
	Limit time.Duration
}

// Error names the limit and the flag that changes it.
func (e *TimeError) Error() string {
	return fmt.Sprintf("%s takes more than %v of CPU time (--setup-time allows more)", e.Doing, e.Limit)
}

// Is reports whether target is [context.DeadlineExceeded].
func (e *TimeError) Is(target error) bool { return target == context.DeadlineExceeded }

// WithSetup returns a context for setting something up. It ends when the calling
// goroutine has used the given processor time; its error then is a [*TimeError]. A
// limit of 0 or less is none. The same goroutine must call cancel when it is done:
// until then it stays on one thread, whose time is counted, and the garbage
// collector keeps the heap small. On systems that do not report the time of a
// thread, wall-clock time is used.
func WithSetup(ctx context.Context, doing string, limit time.Duration) (_ context.Context, cancel context.CancelFunc) {
	usual := smallHeap()
	inner, end := context.WithCancelCause(ctx)
	if limit <= 0 {
		return inner, sync.OnceFunc(func() { end(context.Canceled); usual() })
	}
	clock, release := ThreadClock()
	start := clock()
	go watch(inner, clock, start+limit, func() { end(&TimeError{doing, limit}) })
	return &limited{inner, func() time.Duration { return clock() - start }}, sync.OnceFunc(func() { end(context.Canceled); release(); usual() })
}

// watch calls end when a clock reaches a time, unless the context ends first.
func watch(ctx context.Context, clock func() time.Duration, until time.Duration, end func()) {
	for left := until - clock(); left > 0; left = until - clock() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(left, time.Millisecond)):
		}
	}
	end()
}

// Used returns the processor time since [WithSetup] made a context, which must not be
// cancelled yet. It is 0 for a context without a limit.
func Used(ctx context.Context) time.Duration {
	if l, ok := ctx.(*limited); ok {
		return l.used()
	}
	return 0
}

// A limited context returns the TimeError that ended it.
type limited struct {
	context.Context
	used func() time.Duration
}

// Err implements [context.Context].
func (l *limited) Err() error {
	err := l.Context.Err()
	if err == nil {
		return nil
	}
	if cause, ok := context.Cause(l.Context).(*TimeError); ok {
		return cause
	}
	return err
}
