package live

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
)

// The control messages, beside those of package playerprotocol. They have no
// number, and are not resent.
const (
	hello   = "hello"   // of a player: its name, and the last number received
	welcome = "welcome" // of the manager: the session, and the last number received
	ping    = "ping"    // what time is it?
	pong    = "pong"    // the time
	seen    = "seen"    // acknowledgement, if there is nothing else to send
)

// A frame is what comes over a WebSocket: a message with its number, or a control
// message.
type frame struct {
	playerprotocol.Message
	Number  uint64 `json:"number,omitempty"`  // of the messages of this end, counted from 1
	Seen    uint64 `json:"seen,omitempty"`    // the last number of the other end
	Name    string `json:"name,omitempty"`    // of hello
	Session string `json:"session,omitempty"` // of hello and welcome
}

// keeps reports whether a frame is a control message.
func (f *frame) keeps() bool {
	switch f.Type {
	case hello, welcome, ping, pong, seen:
		return true
	}
	return false
}

// A note is a control message as it is sent.
type note struct {
	Type    string `json:"type"`
	Name    string `json:"name,omitempty"`
	Session string `json:"session,omitempty"`
	Seen    uint64 `json:"seen,omitempty"`
	ID      uint64 `json:"id,omitempty"`    // of ping and pong
	Clock   int64  `json:"clock,omitempty"` // of pong: in microseconds since 1970
}

// writeTime is how long a message may take to be written.
const writeTime = 10 * time.Second

func write(ctx context.Context, s *websocket.Conn, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return s.Write(ctx, websocket.MessageText, data)
}

func writeNote(ctx context.Context, s *websocket.Conn, n note) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return write(ctx, s, data)
}

func read(ctx context.Context, s *websocket.Conn) (frame, error) {
	var f frame
	_, data, err := s.Read(ctx)
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, fmt.Errorf("%w: %w", playerprotocol.ErrNoMessage, err)
	}
	return f, nil
}
