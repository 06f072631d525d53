package live

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
)

// An attachment is one WebSocket of a resumable connection. One goroutine writes to
// it and one reads from it, so that a blocked writer does not block the reader.
type attachment struct {
	socket *websocket.Conn
	ctx    context.Context // ends with the attachment
	cancel context.CancelFunc
	wake   chan struct{} // there is something to write

	// Guarded by the connection's mutex:
	next  uint64 // the number of the next message to write
	notes []note // to be written before it

	heard atomic.Int64 // when something was read last, in nanoseconds
	stuck atomic.Bool  // the reader is blocked
}

// maxNotes is how many notes wait to be written. Older ones are dropped.
const maxNotes = 16

func newAttachment(s *websocket.Conn, next uint64) *attachment {
	k := &attachment{socket: s, next: next, wake: make(chan struct{}, 1)}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	k.heard.Store(time.Now().UnixNano())
	return k
}

// wakeWriter wakes the writer.
func (k *attachment) wakeWriter() {
	select {
	case k.wake <- struct{}{}:
	default: // it is awake already
	}
}

// silence returns for how long nothing was heard.
func (k *attachment) silence() time.Duration {
	if k.stuck.Load() {
		return 0
	}
	return time.Duration(time.Now().UnixNano() - k.heard.Load())
}

// pump writes messages until the WebSocket breaks. When the connection is closed it
// writes the rest and closes the WebSocket.
func (l *resumableConn) pump(k *attachment) {
	defer l.detach(k)
	for {
		data, closed, err := l.toWrite(k)
		switch {
		case err != nil:
			return
		case data != nil:
			if write(k.ctx, k.socket, data) != nil {
				return
			}
		case closed:
			_ = k.socket.Close(websocket.StatusNormalClosure, "") // the other end may be gone
			return
		default:
			select {
			case <-k.wake:
			case <-l.done:
			case <-k.ctx.Done():
				return
			}
		}
	}
}

// errReplaced says that an attachment was replaced by another.
var errReplaced = errors.New("the connection was taken up again")

// toWrite returns what is to be written next, or nil, and whether nothing more
// will come.
func (l *resumableConn) toWrite(k *attachment) (data []byte, closed bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.link != k:
		return nil, false, errReplaced
	case len(k.notes) > 0:
		n := k.notes[0]
		k.notes = k.notes[1:]
		n.Seen, l.told = l.seen, l.seen
		if n.Type == pong {
			n.Clock = time.Now().UnixMicro()
		}
		data, err = json.Marshal(n)
		return data, false, err
	case k.next <= l.sent:
		p := &l.out[len(l.out)-int(l.sent-k.next)-1]
		k.next++
		return p.data, false, nil
	}
	return nil, l.closed(), nil
}

// read takes messages from an attachment until it breaks, and ignores duplicates.
func (l *resumableConn) read(k *attachment) error {
	for {
		f, err := read(k.ctx, k.socket)
		if err != nil {
			return err
		}
		k.heard.Store(time.Now().UnixNano())
		l.mu.Lock()
		err = l.forget(f.Seen)
		l.mu.Unlock()
		if err != nil {
			return err
		}
		l.hears(&f)
		if f.keeps() {
			continue
		}
		if err := l.deliver(k, &f); err != nil {
			return err
		}
	}
}

// deliver passes on a message if it is the next one. Messages without a number come
// from players that do not resume, and are never duplicates. Two attachments may be
// read for a moment, so this is serialised.
func (l *resumableConn) deliver(k *attachment, f *frame) error {
	l.delivering.Lock()
	defer l.delivering.Unlock()
	l.mu.Lock()
	fresh := f.Number == 0 || f.Number == l.seen+1
	l.mu.Unlock()
	if !fresh {
		return nil
	}
	select {
	case l.received <- f.Message:
	default:
		k.stuck.Store(true)
		defer k.stuck.Store(false)
		select {
		case l.received <- f.Message:
		case <-l.done:
			return l.err
		case <-k.ctx.Done(): // it is sent again
			return k.ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.Number > 0 {
		l.seen = f.Number
	}
	if l.seen-l.told >= tellEvery && l.link == k {
		l.told = l.seen
		l.addNote(k, note{Type: seen})
	}
	return nil
}

// tellEvery is the number of messages after which an acknowledgement is sent if
// nothing else is.
const tellEvery = 16

// addNote queues a note.
func (l *resumableConn) addNote(k *attachment, n note) {
	if len(k.notes) >= maxNotes {
		k.notes = k.notes[1:]
	}
	k.notes = append(k.notes, n)
	k.wakeWriter()
}

// send sends a note, if there is a connection.
func (l *resumableConn) send(n note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k := l.link; k != nil {
		l.addNote(k, n)
	}
}

var _ playerprotocol.Conn = (*resumableConn)(nil)
