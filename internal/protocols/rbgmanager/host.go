package rbgmanager

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"
)

// maxWaiting is how many players may wait for a match.
const maxWaiting = 256

// A Host accepts players of the protocol. It keeps their connections from one play
// of a game to the next, so that a player need not be started and prepared for
// each.
type Host struct {
	listener net.Listener
	patience time.Duration // see take
	done     sync.WaitGroup

	mu      sync.Mutex
	waiting []*remotePlayer // that were told nothing yet
	idle    []*remotePlayer // that have played
	changed chan struct{}   // closed when a player may have arrived
	closed  bool
}

// A gameText is what a player is told before its first play: the time for preparing,
// the rules and its number. It stays the same as long as the connection lasts.
type gameText struct{ clock, rules, number string }

// A remotePlayer is a player that has connected.
type remotePlayer struct {
	*conn
	game *gameText // nil if it was told nothing yet
}

// Listen waits for players at an address, until Close.
func Listen(ctx context.Context, address string) (*Host, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	h := &Host{listener: l, patience: 2 * time.Second, changed: make(chan struct{})}
	h.done.Go(h.accept)
	return h, nil
}

// Addr returns the address with the actual port.
func (h *Host) Addr() net.Addr { return h.listener.Addr() }

// accept accepts players.
func (h *Host) accept() {
	for {
		c, err := h.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // of one connection, or temporary
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if !h.give(&remotePlayer{conn: newConn(c)}) {
			_ = c.Close()
		}
	}
}

// give lets a player wait for a play. It reports false if too many are waiting.
func (h *Host) give(g *remotePlayer) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := &h.idle
	if g.game == nil {
		list = &h.waiting
	}
	if h.closed || len(*list) >= maxWaiting {
		return false
	}
	*list = append(*list, g)
	close(h.changed)
	h.changed = make(chan struct{})
	return true
}

// take waits for a player: one that knows the game, or a new one. If none arrives
// for a while, players of other games or roles are disconnected, since they may
// connect again.
func (h *Host) take(ctx context.Context, game gameText) (*remotePlayer, error) {
	tick := time.NewTicker(h.patience)
	defer tick.Stop()
	for {
		g, changed := h.find(game)
		if g != nil {
			return g, nil
		}
		select {
		case <-changed:
		case <-tick.C:
			h.disconnectPlayers()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// find takes a player, or returns a channel that is closed when it may be worth
// trying again.
func (h *Host) find(game gameText) (*remotePlayer, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := 0; i < len(h.idle); {
		g := h.idle[i]
		if *g.game != game {
			i++
			continue
		}
		h.idle = slices.Delete(h.idle, i, i+1)
		if g.alive() {
			return g, nil
		}
	}
	for len(h.waiting) > 0 {
		g := h.waiting[0]
		h.waiting = h.waiting[1:]
		if g.alive() {
			return g, nil
		}
	}
	return nil, h.changed
}

// disconnectPlayers disconnects the players that have played.
func (h *Host) disconnectPlayers() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.idle {
		_ = g.Close()
	}
	h.idle = nil
}

// Close ends listening, and disconnects the waiting players.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	for _, g := range slices.Concat(h.idle, h.waiting) {
		_ = g.Close()
	}
	h.idle, h.waiting = nil, nil
	h.mu.Unlock()
	err := h.listener.Close()
	h.done.Wait()
	return err
}

// alive reports whether the other end is connected. If not, or if it has played and
// sends something unexpected, it is disconnected.
func (g *remotePlayer) alive() bool {
	err := g.SetReadDeadline(time.Now().Add(time.Millisecond))
	if err == nil {
		_, err = g.in.Peek(1)
	}
	waits := errors.Is(err, os.ErrDeadlineExceeded) || err == nil && g.game == nil
	if waits && g.SetReadDeadline(time.Time{}) == nil {
		return true
	}
	_ = g.Close()
	return false
}

// newGameText returns what a player is told before its first play.
func newGameText(clock time.Duration, rules string, role int) gameText {
	return gameText{timeText(clock), rules, strconv.Itoa(role + 1)}
}
