package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/callqueue"
	"ludex/internal/panics"
)

// A seat is a role in a match with its player, whose calls are queued.
type seat struct {
	player Player
	remote bool // the player is remote
	calls  callqueue.Queue

	// err is the first failure. Only the queue uses it.
	err error
}

func newSeat(p Player) *seat {
	_, remote := p.(Remote)
	return &seat{player: p, remote: remote}
}

// A reply is what a player answers. It may be read once done is closed.
type reply struct {
	done chan struct{}
	move game.Move
	err  error
	took time.Duration
}

// judge waits for a reply and returns its fault, or nil.
func (a *reply) judge(l limit) *Fault {
	switch {
	case !finished(l.wait, a.done):
		return &Fault{Kind: Late, unheard: true}
	case l.allowed > 0 && a.took > l.allowed:
		return &Fault{Kind: Late, Over: a.took - l.allowed}
	case a.err == nil:
		return nil
	}
	if _, ok := errors.AsType[*game.IllegalMoveError](a.err); ok {
		return &Fault{Kind: Illegal, Err: a.err}
	}
	return &Fault{Kind: Failed, Err: a.err}
}

// do calls the player after all earlier calls. A player that panics has failed; it
// must not end other matches.
func (s *seat) do(f func()) chan struct{} {
	return s.calls.Do(f, func(err error) {
		if s.err == nil {
			s.err = err
		}
	})
}

// try is do for calls that can fail. After a failure no more calls are made, except
// to remote players, which may come back.
func (s *seat) try(what string, f func() error) chan struct{} {
	return s.do(func() {
		if s.err != nil {
			return
		}
		if err := f(); err != nil && (!s.remote || errors.Is(err, ErrOut)) {
			s.err = fmt.Errorf("%s: %w", what, err)
		}
	})
}

// start has the player prepare itself.
func (s *seat) start(ctx context.Context, setup Setup) *reply {
	return s.ask(func(r *reply) {
		r.err = s.player.Start(ctx, setup)
		if r.err != nil && !s.remote {
			s.err = fmt.Errorf("start: %w", r.err)
		}
	})
}

// choose asks for a move.
func (s *seat) choose(ctx context.Context, legal []game.Move) *reply {
	return s.ask(func(r *reply) {
		if r.err = s.err; r.err == nil {
			r.move, r.err = s.player.Choose(ctx, legal)
		}
	})
}

// ask makes a call that has an answer. If it panics, the error is the answer to
// this and all later calls.
func (s *seat) ask(f func(*reply)) *reply {
	r := new(reply)
	asked := time.Now()
	r.done = s.do(func() {
		err := panics.Catch(func() error {
			f(r)
			return nil
		})
		if err != nil {
			r.err, s.err = err, err
		}
		r.took = time.Since(asked)
	})
	return r
}

// finished waits until a channel is closed or the context ends, and reports whether
// it is closed.
func finished(ctx context.Context, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	select {
	case <-done: // both happened
		return true
	default:
		return false
	}
}

// A Fault is an error of a player in a step. A random legal move was made instead, unless
// the play was over.
type Fault struct {
	Step int // counted from 0; StartStep before the first
	Role game.Role
	Kind FaultKind
	Err  error         // of a player that failed
	Over time.Duration // how late an answer came; 0 if the match did not wait for it

	unheard bool // the match did not wait for the answer
}

// StartStep is the step of a fault that was made while preparing.
const StartStep = -1

// ErrOut is returned by a player that cannot continue the match. It loses its
// seat.
var ErrOut = errors.New("the player takes no further part")

// A FaultKind is a kind of fault.
type FaultKind string

// The kinds of faults.
const (
	Late    FaultKind = "late"    // no answer within the clock
	Illegal FaultKind = "illegal" // a move that is not legal
	Failed  FaultKind = "failed"  // an error instead of a move
)

// String describes the fault.
func (f Fault) String() string {
	text := fmt.Sprintf("step %d, role %d: %s", f.Step, f.Role, f.Kind)
	switch {
	case f.Err != nil:
		text += ": " + f.Err.Error()
	case f.Over > 0:
		text += " by " + f.Over.String()
	}
	return text
}
