package live

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
)

const (
	// helloTime is how long a player may take to introduce itself.
	helloTime = 20 * time.Second
	// maxHello is the length limit of its introduction, and maxAnswer the limit of its
	// other messages.
	maxHello  = 4 << 10
	maxAnswer = 1 << 20
	// maxHandshakes is how many connections may be without an introduction, maxWaiting
	// how many players may wait for a match under one name, and maxSessions how many
	// there may be in all.
	maxHandshakes = 256
	maxWaiting    = 256
	maxSessions   = 4096
	// maxAhead is how many unread messages of a player are buffered before it has to
	// wait.
	maxAhead = 16
)

// A Host accepts players, which wait there for matches. It is an [http.Handler];
// Listen runs it as a server.
type Host struct {
	Log *slog.Logger // nil is none

	mu         sync.Mutex
	invited    map[string]bool
	sessions   map[string]*remotePlayer
	players    int             // number of players so far
	waiting    []*remotePlayer // for a match, in the order in which they came
	changed    chan struct{}   // closed when a player may have arrived
	handshakes int
	closing    bool
	ctx        context.Context // of connections without an introduction
	cancel     context.CancelFunc
	group      sync.WaitGroup // of connections
	server     *http.Server
}

// A remotePlayer is a player that has connected.
type remotePlayer struct {
	*resumableConn
	name    string
	session string
	number  int         // in order of arrival
	spoke   atomic.Bool // it has sent something since it was accepted
}

// Invite admits players of a name. If no name is invited, all are admitted.
func (h *Host) Invite(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.invited == nil {
		h.invited = map[string]bool{}
	}
	h.invited[name] = true
}

// ServeHTTP accepts a player, or resumes a connection that broke.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.enter(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer h.group.Done()
	s, err := websocket.Accept(w, r, nil)
	if err != nil {
		h.endHandshake()
		return // Accept has answered
	}
	g, k, err := h.handshake(s)
	h.endHandshake()
	if err != nil {
		h.log().Warn("a player was not taken in", "from", r.RemoteAddr, "error", err)
		status := websocket.StatusTryAgainLater
		if errors.Is(err, errRefused) {
			status = websocket.StatusPolicyViolation
		}
		_ = s.Close(status, short(err.Error())) // it may be gone
		return
	}
	h.log().Debug("a player is connected", "name", g.name, "from", r.RemoteAddr)
	err = g.keep(k)
	h.replace(g.name)
	h.log().Debug("a connection ended", "name", g.name, "from", r.RemoteAddr, "error", err)
}

var (
	// errRefused is wrapped by permanent errors.
	errRefused = errors.New("refused")
	errTooMany = errors.New("there are too many players")
	errClosing = errors.New("no more matches are played")
)

// enter counts a connection.
func (h *Host) enter() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing:
		return errClosing
	case h.handshakes >= maxHandshakes:
		return errTooMany
	}
	if h.ctx == nil {
		h.ctx, h.cancel = context.WithCancel(context.Background())
	}
	h.handshakes++
	h.group.Add(1)
	return nil
}

func (h *Host) endHandshake() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handshakes--
}

// short fits a text into the reason of a close frame.
func short(text string) string { return text[:min(len(text), 100)] }

func (h *Host) log() *slog.Logger {
	if h.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return h.Log
}

