package realtime

import (
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/lag"
	"ludex/player"
	"ludex/timed"
)

// liveTurns thinks about turns during a match. Turns are thought about one after
// the other, each in a goroutine of its own.
type liveTurns struct {
	group sync.WaitGroup
	last  chan struct{} // closed when the previous turn is done

	mu   sync.Mutex // guards the following
	move game.Move  // chosen last
	sent map[uint64]timed.Time
	ids  uint64
	sync lag.Sync
}

// wait waits until all thinking has ended.
func (l *liveTurns) wait() { l.group.Wait() }

// chosen returns the move that was chosen last.
func (l *liveTurns) chosen() game.Move {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.move
}

// receive measures the latency of moves.
func (l *liveTurns) receive(n timed.Notice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sent, ok := l.sent[n.ID]; ok && n.Moved {
		l.sync.Add(sent, n.Received)
		delete(l.sent, n.ID)
	}
}

// begin lets the player think about a turn and send its move.
func (l *liveTurns) begin(t *turnsPlayer, turn turn) {
	before, done := l.last, make(chan struct{})
	l.last = done
	l.group.Go(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		limit := l.limit(t.setup.Live, turn.end)
		move := t.decide(turn, limit)
		l.send(t, move, turn.end)
	})
}

// limit returns how long the player may think about a turn: until its end, less the
// latency of a move and a reserve.
func (l *liveTurns) limit(live *Live, end timed.Time) time.Duration {
	l.mu.Lock()
	late := max(0, l.sync.Offset()) + l.sync.Spread()
	l.mu.Unlock()
	left := (end - late - live.Clock.Now()).Duration(live.Unit)
	return max(left-player.Reserve(left), 1)
}

// send sends a move, unless its turn is over.
func (l *liveTurns) send(t *turnsPlayer, move game.Move, end timed.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.move = move
	if t.ctx.Err() != nil {
		return
	}
	now := t.setup.Live.Clock.Now()
	if now >= end { // it would count for the next turn
		t.fault()
		return
	}
	if l.sent == nil {
		l.sent = map[uint64]timed.Time{}
	}
	l.ids++
	l.sent[l.ids] = now
	t.setup.Live.Inbox.Put(t.setup.Role, t.text(move), l.ids)
}
