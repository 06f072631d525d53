package game_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/gametest"
)

// A slow game has machines that list moves until their context ends.
type slow struct{ *gametest.Explicit }

func (g slow) NewMachine() game.Machine { return &slowMachine{Machine: g.Explicit.NewMachine()} }

type slowMachine struct {
	game.Machine
	ctx context.Context
}

func (m *slowMachine) Bind(ctx context.Context) { m.ctx = ctx }
func (m *slowMachine) Err() error               { return context.Cause(m.ctx) }

func (m *slowMachine) Terminal(game.State) bool { return m.ctx.Err() != nil }

func (m *slowMachine) Legal(_ game.State, _ game.Role, dst []game.Move) []game.Move {
	<-m.ctx.Done()
	return dst
}

// TestBind checks that everything that computes with a machine ends with its context, even
// in the middle of one call. Reaching a time limit is not an error, and does not count as a
// play.
func TestBind(t *testing.T) {
	g := slow{gametest.Matching()}
	short := func() context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	res, err := game.Playouts(t.Context(), g, game.PlayoutOptions{Time: time.Millisecond, Threads: 2})
	if err != nil || res.Playouts != 0 || res.Finished != 0 || res.States != 0 {
		t.Errorf("playouts: %+v, %v", res, err)
	}
	state := g.Explicit.NewMachine().Initial(nil)
	results := make([]game.PlayoutResult, 2)
	err = game.NewScalarRunner(g).Run(short(), []game.State{state, state}, game.PlayoutOptions{Count: 1}, results)
	if err != nil || results[0].Playouts != 0 || results[1].Playouts != 0 {
		t.Errorf("a runner: %+v, %v", results, err)
	}
	perceived, err := game.PerceivedPlayouts(short(), g, game.PerceivedOptions{From: []game.State{state}}, func(*game.PerceivedStep) error { return nil })
	if err != nil || perceived.Ends[0] != game.Abandoned {
		t.Errorf("perceived playouts: %+v, %v", perceived, err)
	}
	if _, err := game.Perft(short(), g, nil, 2, true); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("perft: %v", err)
	}
	if _, err := game.Divide(short(), g, nil, 2); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("divide: %v", err)
	}
}

// A late machine is interrupted while it looks whether the initial state is terminal, and says that it is.
type lateMachine struct {
	game.Machine
	end func()
	err error
}

func (m *lateMachine) Bind(context.Context) { m.err = nil }
func (m *lateMachine) Err() error           { return m.err }

func (m *lateMachine) Terminal(game.State) bool {
	m.end()
	m.err = context.Canceled
	return true
}

type late struct {
	*gametest.Explicit
	end func()
}

func (g late) NewMachine() game.Machine {
	return &lateMachine{Machine: g.Explicit.NewMachine(), end: g.end}
}

// TestLateAtStart checks that a play whose initial state could not be looked at does not count as
// one that has ended there.
func TestLateAtStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := late{gametest.Matching(), cancel}
	res, err := game.ScalarPlayouts(ctx, g, game.PlayoutOptions{Count: 1})
	if err != nil || res.Playouts != 0 || res.Finished != 0 || res.Abandoned != 1 {
		t.Errorf("playouts: %+v, %v", res, err)
	}
	p := game.NewPlayout(g, g.NewMachine())
	if p.Reset(nil, 1); p.Over() {
		t.Error("the play is over")
	}
	if err := p.Step(); !errors.Is(err, context.Canceled) {
		t.Errorf("a step: %v", err)
	}
}
