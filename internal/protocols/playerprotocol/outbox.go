package playerprotocol

import (
	"context"
	"sync"
	"time"
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

// next waits for the next message. The one before has been sent.
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

// A rateLimit is a token bucket for the messages of a player, generous enough for
// any well-behaved one.
type rateLimit struct {
	left int
	at   time.Time // when that was counted
}

const (
	paceBurst  = 200
	paceSecond = 200
)

func newRateLimit() *rateLimit { return &rateLimit{left: paceBurst, at: time.Now()} }

// wait waits for a token. It reports false if the context has ended.
func (p *rateLimit) wait(ctx context.Context) bool {
	const each = time.Second / paceSecond
	if n := int(time.Since(p.at) / each); n > 0 {
		p.left = min(p.left+n, paceBurst)
		p.at = p.at.Add(time.Duration(n) * each)
	}
	p.left--
	if p.left >= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(each)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
