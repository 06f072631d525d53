package localarena

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
)

// openTimed opens a table of a game in real time.
func (a *Arena) openTimed(ctx context.Context, e *gamecache.Entry, req *openRequest) (any, error) {
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // it never fails
	t, _, err := a.timed.Open(ctx, person, humanplay.Options{
		Entry: e, Role: req.Role, Opponents: req.Opponents, Unit: time.Duration(req.UnitMs) * time.Millisecond,
		Seed: binary.LittleEndian.Uint64(seed[:]), Time: openTime, Log: a.log,
	})
	if err != nil {
		return nil, err
	}
	v, err := t.View(ctx)
	return opened{t.ID(), v}, err
}

// answerTimed answers what is asked about a table of a game in real time.
func (a *Arena) answerTimed(ctx context.Context, t humanplay.Session, method, about, query string, body []byte) (any, error) {
	switch {
	case method == "POST" && about == "live":
		return hear(ctx, t, body)
	case method == "POST" && about != "":
		action, err := readAction(humanplay.Kind(about), body)
		if err != nil {
			return nil, err
		}
		return t.Do(ctx, action)
	case about == "":
		return t.View(ctx)
	case about == "board.svg":
		pos, _, err := t.Position(ctx)
		if err != nil {
			return nil, err
		}
		return draw(ctx, t, pos, query)
	case about == "words":
		return a.words(ctx, t.Entry())
	}
	return nil, errUnknown
}

// hear answers a message of the live connection; a move that is made has no answer but the
// views that follow.
func hear(ctx context.Context, t humanplay.Session, body []byte) (any, error) {
	var m humanplay.LiveMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	if m.Type == "ping" {
		return humanplay.LiveReply{Type: "pong", Sent: m.Sent}.At(t), nil
	}
	if _, err := t.Do(ctx, humanplay.Action{Kind: humanplay.DoMove, Number: m.Number, Move: m.Move}); err != nil {
		return humanplay.LiveReply{Type: "error", Detail: err.Error()}.At(t), nil
	}
	return nil, nil
}

// followTimed sends the views of a table in real time, as a live connection does.
func (a *Arena) followTimed(ctx context.Context, id string, send func(kind string, data []byte)) error {
	t, ok := a.timed.Get(id)
	if !ok {
		return table.ErrNone
	}
	for after := uint64(0); ; {
		events, err := t.Feed().Next(ctx, after)
		if err != nil {
			return err
		}
		for _, e := range events {
			after = e.ID
			data, err := json.Marshal(humanplay.LiveReply{Type: "view", View: e.Data}.At(t))
			if err != nil {
				return err
			}
			send("message", data)
		}
	}
}
