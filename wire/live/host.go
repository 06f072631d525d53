package live

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ludex/wire/talk"
)

// helloTime is how long a player may take to say who it is.
const helloTime = 10 * time.Second

// maxWaiting is how many players may wait for a match under one name, and
// maxSessions how many there may be in all.
const (
	maxWaiting  = 64
	maxSessions = 4096
)

// A Host is where players arrive. It is an [http.Handler].
type Host struct {
	Log *slog.Logger // nil is silence

	mu       sync.Mutex
	sessions map[string]*line
	waiting  map[string]chan *line // by name
}

// ServeHTTP takes a player in, or one back whose connection broke.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	s.SetReadLimit(talk.MaxMessage)
	l, err := h.greet(r.Context(), s)
	if err != nil {
		h.log().Warn("a player was not taken in", "from", r.RemoteAddr, "error", err)
		_ = s.Close(websocket.StatusPolicyViolation, short(err.Error()))
		return
	}
	err = l.read(r.Context(), s)
	l.detach(s)
	h.log().Debug("a connection ended", "from", r.RemoteAddr, "error", err)
}

// short fits a text into the reason of a farewell.
func short(text string) string { return text[:min(len(text), 100)] }

func (h *Host) log() *slog.Logger {
	if h.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return h.Log
}

// greet reads who comes, and finds or makes its line.
func (h *Host) greet(ctx context.Context, s *websocket.Conn) (*line, error) {
	limited, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	f, err := read(limited, s)
	if err != nil {
		return nil, err
	}
	if f.Type != hello {
		return nil, errors.New("a player says hello first")
	}
	l, token, err := h.session(f)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	seen := l.seen
	l.mu.Unlock()
	if err := write(ctx, s, frame{Message: talk.Message{Type: welcome}, Session: token, Seen: seen}); err != nil {
		return nil, err
	}
	if err := l.attach(ctx, s, f.Seen); err != nil {
		return nil, err
	}
	if f.Session == "" {
		return l, h.queue(f.Name, l)
	}
	return l, nil
}

// session returns the line of a session, or a new one.
func (h *Host) session(f frame) (*line, string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f.Session != "" {
		l := h.sessions[f.Session]
		if l == nil || l.closed() {
			return nil, "", errors.New("there is no such session any more")
		}
		return l, f.Session, nil
	}
	if f.Name == "" {
		return nil, "", errors.New("a player has a name")
	}
	h.sweep()
	if len(h.sessions) >= maxSessions {
		return nil, "", errors.New("there are too many players")
	}
	l, token := newLine(), rand.Text()
	l.answer = func(f frame) {
		if f.Type == ping {
			l.sendNow(context.Background(), frame{Message: talk.Message{Type: pong}, ID: f.ID, Clock: time.Now().UnixMicro()})
		}
	}
	if h.sessions == nil {
		h.sessions = map[string]*line{}
	}
	h.sessions[token] = l
	return l, token, nil
}

// sweep drops sessions that are over.
func (h *Host) sweep() {
	for token, l := range h.sessions {
		if l.closed() {
			delete(h.sessions, token)
		}
	}
}

// queue has a player wait for a match.
func (h *Host) queue(name string, l *line) error {
	select {
	case h.queueOf(name) <- l:
		h.log().Info("a player waits for a match", "name", name)
		return nil
	default:
		l.end(errClosed)
		return errors.New("too many players wait under this name")
	}
}

func (h *Host) queueOf(name string) chan *line {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == nil {
		h.waiting = map[string]chan *line{}
	}
	q := h.waiting[name]
	if q == nil {
		q = make(chan *line, maxWaiting)
		h.waiting[name] = q
	}
	return q
}

// Accept waits for a player of a name, and passes over those that have gone again.
func (h *Host) Accept(ctx context.Context, name string) (talk.Conn, error) {
	q := h.queueOf(name)
	for {
		select {
		case l := <-q:
			if !l.closed() {
				return l, nil
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close ends all connections.
func (h *Host) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.sessions {
		l.end(errClosed)
	}
}
