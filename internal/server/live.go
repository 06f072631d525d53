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
			_ = l.send(ctx, humanplay.LiveReply{Type: "error", Detail: "the table is closed"})
			return
		}
		if err != nil {
			return
		}
		for _, e := range events {
			after = e.ID
			if err := l.send(ctx, humanplay.LiveReply{Type: "view", View: e.Data}); err != nil {
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
		var m humanplay.LiveMessage
		if json.Unmarshal(data, &m) != nil {
			_ = l.conn.Close(websocket.StatusUnsupportedData, "not a message")
			return
		}
		if l.handle(ctx, m) != nil {
			return
		}
	}
}

func (l *liveConn) handle(ctx context.Context, m humanplay.LiveMessage) error {
	switch m.Type {
	case "ping":
		return l.send(ctx, humanplay.LiveReply{Type: "pong", Sent: m.Sent})
	case "move":
		if _, err := l.table.Do(ctx, humanplay.Action{Kind: humanplay.DoMove, Number: m.Number, Move: m.Move}); err != nil {
			return l.send(ctx, humanplay.LiveReply{Type: "error", Detail: asProblem(err).Error()})
		}
		return nil
	}
	return l.send(ctx, humanplay.LiveReply{Type: "error", Detail: "a message is a move or a ping"})
}

func (l *liveConn) send(ctx context.Context, m humanplay.LiveReply) error {
	data, err := json.Marshal(m.At(l.table))
	if err != nil {
		l.log.Error("a message cannot be written", "type", m.Type, "err", err)
		return err
	}
	limited, cancel := context.WithTimeout(ctx, liveWrite)
	defer cancel()
	return l.conn.Write(limited, websocket.MessageText, data)
}
