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

// How streams are kept alive: something is sent now and then, so that both sides
// notice when the other one is gone, and a client that does not take what it is
// sent is given up.
const (
	heartbeat   = 15 * time.Second
	streamWrite = 10 * time.Second
)

// stream sends the events of a feed as they happen. A client that comes back says
// in Last-Event-ID what it has seen.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, f *feed.Feed) error {
	leave, err := s.streams.TryAcquire(client(r))
	if err != nil {
		return err
	}
	defer leave()
	after, _ := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64) // what cannot be read is nothing
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := &stream{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // the whole request is here
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
		case errors.Is(err, feed.ErrClosed):
			_ = out.send("event: end\ndata: {}\n\n") // whoever listens need not come back
			return nil
		default:
			return nil // the client is gone, or we are
		}
	}
}

// A stream is a connection on which events are sent.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// next sends what comes after an event, or a sign of life.
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
	_ = o.control.SetWriteDeadline(time.Now().Add(streamWrite)) // where that is not possible, the server's holds
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}
