package playerprotocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/lag"
	"ludex/player/realtime"
	"ludex/timed"
)

// startTimed lets a player prepare for a match in real time. The match lasts as
// long as the context.
func (s *clientSession) startTimed(outer context.Context, m Message) error {
	if s.NewTimed == nil {
		return errors.New("games in real time are not played here")
	}
	ctx, cancel := s.within(outer, milliseconds(m.StartClock))
	defer cancel()
	r, err := s.read(ctx, m)
	if err != nil {
		return err
	}
	g, err := r.OpenTimed(ctx, game.Opening{})
	if err != nil {
		return err
	}
	role, err := g.Role(m.Role)
	if err != nil {
		return err
	}
	t := &timedSession{clientSession: s, game: g, role: role, unit: time.Duration(m.UnitMs * float64(time.Millisecond))}
	if t.unit <= 0 {
		t.unit = timed.DefaultUnit
	}
	if !g.Hidden() {
		if t.client, err = lag.NewClient(g, role); err != nil {
			return err
		}
	}
	execution, err := timed.ParseExecution(m.Execution)
	if err != nil {
		return err
	}
	p, err := s.NewTimed(ctx, r)
	if err != nil {
		return err
	}
	t.player = p
	t.clock.unit = t.unit
	t.ctx, t.cancel = context.WithCancel(outer)
	err = p.Start(t.ctx, realtime.Setup{
		Game: g, Role: role, Seed: m.Seed, Nodes: m.Nodes, StartClock: milliseconds(m.StartClock),
		Live: &realtime.Live{Clock: &t.clock, Inbox: t, Unit: t.unit, Execution: execution},
	})
	if err != nil {
		t.stop()
		return err
	}
	s.timed = t
	return s.send(ctx, Message{Type: Ready})
}

// within returns a context that ends shortly before a clock, so that the answer
// arrives in time.
func (s *clientSession) within(ctx context.Context, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, clock-s.Reserve(clock))
}

// A timedSession is the player's end of a match in real time. Its player is called
// as if it were in the manager's process, with a state computed from the notices.
// Moves are sent ahead by their latency, which the clock includes.
type timedSession struct {
	*clientSession
	game   *timed.Game
	role   game.Role
	unit   time.Duration
	player realtime.Player
	client *lag.Client // nil for games with hidden information
	clock  remoteClock
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // guards the following
	timer *time.Timer
	ids   uint64
	over  bool
}

func (t *timedSession) stop() {
	t.mu.Lock()
	t.over = true
	if t.timer != nil {
		t.timer.Stop()
	}
	t.mu.Unlock()
	t.cancel()
	t.player.Stop()
}

// receive processes a notice.
func (t *timedSession) receive(m Message) error {
	n, err := t.notice(m)
	if err != nil {
		return err
	}
	t.clock.set(m, t.conn)
	if m.Kind != Begin {
		if t.client != nil {
			if err := t.client.Receive(t.ctx, n); err != nil {
				return err
			}
		}
		if ear, ok := t.player.(timed.Listener); ok {
			ear.Hear(n)
		}
	}
	if m.Legal == nil || n.Kind == timed.End {
		return nil // there is more to come, or nothing
	}
	return t.ask(n, m.Legal)
}

// notice returns what a message says.
func (t *timedSession) notice(m Message) (timed.Notice, error) {
	n := timed.Notice{To: t.role, Number: m.N, Kind: timed.Kind(m.Kind), Percepts: slices.Sorted(slices.Values(m.Percepts)),
		Moved: m.Moved, ID: m.ID, Reason: m.Reason, Ending: timed.Reason(m.Ending)}
	if m.T != nil {
		n.Time = *m.T
	}
	if m.Received != nil {
		n.Received = *m.Received
	}
	for _, move := range m.Moves {
		r, err := t.game.Role(move.Role)
		if err != nil {
			return n, err
		}
		text, err := t.game.MoveText(move.Move)
		if err != nil {
			return n, err
		}
		n.Moves = append(n.Moves, timed.Move{Role: r, Text: text})
	}
	return n, nil
}

// ask asks the player for its plan.
func (t *timedSession) ask(n timed.Notice, legal []string) error {
	v := timed.View{Game: t.game, Role: t.role, Legal: legal, Until: timed.Forever,
		Open: max(n.Time+timed.Moment, t.clock.Now()), Moved: n.Moved, Refused: n.Kind == timed.Refused}
	if t.client != nil {
		var err error
		if v.State, err = t.client.StateAt(t.ctx, n.Time); err != nil {
			return fmt.Errorf("notice %d: %w", n.Number, err)
		}
		v.Until = v.State.Expiry()
	}
	plan, ok := t.player.Next(&v)
	t.follow(plan, ok)
	return nil
}

// follow schedules a planned move, replacing the one before.
func (t *timedSession) follow(plan timed.Plan, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if !ok || t.over {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc((plan.At - t.clock.Now()).Duration(t.unit), func() {
		t.mu.Lock()
		mine := t.timer == timer && !t.over
		t.ids++
		id := t.ids
		t.mu.Unlock()
		if mine {
			t.Put(t.role, plan.Move, id)
		}
	})
	t.timer = timer
}

// Put implements [realtime.Sender]. A move that cannot be sent is lost, like a
// message on a broken connection.
func (t *timedSession) Put(_ game.Role, move string, id uint64) timed.Time {
	_ = t.send(t.ctx, Message{Type: Move, Move: move, ID: id})
	return t.clock.Now()
}
