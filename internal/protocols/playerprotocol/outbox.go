package playerprotocol

import (
	"context"
	"sync"

	"golang.org/x/time/rate"
)

// An outbox is a queue of messages to send.
type outbox struct {
	mu      sync.Mutex
	queue   []Message
	wake    chan struct{}
	sending bool          // the last message that was taken is being sent
	empty   chan struct{} // closed when all is sent; nil if nothing waits for that
}

func newOutbox() *outbox { return &outbox{wake: make(chan struct{}, 1)} }

// add adds messages, and reports whether there was room.
func (o *outbox) add(list ...Message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue)+len(list) > maxNotices {
		return false
	}
	o.queue = append(o.queue, list...)
	select {
	case o.wake <- struct{}{}:
	default: // it is awake already
	}
	return true
}

// next waits for the next message. The previous one has been sent.
func (o *outbox) next(ctx context.Context) (Message, bool) {
	for {
		m, ok := o.take()
		if ok {
			return m, true
		}
		select {
		case <-o.wake:
		case <-ctx.Done():
			return Message{}, false
		}
	}
}

func (o *outbox) take() (Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.sending = len(o.queue) > 0; o.sending {
		m := o.queue[0]
		o.queue = o.queue[1:]
		return m, true
	}
	if o.empty != nil {
		close(o.empty)
		o.empty = nil
	}
	return Message{}, false
}

// finish waits until everything is sent.
func (o *outbox) finish(ctx context.Context) {
	o.mu.Lock()
	if len(o.queue) == 0 && !o.sending {
		o.mu.Unlock()
		return
	}
	done := make(chan struct{})
	o.empty = done
	o.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// The rate of a player's messages: generous enough for any well-behaved one.
const (
	paceBurst  = 200
	paceSecond = 200
)

func newRateLimit() *rate.Limiter { return rate.NewLimiter(paceSecond, paceBurst) }
