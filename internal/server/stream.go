package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"ludex/internal/server/feed"
)

// Streams send a comment from time to time, so that both sides notice a lost
// connection. A client that does not read is disconnected.
const (
	heartbeat   = 15 * time.Second
	streamWrite = 10 * time.Second
)

// stream sends the events of a feed as they happen. A client that reconnects sends the
// last event it has seen in Last-Event-ID.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, f *feed.Feed) error {
	leave, err := s.streams.TryAcquire(client(r))
	if err != nil {
		return err
	}
	defer leave()
	after, _ := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64) // anything else counts as 0
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := &stream{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // the request has been read
	if err := out.send("retry: 2000\n\n"); err != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	for {
		err := out.next(ctx, f, &after)
		switch {
		case err == nil:
		case errors.Is(err, feed.ErrClosed) && s.ctx.Err() == nil: // what a stopping server closes goes on with the next one
			_ = out.send("event: end\ndata: {}\n\n") // the client does not reconnect
			return nil
		default:
			return nil // the client or the server is gone
		}
	}
}

// A stream is a connection on which events are sent.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// next sends the events after a number, or a comment as a heartbeat.
func (o *stream) next(ctx context.Context, f *feed.Feed, after *uint64) error {
	wait, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	events, err := f.Next(wait, *after)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return o.send(": still here\n\n")
	}
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := o.send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Kind, e.Data)); err != nil {
			return err
		}
		*after = e.ID
	}
	return nil
}

func (o *stream) send(text string) error {
	_ = o.control.SetWriteDeadline(time.Now().Add(streamWrite)) // if unsupported, the server's own limit applies
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}
