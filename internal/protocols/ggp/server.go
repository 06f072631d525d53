package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ludex/internal/protocols/seat"
)

const (
	// maxRequest is how long a message of a manager may be.
	maxRequest = 32 << 20
	// smallRequest is how long most messages are at most, and maxLarge how many
	// longer ones are read at a time.
	smallRequest = 64 << 10
	maxLarge     = 4
)

// A Server lets a player of this program answer managers, one match at a time.
type Server struct {
	Name    string
	Species string // the kind of program
	seat.Options

	large   atomic.Int64 // messages that are being read
	mu      sync.Mutex
	current *session
}

// ServeHTTP implements [http.Handler]. Messages come in the body of a POST, or as
// the path of a GET.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	received := time.Now()
	header := w.Header()
	header.Set("Content-Type", "text/acl")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Allow-Methods", "POST, GET, OPTIONS")
	header.Set("Access-Control-Allow-Headers", "Content-Type")
	header.Set("Access-Control-Max-Age", "86400")
	header["Date"] = nil
	header.Set("Connection", "close")
	text, err := s.message(w, r)
	if err != nil {
		http.Error(w, err.Error(), statusOf(err))
		return
	}
	if text == "" {
		return
	}
	m, err := Parse(text)
	if err != nil {
		s.log().Warn("a message that cannot be read", "from", r.RemoteAddr, "error", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := s.answer(r.Context(), m, received)
	s.log().Debug("answered", "kind", m.Kind, "match", m.Match, "answer", answer)
	header.Set("Content-Length", fmt.Sprint(len(answer)))
	_, _ = io.WriteString(w, answer) // the manager may be gone
}

// errCrowd is reported if too many large messages come at once.
var errCrowd = errors.New("too many large messages at once")

// statusOf returns the HTTP status for the error of a request.
func statusOf(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, errCrowd) {
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// message returns the message of a request; "" is one without.
func (s *Server) message(w http.ResponseWriter, r *http.Request) (string, error) {
	switch r.Method {
	case http.MethodPost:
		if r.ContentLength < 0 || r.ContentLength > smallRequest {
			defer s.large.Add(-1)
			if s.large.Add(1) > maxLarge {
				return "", errCrowd
			}
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		return string(body), err
	case http.MethodGet:
		return url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/"))
	}
	return "", nil
}

func (s *Server) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

// answer does what a message asks for.
func (s *Server) answer(ctx context.Context, m Message, received time.Time) string {
	switch m.Kind {
	case Info:
		return s.info()
	case Ping, Preview:
		if s.busy() {
			return Busy
		}
		return Ready // START prepares everything anyway
	case Start:
		return s.start(ctx, m, received)
	}
	t := s.playing(m.Match)
	if t == nil {
		return Busy
	}
	switch m.Kind {
	case Play:
		return t.play(ctx, m, received)
	case Stop:
		s.finish(t)
		return Done
	}
	s.finish(t)
	return Aborted
}

func (s *Server) info() string {
	status := Available
	if s.busy() {
		status = Busy
	}
	return fmt.Sprintf("( ( name %s ) ( status %s ) ( species %s ) )", s.Name, status, s.Species)
}

func (s *Server) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current != nil && !s.current.forgotten(time.Now())
}

// playing returns the session of a match, or nil.
func (s *Server) playing(match string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == nil || !strings.EqualFold(s.current.match, match) {
		return nil
	}
	return s.current
}

// start begins a match, unless there is one. A match whose manager has been silent
// for a long time is abandoned.
func (s *Server) start(ctx context.Context, m Message, received time.Time) string {
	t := s.take(m, received)
	if t == nil {
		return Busy
	}
	s.log().Info("match started", "match", m.Match, "role", m.Role, "start clock", m.StartClock, "play clock", m.PlayClock)
	t.seat.Await(ctx)
	return Ready
}

// take begins a match, or returns nil if there is one.
func (s *Server) take(m Message, received time.Time) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.current; old != nil {
		if !old.forgotten(received) {
			return nil
		}
		go old.seat.Stop()
	}
	opt := s.Options
	opt.Log = s.log().With("match", m.Match)
	s.current = newSession(m, received, opt)
	return s.current
}

// finish ends a match.
func (s *Server) finish(t *session) {
	s.mu.Lock()
	if s.current == t {
		s.current = nil
	}
	s.mu.Unlock()
	t.seat.Stop()
	s.log().Info("match over", "match", t.match)
}

// Close abandons the current match.
func (s *Server) Close() {
	s.mu.Lock()
	t := s.current
	s.mu.Unlock()
	if t != nil {
		s.finish(t)
	}
}

// ListenAndServe answers managers at an address until the context ends.
func (s *Server) ListenAndServe(ctx context.Context, address string, started func(net string)) error {
	l, err := listen(ctx, address)
	if err != nil {
		return err
	}
	if started != nil {
		started(l.Addr().String())
	}
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, MaxHeaderBytes: maxHeader}
	stop := context.AfterFunc(ctx, func() { _ = h.Close() })
	defer stop()
	defer s.Close()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// tries is how many ports are tried.
const tries = 10

// listen listens at an address. If its port is taken, it tries the next ones, as is
// usual for players.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	first, err := strconv.Atoi(port)
	if err != nil {
		return config.Listen(ctx, "tcp", address)
	}
	for i := range tries {
		l, err := config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(first+i)))
		if err == nil || first == 0 || i == tries-1 || !errors.Is(err, syscall.EADDRINUSE) {
			return l, err
		}
	}
	return nil, errors.New("no port is free") // not reached
}
