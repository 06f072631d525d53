package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/game"
)

// A Phase is what a session waits for.
type Phase int

// The phases.
const (
	Yours  Phase = iota // the person is to choose a move
	Others              // the other players are thinking
	Over                // the game is over
)

// A Session is a game of people and players. All methods, also those of its seats, must be
// called from one goroutine, except Updates and Done.
type Session struct {
	play
	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	rand   *game.Rand
	games  uint64 // number of games begun

	round   round
	leading bool // players are asked
	quiet   bool // nothing is computed for people
	notices []string

	opponents opponents
	seats     []*Seat

	generation uint64 // of the current decision; updates of others are dropped
	updates    chan Update
	running    sync.WaitGroup
}

// An Update is a result of concurrent work for a session.
type Update struct {
	generation uint64
	apply      func()
}

// New begins a session. It must be closed, also if its context ends.
func New(ctx context.Context, opt Options) (*Session, error) {
	g, err := opt.check()
	if err != nil {
		return nil, err
	}
	maxSteps := opt.MaxSteps
	if maxSteps == 0 {
		maxSteps = game.MaxSteps(g)
	}
	if opt.Show == nil {
		opt.Show = func(text string) string { return text }
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	s := &Session{play: play{opt: opt, game: g, maxSteps: maxSteps}, leading: !opt.Held, quiet: opt.Held, updates: make(chan Update)}
	s.opponents.session = s
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.bound = s.ctx
	s.machine = s.newMachine()
	s.begin()
	return s, nil
}

// Sit begins a session at one screen, and returns its seat. Options.Role is a person's; if
// Options.People has others, they share the seat.
func Sit(ctx context.Context, opt Options) (*Seat, error) {
	if g, ok := opt.Game.(game.Game); ok {
		if err := checkRole(g, opt.Role); err != nil {
			return nil, err
		}
		if opt.People == nil {
			opt.People = make([]bool, len(g.Roles()))
		}
		opt.People[opt.Role] = true
	}
	s, err := New(ctx, opt)
	if err != nil {
		return nil, err
	}
	seat := s.Seat(opt.Role)
	if countTrue(opt.People) > 1 {
		if err := seat.share(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return seat, nil
}

func countTrue(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// begin begins a new game.
func (s *Session) begin() {
	s.leave()
	s.rand = game.NewRand(s.opt.Seed + s.games)
	s.games++
	s.began = s.opt.Now()
	s.over, s.ending, s.err, s.notices, s.steps, s.result = false, Ending{}, nil, nil, nil, Result{}
	for _, seat := range s.seats {
		seat.adviser.evaluation, seat.knowledge.failed = nil, ""
	}
	if s.machine.Err() != nil {
		s.machine = s.newMachine()
	}
	if s.state = s.opt.From; s.state == nil {
		s.state = s.machine.Initial(nil)
	}
	for _, joint := range s.opt.Before {
		if !s.failure() {
			s.record(round{joint: slices.Clone(joint), took: make([]time.Duration, len(joint))})
		}
	}
	if s.failure() {
		return
	}
	s.opponents.seat()
	s.settle()
}

// Updates returns the channel of updates. It is never closed: receivers should also
// wait for [Session.Done].
func (s *Session) Updates() <-chan Update { return s.updates }

// Done returns a channel that is closed when the session ends.
func (s *Session) Done() <-chan struct{} { return s.ctx.Done() }

// Apply applies an update. It reports whether anything changed.
func (s *Session) Apply(u Update) bool {
	if u.generation != s.generation {
		return false
	}
	u.apply()
	return true
}

// post sends an update from another goroutine, until the context ends.
func (s *Session) post(ctx context.Context, generation uint64, apply func()) {
	select {
	case s.updates <- Update{generation, apply}:
	case <-ctx.Done():
	}
}

// Wait applies updates until the person is to choose, or the game is over. It also
// waits for a hint that was asked for.
func (s *Seat) Wait(ctx context.Context) error {
	for s.busy() {
		select {
		case u := <-s.updates:
			s.Apply(u)
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
	return nil
}

// busy reports whether Wait has to wait.
func (s *Seat) busy() bool {
	return s.Phase() == Others || s.adviser.asked && s.adviser.thinking || s.knowledge.thinking
}

// closeTime is the time limit for players to stop.
const closeTime = 800 * time.Millisecond

// Close ends the session and waits for its goroutines.
func (s *Session) Close() error {
	s.leave()
	s.opponents.stop()
	s.cancel()
	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-time.After(closeTime):
		return fmt.Errorf("a player did not stop within %v", closeTime)
	}
}
