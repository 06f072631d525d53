package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"ludex/internal/server/feed"
	"ludex/internal/server/humanplay"
)

// A liveMessage is sent by a client on the live connection of a table: a move, or a
// ping, which is answered with the game time.
type liveMessage struct {
	Type   string  `json:"type"` // "move" or "ping"
	Number int     `json:"number,omitempty"`
	Move   string  `json:"move,omitempty"`
	Sent   float64 `json:"sent,omitempty"` // for a ping: the client's clock, which is echoed
}

// A liveReply is sent by the server: "view", "pong" or "error".
type liveReply struct {
	Type    string          `json:"type"`
	View    json.RawMessage `json:"view,omitempty"`
	Sent    float64         `json:"sent,omitempty"`
	Now     float64         `json:"now"` // game time in units
	Running bool            `json:"running"`
	Detail  string          `json:"detail,omitempty"`
}

// Limits of a live connection.
const (
	liveMessageSize = 4 << 10
	livePerSecond   = 50
	liveWrite       = 10 * time.Second
)

// getTableLive serves the WebSocket of a real-time game: it sends views as they change,
// receives moves, and lets the client measure the latency.
func (api tableAPI) getTableLive(w http.ResponseWriter, r *http.Request) error {
	at, err := api.seated(r)
	if err != nil {
		return err
	}
	t, ok := at.(timedPlace)
	if !ok {
		return problem(http.StatusConflict, "only games in real time have a live connection")
	}
	leave, err := api.server.streams.TryAcquire(client(r))
	if err != nil {
		return err
	}
	defer leave()
	c, err := websocket.Accept(w, r, nil) // checks the origin
	if err != nil {
		api.server.log.Debug("no live connection", "err", err)
		return nil // Accept has answered
	}
	defer c.CloseNow()
	c.SetReadLimit(liveMessageSize)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(api.server.ctx, cancel)()
	l := &liveConn{conn: c, table: t.Session, log: api.server.log, server: api.server.ctx}
	go func() {
		defer cancel()
		l.tell(ctx)
	}()
	l.listen(ctx)
	_ = c.Close(websocket.StatusNormalClosure, "")
	return nil
}

// A liveConn is a live connection.
type liveConn struct {
	conn   *websocket.Conn
	table  humanplay.Session
	log    *slog.Logger
	server context.Context // ends when the server stops
}

// tell sends each new view.
func (l *liveConn) tell(ctx context.Context) {
	after := uint64(0)
	for {
		events, err := l.table.Feed().Next(ctx, after)
		if errors.Is(err, feed.ErrClosed) && l.server.Err() == nil { // a game goes on with the next server
			_ = l.send(ctx, liveReply{Type: "error", Detail: "the table is closed"})
			return
		}
		if err != nil {
			return
		}
		for _, e := range events {
			after = e.ID
			if err := l.send(ctx, liveReply{Type: "view", View: e.Data}); err != nil {
				return
			}
		}
	}
}

// listen handles the messages of the client.
func (l *liveConn) listen(ctx context.Context) {
	messages := rate.NewLimiter(livePerSecond, livePerSecond)
	for {
		_, data, err := l.conn.Read(ctx)
		if err != nil {
			return
		}
		if !messages.Allow() {
			_ = l.conn.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		}
		var m liveMessage
		if json.Unmarshal(data, &m) != nil {
			_ = l.conn.Close(websocket.StatusUnsupportedData, "not a message")
			return
		}
		if l.handle(ctx, m) != nil {
			return
		}
	}
}

func (l *liveConn) handle(ctx context.Context, m liveMessage) error {
	switch m.Type {
	case "ping":
		return l.send(ctx, liveReply{Type: "pong", Sent: m.Sent})
	case "move":
		if _, err := l.table.Do(ctx, humanplay.Action{Kind: humanplay.DoMove, Number: m.Number, Move: m.Move}); err != nil {
			return l.send(ctx, liveReply{Type: "error", Detail: asProblem(err).Error()})
		}
		return nil
	}
	return l.send(ctx, liveReply{Type: "error", Detail: "a message is a move or a ping"})
}

func (l *liveConn) send(ctx context.Context, m liveReply) error {
	if k, ok := l.table.(humanplay.Clocked); ok {
		m.Now, m.Running = k.Now()
	}
	data, err := json.Marshal(m)
	if err != nil {
		l.log.Error("a message cannot be written", "type", m.Type, "err", err)
		return err
	}
	limited, cancel := context.WithTimeout(ctx, liveWrite)
	defer cancel()
	return l.conn.Write(limited, websocket.MessageText, data)
}
