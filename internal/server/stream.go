package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"ludex/internal/server/feed"
)

// Streams send a comment from time to time, so that both sides notice a lost
// connection. A client that does not read is disconnected after half of streamWrite at the
// earliest.
const (
	heartbeat   = 15 * time.Second
	streamWrite = 10 * time.Second
)

// stream sends the events of a feed as they happen. A client that reconnects sends the
// last event it has seen in Last-Event-ID.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, f *feed.Feed) error {
	after, _ := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64) // anything else counts as 0
	return s.streamFrom(w, r, f, feed.Event{ID: after})
}

// streamFrom sends an event, if it has a text, and then those that follow it in a feed.
func (s *Server) streamFrom(w http.ResponseWriter, r *http.Request, f *feed.Feed, first feed.Event) error {
	leave, err := s.streams.TryAcquire(client(r))
	if err != nil {
		return err
	}
	defer leave()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Transfer-Encoding", "identity") // a stream ends with its connection; each chunk would need memory
	out := &stream{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // the request has been read
	if err := out.send(append([]byte("retry: 2000\n\n"), first.Text...)); err != nil {
		return nil
	}
	defer f.Read()()
	err = out.follow(r.Context(), s.ctx, f, first.ID)
	if errors.Is(err, feed.ErrClosed) && s.ctx.Err() == nil { // what a stopping server closes goes on with the next one
		_ = out.send([]byte("event: end\ndata: {}\n\n")) // the client does not reconnect
	}
	return nil // otherwise the client or the server is gone
}

// A stream is a connection on which events are sent.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	sent    time.Time // when something was sent last
	until   time.Time // the limit for writing
}

// follow sends the events after a number, and comments as heartbeats in between, until the
// client or the server is gone, or the feed is closed.
func (o *stream) follow(client, server context.Context, f *feed.Feed, after uint64) error {
	idle := time.NewTimer(heartbeat) // it is not set again by each event, of which there may be many
	defer idle.Stop()
	for {
		events, changed, err := f.After(after)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := o.send(e.Text); err != nil {
				return err
			}
			after = e.ID
		}
		if len(events) > 0 {
			continue
		}
		select {
		case <-changed:
		case <-idle.C:
			left := heartbeat - time.Since(o.sent)
			if left <= 0 {
				if err := o.send([]byte(": still here\n\n")); err != nil {
					return err
				}
				left = heartbeat
			}
			idle.Reset(left)
		case <-client.Done():
			return client.Err()
		case <-server.Done():
			return server.Err()
		}
	}
}

func (o *stream) send(text []byte) error {
	o.sent = time.Now()
	if o.until.Sub(o.sent) < streamWrite/2 { // setting it costs as much as a short event
		o.until = o.sent.Add(streamWrite)
		_ = o.control.SetWriteDeadline(o.until) // if unsupported, the server's own limit applies
	}
	if _, err := o.w.Write(text); err != nil {
		return err
	}
	return o.control.Flush()
}
