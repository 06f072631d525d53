package realtime

import (
	"sync"
	"time"

	"ludex/internal/lag"
	"ludex/timed"
)

// A liveSearch searches during a match by a wall clock, in a goroutine of its own.
// It thinks for a short time before it decides; until the time of a plan comes it
// continues to think, and may change its mind.
type liveSearch struct {
	*Live
	player *searchPlayer
	asked  chan struct{} // closed when the match has begun
	done   chan struct{}
	wake   chan struct{}

	once  sync.Once
	mu    sync.Mutex
	queue []timed.Notice // received, but not processed yet

	// Of the goroutine alone:
	sync lag.Sync
	slow time.Duration // how late it woke up at worst
	ids  uint64
	sent map[uint64]sentMove
}

// A sentMove is a move that was sent but not yet made or refused.
type sentMove struct {
	at   timed.Time // by the clock, when it was sent
	move string
}

const (
	// chunk is the number of updates between checks of the clock.
	chunk = 500
	// leastThought is the minimal time to think about a decision.
	leastThought = 5 * time.Millisecond
	// leastMargin is the minimal time between sending a move and its deadline, to
	// allow for scheduling delays.
	leastMargin = 40 * time.Millisecond
	// thoughtful is how many times its budget a search may use while it waits.
	thoughtful = 20
)

func startLive(p *searchPlayer, live *Live) *liveSearch {
	l := &liveSearch{Live: live, player: p, asked: make(chan struct{}), done: make(chan struct{}), wake: make(chan struct{}, 1),
		sent: map[uint64]sentMove{}}
	go func() {
		defer close(l.done)
		l.loop()
	}()
	return l
}

// begin lets the goroutine know that the match has begun.
func (l *liveSearch) begin() { l.once.Do(func() { close(l.asked) }) }

// wait waits until the goroutine has ended.
func (l *liveSearch) wait() { <-l.done }

// receive queues a notice and wakes the goroutine.
func (l *liveSearch) receive(n timed.Notice) {
	l.mu.Lock()
	l.queue = append(l.queue, n)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default: // it is awake already
	}
}

// take takes the notices in the queue, and reports whether there were any.
func (l *liveSearch) take() bool {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, n := range queue {
		own := ""
		if s, ok := l.sent[n.ID]; ok && (n.Moved || n.Kind == timed.Refused) {
			delete(l.sent, n.ID)
			if own = s.move; n.Moved {
				l.sync.Add(s.at, n.Received)
			}
		}
		l.player.take(n, own)
	}
	return len(queue) > 0
}

// loop decides repeatedly until the match is over.
func (l *liveSearch) loop() {
	select {
	case <-l.asked:
	case <-l.player.ctx.Done():
	}
	for l.player.ctx.Err() == nil {
		l.take()
		if !l.decide() {
			l.pause(timed.Forever)
		}
	}
}

// lead returns the latency of a move.
func (l *liveSearch) lead() timed.Time { return max(0, l.sync.Offset()) }

// real returns the real time of a length of game time.
func (l *liveSearch) real(t timed.Time) time.Duration { return t.Duration(l.Unit) }

// decide searches for a plan and follows it, until a notice arrives. It reports
// false if there is nothing to do before that, as while a sent move is pending.
func (l *liveSearch) decide() bool {
	p := l.player
	if len(l.sent) > 0 {
		return false
	}
	m := p.belief.model
	m.margin = timed.FromDuration(leastMargin+2*l.slow, l.Unit) + l.sync.Spread() + timed.Moment
	from := max(p.from, l.Clock.Now()+l.lead())
	if !p.learn(p.ctx, from) {
		return false
	}
	began, least := time.Now(), max(leastThought, l.real(m.rest()))
	var longest time.Duration // of a chunk
	for thought := 0; p.ctx.Err() == nil && !l.hasNotices(); {
		rested := thought >= thoughtful*p.nodes
		if !rested {
			start := time.Now()
			p.search.run(p.ctx, chunk)
			thought += chunk
			longest = max(longest, time.Since(start))
			if thought < p.nodes && time.Since(began) < least {
				continue
			}
		}
		best := p.decision()
		if best.move == "" {
			if rested {
				return false
			}
			continue
		}
		left := best.at - l.lead() - l.Clock.Now()
		switch {
		case left <= 0:
			l.send(best.move)
			return false
		case rested || l.real(left) < 2*longest+leastThought: // another chunk might take too long
			l.pause(left)
		}
	}
	return true
}

// hasNotices reports whether there are unprocessed notices.
func (l *liveSearch) hasNotices() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue) > 0
}

// send sends a move.
func (l *liveSearch) send(move string) {
	l.ids++
	l.sent[l.ids] = sentMove{l.Clock.Now(), move}
	l.Inbox.Put(l.player.setup.Role, move, l.ids)
}

// pause waits for a length of game time, or until a notice arrives or the match is
// over.
func (l *liveSearch) pause(length timed.Time) {
	if length == timed.Forever {
		select {
		case <-l.wake:
		case <-l.player.ctx.Done():
		}
		return
	}
	wait, start := max(l.real(length), time.Microsecond), time.Now()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		l.slow = max(l.slow, time.Since(start)-wait)
	case <-l.wake:
	case <-l.player.ctx.Done():
	}
}
