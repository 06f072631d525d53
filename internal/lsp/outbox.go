package lsp

import (
	"sync"
	"time"

	"ludex/internal/lsp/jsonrpc"
)

const (
	// maxQueued is how many messages wait for a client that does not read. A client
	// that lets more pile up counts as gone.
	maxQueued = 20_000
	// farewell is how long the last messages may take when a session has ended.
	farewell = time.Second
)

// An outbox holds messages until the client takes them, so that the server never
// waits for the client.
type outbox struct {
	out  *jsonrpc.Writer
	gone func() // called when the client takes no more messages
	done chan struct{}

	mu     sync.Mutex
	some   sync.Cond
	queue  []*jsonrpc.Message
	closed bool
}

func newOutbox(out *jsonrpc.Writer, gone func()) *outbox {
	o := &outbox{out: out, gone: gone, done: make(chan struct{})}
	o.some.L = &o.mu
	go o.write()
	return o
}

// put adds a message.
func (o *outbox) put(m *jsonrpc.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	o.queue = append(o.queue, m)
	if len(o.queue) > maxQueued {
		o.closed = true
		o.gone()
	}
	o.some.Signal()
}

// next waits for messages and takes them all. There are none when the outbox is
// closed and empty.
func (o *outbox) next() []*jsonrpc.Message {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.queue) == 0 && !o.closed {
		o.some.Wait()
	}
	queue := o.queue
	o.queue = nil
	return queue
}

// write writes messages until the outbox is closed and empty.
func (o *outbox) write() {
	defer close(o.done)
	for messages := o.next(); messages != nil; messages = o.next() {
		for _, m := range messages {
			content, err := m.Encode()
			if err == nil {
				err = o.out.Write(content)
			}
			if err != nil {
				o.gone()
				return
			}
		}
	}
}

// close writes what is left, as far as the client takes it.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.some.Signal()
	o.mu.Unlock()
	select {
	case <-o.done:
	case <-time.After(farewell):
	}
}