// handshake reads the introduction, and finds or makes the player's connection.
func (h *Host) handshake(s *websocket.Conn) (*remotePlayer, *attachment, error) {
	ctx, cancel := context.WithTimeout(h.ctx, helloTime)
	defer cancel()
	s.SetReadLimit(maxHello)
	f, err := read(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	s.SetReadLimit(maxAnswer)
	if f.Type != hello {
		return nil, nil, fmt.Errorf("%w: a player says hello first", errRefused)
	}
	g, err := h.findPlayer(&f)
	if err != nil {
		return nil, nil, err
	}
	k, err := h.welcome(ctx, s, g, f.Seen)
	if err != nil && f.Session == "" {
		g.end(err)
	}
	return g, k, err
}

// welcome attaches a WebSocket to a player's connection.
func (h *Host) welcome(ctx context.Context, s *websocket.Conn, g *remotePlayer, heard uint64) (*attachment, error) {
	g.mu.Lock()
	n := note{Type: welcome, Session: g.session, Seen: g.seen}
	g.mu.Unlock()
	if err := writeNote(ctx, s, n); err != nil {
		return nil, err
	}
	k, err := g.attach(s, heard)
	if err != nil {
		return nil, err
	}
	h.replace(g.name)
	h.announce()
	return k, nil
}

// keep serves a connection until it ends. A player that closes it properly does not
// come back.
func (g *remotePlayer) keep(k *attachment) error {
	var writer sync.WaitGroup
	writer.Go(func() { g.pump(k) })
	err := g.read(k)
	if websocket.CloseStatus(err) == websocket.StatusNormalClosure || isViolation(err) {
		g.end(fmt.Errorf("%w: %w", ErrClosed, err))
	}
	g.detach(k)
	writer.Wait()
	return err
}

// replace ends connections that broke right after they were accepted, when another
// player of their name has arrived later: it is most likely the same player, which
// did not receive the answer.
func (h *Host) replace(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := 0
	for _, g := range h.sessions {
		if g.name == name && !g.closed() {
			last = max(last, g.number)
		}
	}
	for _, g := range h.sessions {
		if g.name == name && g.number < last && !g.spoke.Load() && g.broken() {
			g.end(ErrLost)
		}
	}
}

// isViolation reports whether a connection was ended for a protocol violation.
func isViolation(err error) bool {
	return errors.Is(err, websocket.ErrMessageTooBig) || errors.Is(err, playerprotocol.ErrNoMessage) || errors.Is(err, errNotSent)
}

// findPlayer returns the player of a session, or a new one, which waits for a match.
func (h *Host) findPlayer(f *frame) (*remotePlayer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f.Session != "" {
		g := h.sessions[f.Session]
		if g == nil || g.closed() {
			return nil, fmt.Errorf("%w: there is no such session any more", errRefused)
		}
		return g, nil
	}
	h.sweep()
	switch {
	case f.Name == "" || len(f.Name) > 100:
		return nil, fmt.Errorf("%w: a player has a name", errRefused)
	case h.invited != nil && !h.invited[f.Name]:
		return nil, fmt.Errorf("%w: no player %.50q is expected", errRefused, f.Name)
	case len(h.sessions) >= maxSessions || h.countWaiting(f.Name) >= maxWaiting:
		return nil, errTooMany
	case h.closing:
		return nil, errClosing
	}
	h.players++
	g := &remotePlayer{resumableConn: newResumableConn(maxAhead), name: f.Name, session: rand.Text(), number: h.players}
	g.hears = func(f *frame) {
		g.spoke.Store(true)
		if f.Type == ping {
			g.send(note{Type: pong, ID: f.ID})
		}
	}
	if h.sessions == nil {
		h.sessions = map[string]*remotePlayer{}
	}
	h.sessions[g.session] = g
	h.waiting = append(h.waiting, g)
	return g, nil
}

func (h *Host) countWaiting(name string) int {
	n := 0
	for _, g := range h.waiting {
		if g.name == name {
			n++
		}
	}
	return n
}

// sweep drops sessions that are over.
func (h *Host) sweep() {
	for token, g := range h.sessions {
		if g.closed() {
			delete(h.sessions, token)
		}
	}
	h.waiting = slices.DeleteFunc(h.waiting, func(g *remotePlayer) bool { return g.closed() })
}

// wait lets a player wait for a match.
func (h *Host) wait(g *remotePlayer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		g.end(ErrClosed)
	}
	h.waiting = append(h.waiting, g)
}

// announce wakes the goroutines that wait for players.
func (h *Host) announce() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.changed != nil {
		close(h.changed)
		h.changed = nil
	}
}

// Accept waits for a player of a name.
func (h *Host) Accept(ctx context.Context, name string) (playerprotocol.Conn, error) {
	conns, err := h.Gather(ctx, name)
	if err != nil {
		return nil, err
	}
	return conns[0], nil
}

// Gather waits until players of all the names are available at the same time, and
// takes them. Closing a connection lets its player wait for another match.
func (h *Host) Gather(ctx context.Context, names ...string) ([]playerprotocol.Conn, error) {
	for {
		conns, changed := h.take(names)
		if conns != nil {
			return conns, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for %q: %w", names, ctx.Err())
		}
	}
}

// take takes players of all the names, or returns a channel that is closed when it
// may be worth trying again.
func (h *Host) take(names []string) ([]playerprotocol.Conn, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	left := slices.Clone(h.waiting)
	conns := make([]playerprotocol.Conn, 0, len(names))
	for _, name := range names {
		i := slices.IndexFunc(left, func(g *remotePlayer) bool { return g.name == name && g.connected() })
		if i < 0 {
			if h.changed == nil {
				h.changed = make(chan struct{})
			}
			return nil, h.changed
		}
		conns = append(conns, &matchConn{remotePlayer: left[i], host: h})
		left = slices.Delete(left, i, i+1)
	}
	h.waiting = left
	return conns, nil
}

// A matchConn is a player's connection during one match.
type matchConn struct {
	*remotePlayer
	host *Host
	once sync.Once
}

// Close lets the player wait for another match.
func (v *matchConn) Close() error {
	v.once.Do(func() {
		v.host.wait(v.remotePlayer)
		v.host.announce()
	})
	return nil
}

// Drop disconnects the player.
func (v *matchConn) Drop() error {
	v.once.Do(func() { v.end(ErrClosed) })
	return nil
}

// Fresh implements [playerprotocol.Dropper]: the player may have connected again.
func (v *matchConn) Fresh() bool { return false }

// Close ends all connections, and waits until they have ended.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closing = true
	if h.cancel != nil {
		h.cancel()
	}
	for _, g := range h.sessions {
		g.end(ErrClosed)
	}
	server := h.server
	h.mu.Unlock()
	var err error
	if server != nil {
		err = server.Close()
	}
	h.group.Wait()
	return err
}
