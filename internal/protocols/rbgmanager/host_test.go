package rbgmanager

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// series plays a match of tic-tac-toe against a player that connects, as a role,
// and returns the record.
func series(t *testing.T, h *Host, d *disguise.Disguise, g game.Game, role, maxSteps int) *match.Record {
	t.Helper()
	seats := []match.Seat{{Name: "here", Player: new(basic.Legal)}, {Name: "here", Player: new(basic.Legal)}}
	p := &Player{Disguise: d, Host: h}
	seats[role] = match.Seat{Name: "there", Player: p}
	if err := p.Await(context.Background(), game.Role(role), patience); err != nil {
		t.Fatal(err)
	}
	record, err := match.Run(context.Background(), match.Config{
		ID: "m", Rules: d.Rules, Game: g, Seats: seats, MaxSteps: maxSteps, Allowance: 3, StartClock: patience, PlayClock: patience,
	})
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// TestSeries checks that a connection is kept for the games of a series. A player
// prepares once, and a connection that is out of step is not used again.
func TestSeries(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe-rbg")
	h := listen(t)
	h.patience = time.Millisecond
	var mu sync.Mutex
	var connections, players int
	maker := func() player.Player {
		mu.Lock()
		defer mu.Unlock()
		players++
		return new(basic.Legal)
	}
	var client sync.WaitGroup
	client.Go(func() { // a program that connects again whenever it is sent away
		for {
			c, err := net.Dial("tcp", h.Addr().String())
			if err != nil {
				return
			}
			mu.Lock()
			connections++
			mu.Unlock()
			if err := Serve(context.Background(), c, 1, seat.Options{NewPlayer: maker}); err != nil && !errors.Is(err, io.EOF) {
				t.Log(err) // it is sent away in the middle of a play that is cut off
			}
		}
	})
	plain := disguise.Plain(rs)
	scrambled, err := disguise.Scramble(rs, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct {
		disguise *disguise.Disguise
		role     int
		maxSteps int
		want     int // connections
	}{
		{plain, 0, 0, 1},
		{plain, 0, 0, 1},
		{plain, 0, 0, 1},
		{plain, 1, 0, 2},     // another role
		{plain, 1, 3, 2},     // cut off, after which it is sent away
		{plain, 1, 0, 3},     //
		{scrambled, 1, 0, 4}, // other words
	} {
		record := series(t, h, test.disguise, g, test.role, test.maxSteps)
		mu.Lock()
		got := connections
		mu.Unlock()
		if len(record.Details.Faults) > 0 || record.Completed == (test.maxSteps > 0) || got < test.want {
			t.Errorf("match %d: %d connections, %+v", i, got, record.Details)
		}
		if i == 2 && got != 1 {
			t.Errorf("three matches took %d connections", got)
		}
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	client.Wait()
}

// TestIdlePlayers covers players that do not wait quietly between two plays.
func TestIdlePlayers(t *testing.T) {
	for name, spoil := range map[string]func(net.Conn) error{
		"hangs up": func(c net.Conn) error { return c.Close() },
		"talks":    func(c net.Conn) error { _, err := io.WriteString(c, "hello\x00"); return err },
	} {
		t.Run(name, func(t *testing.T) {
			h := listen(t)
			dial := func() net.Conn {
				c, err := net.Dial("tcp", h.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			ctx := context.Background()
			for _, told := range []*gameText{nil, {"1", "rules", "1"}} {
				if told == nil && name == "talks" {
					continue // it may be early
				}
				bad := dial()
				g, err := h.take(ctx, gameText{"1", "rules", "1"})
				if err != nil {
					t.Fatal(err)
				}
				g.game = told
				if !h.give(g) {
					t.Fatal("there is no place to wait")
				}
				if err := spoil(bad); err != nil {
					t.Fatal(err)
				}
				if _, err := g.in.Peek(1); err == nil != (name == "talks") { // which waits until it has arrived
					t.Fatal(err)
				}
				good := dial()
				if g, err = h.take(ctx, gameText{"1", "rules", "1"}); err != nil || g.RemoteAddr().String() != good.LocalAddr().String() {
					t.Errorf("the player at %v was taken, and not %v: %v", g.RemoteAddr(), good.LocalAddr(), err)
				}
				if err := errors.Join(bad.Close(), good.Close()); err != nil && name != "hangs up" {
					t.Error(err)
				}
			}
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWaitEndsWithContext checks that waiting for a player ends with the context.
func TestWaitEndsWithContext(t *testing.T) {
	h := listen(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	p := &Player{Disguise: disguise.Plain(rulestest.Read(t, "tictactoe-rbg")), Host: h}
	if err := p.Await(ctx, 0, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if h.give(new(remotePlayer)) {
		t.Error("somebody waits after the end")
	}
}

// TestPlayConnectsAgain checks that a player that is sent away, since it is wanted in another
// role, comes back, and that it ends with the manager.
func TestPlayConnectsAgain(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe-rbg")
	h := listen(t)
	h.patience = time.Millisecond
	ended := make(chan error, 1)
	go func() {
		ended <- Play(context.Background(), h.Addr().String(), 1, seat.Options{NewPlayer: func() player.Player { return new(basic.Legal) }})
	}()
	for _, role := range []int{0, 1, 1, 0} {
		record := series(t, h, disguise.Plain(rs), g, role, 0)
		if len(record.Details.Faults) > 0 || !record.Completed {
			t.Errorf("role %d: %+v", role, record.Details)
		}
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the player ended with %v", err)
	}
}
