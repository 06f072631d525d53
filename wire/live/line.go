// Package live carries the messages of package talk over WebSockets, for players
// behind a firewall and for games in real time. Players connect to the manager,
// and a connection that breaks is taken up again where it broke: both ends keep
// what the other has not seen, and number what they send.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ludex/wire/talk"
)

// The messages that keep a connection, beside those of package talk.
const (
	hello   = "hello"   // of a player: who it is, and what it has seen
	welcome = "welcome" // of the manager: the session, and what it has seen
	ping    = "ping"    // of a player: what time is it?
	pong    = "pong"
)

// A frame is what goes over a WebSocket: a message with its number, or one of
// those that keep the connection.
type frame struct {
	talk.Message
	Number  uint64 `json:"number,omitempty"`  // of the messages of this end, counted from 1
	Seen    uint64 `json:"seen,omitempty"`    // the last number of the other end
	Name    string `json:"name,omitempty"`    // of hello
	Session string `json:"session,omitempty"` // of hello and welcome
	ID      uint64 `json:"id,omitempty"`      // of ping and pong
	Clock   int64  `json:"clock,omitempty"`   // of pong: the manager's clock, in microseconds
}

// patience is how long an end waits for a connection to be taken up again.
const patience = 30 * time.Second

// maxUnseen is how many messages an end keeps that the other has not seen.
const maxUnseen = 10_000

var (
	// ErrLost is reported when a connection was not taken up again.
	ErrLost = errors.New("the connection is lost")
	// ErrUnseen is reported when the other end has not seen anything for too
	// many messages.
	ErrUnseen = errors.New("the other end does not read")
)

// A line is one end of a connection that may break and be taken up again. It
// implements [talk.Conn].
type line struct {
	mu      sync.Mutex
	socket  *websocket.Conn // nil while there is none
	unseen  []frame         // what the other end has not seen, in order
	sent    uint64          // the number of the last message
	seen    uint64          // that of the other end
	waiting *time.Timer     // until the connection is lost
	writing sync.Mutex      // one frame at a time

	received chan talk.Message
	done     chan struct{} // closed when the line is closed or lost
	err      error         // why; may be read once done is closed

	// answer handles frames that keep the connection.
	answer func(f frame)
}

func newLine() *line {
	return &line{received: make(chan talk.Message, 16), done: make(chan struct{})}
}

// attach takes a connection up. The other end has seen messages up to a number;
// it is sent the others again.
func (l *line) attach(ctx context.Context, s *websocket.Conn, seen uint64) error {
	l.mu.Lock()
	if l.closed() {
		l.mu.Unlock()
		return errors.Join(l.err, s.CloseNow())
	}
	if old := l.socket; old != nil {
		_ = old.CloseNow() // the other end has given it up
	}
	if l.waiting != nil {
		l.waiting.Stop()
		l.waiting = nil
	}
	l.socket = s
	l.forget(seen)
	again := append([]frame(nil), l.unseen...)
	l.writing.Lock() // what is sent anew waits until the rest is there
	l.mu.Unlock()
	defer l.writing.Unlock()
	for _, f := range again {
		if err := write(ctx, s, f); err != nil {
			go l.detach(s) // whoever sends may hold what it needs
			return err
		}
	}
	return nil
}

func (l *line) closed() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// forget drops what the other end has seen.
func (l *line) forget(seen uint64) {
	for len(l.unseen) > 0 && l.unseen[0].Number <= seen {
		l.unseen = l.unseen[1:]
	}
}

// detach notes that a connection is broken. If no other comes in time, the line is
// lost.
func (l *line) detach(s *websocket.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = s.CloseNow()
	if l.socket != s || l.closed() {
		return
	}
	l.socket = nil
	l.waiting = time.AfterFunc(patience, func() { l.end(ErrLost) })
}

// end ends the line.
func (l *line) end(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed() {
		return
	}
	l.err = why
	close(l.done)
	if l.waiting != nil {
		l.waiting.Stop()
	}
	if l.socket != nil {
		s := l.socket
		go func() { _ = s.Close(websocket.StatusNormalClosure, "") }() // with a farewell, which can take a moment
	}
}

// read takes messages from a connection until it breaks. Those that were seen
// before are passed over.
func (l *line) read(ctx context.Context, s *websocket.Conn) error {
	for {
		f, err := read(ctx, s)
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.forget(f.Seen)
		fresh := f.Number == l.seen+1
		if fresh {
			l.seen = f.Number
		}
		l.mu.Unlock()
		switch {
		case f.Number == 0:
			if l.answer != nil {
				l.answer(f)
			}
		case fresh:
			select {
			case l.received <- f.Message:
			case <-l.done:
				return l.err
			}
		}
	}
}

// Send implements [talk.Conn]. A message is on its way when it returns, or waits
// for the connection to be taken up again.
func (l *line) Send(ctx context.Context, m talk.Message) error {
	l.mu.Lock()
	if l.closed() {
		l.mu.Unlock()
		return l.err
	}
	if len(l.unseen) >= maxUnseen {
		l.mu.Unlock()
		l.end(ErrUnseen)
		return ErrUnseen
	}
	l.sent++
	f := frame{Message: m, Number: l.sent, Seen: l.seen}
	l.unseen = append(l.unseen, f)
	s := l.socket
	l.writing.Lock()
	l.mu.Unlock()
	defer l.writing.Unlock()
	if s == nil {
		return nil
	}
	if err := write(ctx, s, f); err != nil {
		go l.detach(s)
	}
	return nil
}

// sendNow sends a frame that keeps the connection, if there is one.
func (l *line) sendNow(ctx context.Context, f frame) {
	l.mu.Lock()
	s := l.socket
	f.Seen = l.seen
	l.mu.Unlock()
	if s == nil {
		return
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := write(ctx, s, f); err != nil {
		go l.detach(s)
	}
}

// Receive implements [talk.Conn].
func (l *line) Receive(ctx context.Context) (talk.Message, error) {
	select {
	case m := <-l.received:
		return m, nil
	default:
	}
	select {
	case m := <-l.received:
		return m, nil
	case <-l.done:
		return talk.Message{}, l.err
	case <-ctx.Done():
		return talk.Message{}, ctx.Err()
	}
}

// errClosed is what a line that was closed reports.
var errClosed = errors.New("the connection is closed")

// Close implements [talk.Conn].
func (l *line) Close() error {
	l.end(errClosed)
	return nil
}

// writeTime is how long a frame may take to be written.
const writeTime = 10 * time.Second

func write(ctx context.Context, s *websocket.Conn, f frame) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	// The context of a move must not break a frame in two.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
	defer cancel()
	return s.Write(ctx, websocket.MessageText, data)
}

func read(ctx context.Context, s *websocket.Conn) (frame, error) {
	var f frame
	_, data, err := s.Read(ctx)
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, fmt.Errorf("%w: %w", talk.ErrNoMessage, err)
	}
	return f, nil
}
