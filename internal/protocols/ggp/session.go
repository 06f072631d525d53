package ggp

import (
	"context"
	"sync"
	"time"

	"ludex/gdl"
	"ludex/internal/protocols/seat"
	"ludex/rules"
)

// patience is how much longer than its clocks a manager may be silent before
// another one can have the player.
const patience = 30 * time.Second

// A session is one match of a server.
type session struct {
	match string
	clock time.Duration
	seat  *seat.Seat

	heard sync.Mutex
	until time.Time // when the match is given up if nothing more is heard
}

// newSession begins a match.
func newSession(m Message, received time.Time, opt seat.Options) *session {
	t := &session{match: m.Match, clock: time.Duration(m.PlayClock) * time.Second}
	startClock := max(time.Duration(m.StartClock)*time.Second, 1) // 0 would be none
	t.touch(received, startClock)
	t.seat = seat.New(context.Background(), seat.Match{
		Rules: func(ctx context.Context) (*rules.Rules, error) {
			return seat.Read(ctx, opt.Log, "match.kif", m.Rules, rules.Options{AsGDL: true, Syntax: gdl.Prefix})
		},
		Role: m.Role, Received: received, StartClock: startClock, PlayClock: t.clock,
		Seed: uint64(received.UnixNano()), Guess: "noop",
	}, opt)
	return t
}

// touch records a message of the manager, which must send another one within a
// clock.
func (t *session) touch(now time.Time, clock time.Duration) {
	t.heard.Lock()
	defer t.heard.Unlock()
	t.until = now.Add(clock + patience)
}

// forgotten reports whether the manager has been silent for too long.
func (t *session) forgotten(now time.Time) bool {
	t.heard.Lock()
	defer t.heard.Unlock()
	return now.After(t.until)
}

// play processes what happened and returns the player's move.
func (t *session) play(ctx context.Context, m Message, received time.Time) string {
	t.touch(received, 2*t.clock)
	if !m.First {
		t.seat.Observe(seat.Step{Joint: m.Seen, Own: m.Own, Percepts: m.Seen, Number: m.Turn})
	}
	return t.seat.Choose(ctx, received, t.clock, nil)
}
