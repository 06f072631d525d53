package session

import (
	"context"
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
	Others              // the other players think
	Over                // nothing: the game is over
)

// A Session is a game of a person against players. Its methods are called by one
// goroutine.
type Session struct {
	opt     Options
	ctx     context.Context // ends with the session
	cancel  context.CancelFunc
	bound   context.Context // of the machines
	machine game.Machine
	lines   game.Machine // for expected moves; made when needed
	rand    *game.Rand
	role    game.Role
	games   uint64 // how many were begun

	state    game.State
	steps    []Step
	round    round
	phase    Phase
	resigned bool
	err      error // why the play cannot go on
	result   Result
	notices  []string

	opponents []*opponent // by role; that of the person and of chance are nil
	adviser   adviser
	knowledge    knowledgeState

	generation uint64 // of the present decision; what belongs to another is dropped
	updates    chan Update
	running    sync.WaitGroup
}

// An Update is something that happened beside the session.
type Update struct {
	generation uint64
	apply      func()
}

// New begins a session. It has to be closed, also if its context ends.
func New(ctx context.Context, opt Options) (*Session, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(opt.Game)
	}
	if opt.Show == nil {
		opt.Show = func(text string) string { return text }
	}
	s := &Session{opt: opt, role: opt.Role, updates: make(chan Update)}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.bound = s.ctx
	s.machine = s.newMachine()
	s.begin()
	return s, nil
}

// begin begins a game.
func (s *Session) begin() {
	s.leave()
	s.rand = game.NewRand(s.opt.Seed + s.games)
	s.games++
	s.resigned, s.err, s.notices, s.steps, s.result = false, nil, nil, nil, Result{}
	s.adviser.evaluation, s.knowledge.failed = nil, ""
	if s.machine.Err() != nil {
		s.machine = s.newMachine()
	}
	if s.state = s.opt.From; s.state == nil {
		s.state = s.machine.Initial(nil)
	}
	for _, joint := range s.opt.Before {
		if !s.failure() {
			s.record(slices.Clone(joint))
		}
	}
	if s.failure() {
		return
	}
	s.seat()
	s.settle()
}

// Updates returns the channel of what happens beside the session. It is never
// closed: whoever listens should listen to [Session.Done] too.
func (s *Session) Updates() <-chan Update { return s.updates }

// Done is closed when the session ends.
func (s *Session) Done() <-chan struct{} { return s.ctx.Done() }

// Apply takes notice of an update. It reports whether anything changed.
func (s *Session) Apply(u Update) bool {
	if u.generation != s.generation {
		return false
	}
	u.apply()
	return true
}

// post offers an update from another goroutine, until the context ends.
func (s *Session) post(ctx context.Context, generation uint64, apply func()) {
	select {
	case s.updates <- Update{generation, apply}:
	case <-ctx.Done():
	}
}

// Wait applies updates until the person is asked for something: a move, or what
// to do after the end. A hint that was asked for is waited for, too.
func (s *Session) Wait(ctx context.Context) error {
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

// busy reports whether there is something to wait for.
func (s *Session) busy() bool {
	return s.phase == Others || s.adviser.asked && s.adviser.thinking || s.knowledge.thinking
}

// closeTime is how long players may take to stop.
const closeTime = 800 * time.Millisecond

// Close ends the session and waits until nothing of it goes on.
func (s *Session) Close() error {
	s.leave()
	s.unseat()
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

// fail ends a play that cannot go on.
func (s *Session) fail(err error) {
	s.err, s.phase = err, Over
}

// failure ends the play if the rules failed, and reports whether they did.
func (s *Session) failure() bool {
	err := s.machine.Err()
	if err != nil {
		s.fail(err)
	}
	return err != nil
}
