// Package live carries the messages of package talk over WebSockets, for players
// behind a firewall and for games in real time. Players connect to the manager,
// and a connection that breaks is taken up again where it broke: both ends keep
// what the other has not seen, and number what they send.
//
// A [Host] is where players arrive and wait for matches, and [Dial] the other end.
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
	// patience is how long an end waits for a connection to be taken up again.
	patience = 30 * time.Second
	// farewell is how long it may take to close a connection.
	farewell = 2 * time.Second
	// maxUnseen is how many messages, and maxBytes how many bytes, an end keeps
	// that the other has not seen.
	maxUnseen = 10_000
	maxBytes  = 2 * playerprotocol.MaxMessage
)

var (
	// ErrLost is reported when a connection was not taken up again.
	ErrLost = errors.New("the connection is lost")
	// ErrUnseen is reported when the other end has not seen anything for too
	// many messages.
	ErrUnseen = errors.New("the other end does not read")
	// ErrClosed is reported when the connection was closed, by either end.
	ErrClosed = errors.New("the connection is closed")

	errNotSent = errors.New("it has seen what was never sent")
	errGap     = errors.New("it has not seen what is no longer kept")
)

// A line is one end of a connection that may break and be taken up again. It
// implements [talk.Conn].
type resumableConn struct {
	mu      sync.Mutex
	link    *attachment // nil while there is none
	out     []packet    // what the other end has not seen, in order
	bytes   int         // of it
	sent    uint64      // the number of the last message
	seen    uint64      // that of the other end
	told    uint64      // what the other end knows to be seen
	waiting *time.Timer // until the connection is lost

	delivering sync.Mutex
	received   chan playerprotocol.Message
	done       chan struct{} // closed when the line is closed or lost
	err        error         // why; may be read once done is closed

	hears func(f *frame) // is told of everything that comes
}

// A packet is a message as it is sent.
type packet struct {
	number uint64
	data   []byte
}

// newResumableConn returns a line that takes so many messages ahead before who sends them
// has to wait.
func newResumableConn(ahead int) *resumableConn {
	return &resumableConn{received: make(chan playerprotocol.Message, ahead), done: make(chan struct{})}
}

// attach takes a connection up. The other end has seen messages up to a number;
// it is sent the others again.
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
		old.cancel() // the other end has given it up
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

// connected reports whether there is a connection.
func (l *resumableConn) connected() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.link != nil && !l.closed()
}

// broken reports whether a connection that was there has to be taken up again.
func (l *resumableConn) broken() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waiting != nil && !l.closed()
}

// forget drops what the other end has seen.
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

// detach notes that a connection is broken. If no other comes in time, the line is
// lost.
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

// end ends the line.
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

// Send implements [talk.Conn]. It does not wait: a message is on its way when it
// returns, or is kept until the connection is taken up again.
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
		l.link.poke()
	}
	return nil
}

// Receive implements [talk.Conn].
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

// Close implements [talk.Conn].
func (l *resumableConn) Close() error {
	l.end(ErrClosed)
	return nil
}
