// Package live carries the messages of package playerprotocol over WebSockets, for
// players behind a firewall and for games in real time. Players connect to the
// manager. A connection that breaks is resumed: both ends number their messages and
// keep those that are not acknowledged.
//
// A [Host] accepts players, which wait there for matches; [Dial] connects to one.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
)

const (
	// patience is how long an end waits for a connection to be resumed.
	patience = 30 * time.Second
	// farewell is how long it may take to close a connection.
	farewell = 2 * time.Second
	// maxUnseen is how many unacknowledged messages, and maxBytes how many bytes of
	// them, an end keeps.
	maxUnseen = 10_000
	maxBytes  = 2 * playerprotocol.MaxMessage
)

var (
	// ErrLost is returned when a connection was not resumed in time.
	ErrLost = errors.New("the connection is lost")
	// ErrUnseen is returned when too many messages are not acknowledged.
	ErrUnseen = errors.New("the other end does not read")
	// ErrClosed is returned when the connection was closed, by either end.
	ErrClosed = errors.New("the connection is closed")

	errNotSent = errors.New("it has seen what was never sent")
	errGap     = errors.New("it has not seen what is no longer kept")
)

// A resumableConn is one end of a connection that survives the loss of its
// WebSocket. It implements [playerprotocol.Conn].
type resumableConn struct {
	mu      sync.Mutex
	link    *attachment // nil while there is none
	out     []packet    // unacknowledged messages, in order
	bytes   int         // of it
	sent    uint64      // the number of the last message
	seen    uint64      // the last number received
	told    uint64      // the last number acknowledged
	waiting *time.Timer // until the connection is lost

	delivering sync.Mutex
	received   chan playerprotocol.Message
	done       chan struct{} // closed when the connection is closed or lost
	err        error         // why; may be read once done is closed

	hears func(f *frame) // is called with every frame received
}

// A packet is a message as it is sent.
type packet struct {
	number uint64
	data   []byte
}

// newResumableConn returns a connection that buffers a number of unread messages
// before the sender has to wait.
func newResumableConn(ahead int) *resumableConn {
	return &resumableConn{received: make(chan playerprotocol.Message, ahead), done: make(chan struct{})}
}

// attach resumes the connection on a WebSocket. The other end has received the
// messages up to a number; the others are sent again.
func (l *resumableConn) attach(s *websocket.Conn, seen uint64) (*attachment, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed() {
		return nil, l.err
	}
	if err := l.forget(seen); err != nil {
		return nil, err
	}
	if len(l.out) > 0 && l.out[0].number != seen+1 || len(l.out) == 0 && seen != l.sent {
		return nil, errGap
	}
	if old := l.link; old != nil {
		old.cancel() // the other end has dropped it
	}
	if l.waiting != nil {
		l.waiting.Stop()
		l.waiting = nil
	}
	l.link = newAttachment(s, seen+1)
	return l.link, nil
}

func (l *resumableConn) closed() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// connected reports whether there is a WebSocket.
func (l *resumableConn) connected() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.link != nil && !l.closed()
}

// broken reports whether the connection has to be resumed.
func (l *resumableConn) broken() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waiting != nil && !l.closed()
}

// forget drops acknowledged messages.
func (l *resumableConn) forget(seen uint64) error {
	if seen > l.sent {
		return errNotSent
	}
	if l.link != nil {
		l.link.next = max(l.link.next, seen+1)
	}
	for len(l.out) > 0 && l.out[0].number <= seen {
		l.bytes -= len(l.out[0].data)
		l.out[0].data = nil
		l.out = l.out[1:]
	}
	return nil
}

// detach records that a WebSocket is broken. If it is not replaced in time, the
// connection is lost.
func (l *resumableConn) detach(k *attachment) {
	k.cancel()
	_ = k.socket.CloseNow() // it is broken, or closed already
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.link != k {
		return
	}
	l.link = nil
	if l.closed() {
		l.out, l.bytes = nil, 0
	} else {
		l.waiting = time.AfterFunc(patience, func() { l.end(ErrLost) })
	}
}

// end ends the connection.
func (l *resumableConn) end(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endLocked(why)
}

func (l *resumableConn) endLocked(why error) {
	if l.closed() {
		return
	}
	l.err = why
	close(l.done)
	if l.waiting != nil {
		l.waiting.Stop()
	}
	if k := l.link; k != nil {
		time.AfterFunc(farewell, k.cancel)
	} else {
		l.out, l.bytes = nil, 0
	}
}

// Send implements [playerprotocol.Conn]. It does not wait: the message is sent, or
// kept until the connection is resumed.
func (l *resumableConn) Send(_ context.Context, m playerprotocol.Message) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed() {
		return l.err
	}
	data, err := json.Marshal(frame{Message: m, Number: l.sent + 1, Seen: l.seen})
	if err != nil {
		return err
	}
	if len(l.out) >= maxUnseen || l.bytes+len(data) > maxBytes {
		l.endLocked(ErrUnseen)
		return ErrUnseen
	}
	l.sent++
	l.out = append(l.out, packet{l.sent, data})
	l.bytes += len(data)
	l.told = l.seen
	if l.link != nil {
		l.link.wakeWriter()
	}
	return nil
}

// Receive implements [playerprotocol.Conn].
func (l *resumableConn) Receive(ctx context.Context) (playerprotocol.Message, error) {
	select {
	case m := <-l.received:
		return m, nil
	default:
	}
	select {
	case m := <-l.received:
		return m, nil
	case <-l.done:
		return playerprotocol.Message{}, l.err
	case <-ctx.Done():
		return playerprotocol.Message{}, ctx.Err()
	}
}

// Close implements [playerprotocol.Conn].
func (l *resumableConn) Close() error {
	l.end(ErrClosed)
	return nil
}
