package playerprotocol_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/realtimematch"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// race does not end before both roles have made three moves.
const race = `role(a) role(b)
init(infinity,at(a,s0)) init(infinity,at(b,s0))
legal(R,go) :- true(infinity,at(R,M)) & after(M,N)
next(infinity,at(R,N)) :- does(R,go) & true(infinity,at(R,M)) & after(M,N)
next(infinity,at(R,M)) :- true(infinity,at(R,M)) & ~does(R,go)
terminal :- true(infinity,at(a,s3)) & true(infinity,at(b,s3))
goal(R,100) :- role(R)
after(s0,s1) after(s1,s2) after(s2,s3)`

// solo ends when one role has made three moves.
const solo = `role(a) role(b)
init(infinity,at(s0))
legal(a,go) :- true(infinity,at(M)) & after(M,N)
legal(b,wait) :- true(infinity,at(s0))
next(infinity,at(N)) :- does(a,go) & true(infinity,at(M)) & after(M,N)
next(infinity,at(M)) :- true(infinity,at(M)) & ~does(a,go)
terminal :- true(infinity,at(s3))
goal(R,100) :- role(R)
after(s0,s1) after(s1,s2) after(s2,s3)`

func openTimed(t *testing.T, text string) (*rules.Rules, *timed.Game) {
	t.Helper()
	rs, err := rules.Parse("race.gdl", text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rs.OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return rs, g
}

// eager does what it can as soon as it can.
type eager struct{ realtime.Player }

func (eager) Next(v *timed.View) (timed.Plan, bool) {
	if len(v.Legal) == 0 {
		return timed.Plan{}, false
	}
	return timed.Plan{At: v.Open, Move: v.Legal[0]}, true
}

// TestTimed plays with players of several kinds at the other end of a pipe: one
// that answers with a plan, one that thinks while time runs, and one that moves at
// random.
func TestTimed(t *testing.T) {
	rs, g := openTimed(t, race)
	for name, maker := range map[string]realtime.Maker{
		"plans":    func() realtime.Player { return eager{realtime.NewIdle()} },
		"searches": func() realtime.Player { return realtime.NewSearch() },
		"random":   func() realtime.Player { return realtime.NewRandom(50 * timed.PerUnit) },
	} {
		t.Run(name, func(t *testing.T) {
			server := &playerprotocol.Server{NewTimed: func(context.Context, *rules.Rules) (realtime.Player, error) { return maker(), nil }}
			done := make(chan error, 2)
			connect := func(context.Context) (playerprotocol.Conn, error) {
				a, b := pipe()
				go func() { done <- server.Serve(context.Background(), b) }()
				return a, nil
			}
			m := realtimematch.Match{Game: g, Wall: true, Nodes: 300, StartClock: time.Minute, Players: []realtime.Player{
				&playerprotocol.TimedPlayer{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: disguise.Plain(rs), Connect: connect}},
				&playerprotocol.TimedPlayer{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: disguise.Plain(rs), Connect: connect}},
			}}
			res, err := m.Play(context.Background())
			if err != nil || !res.Over || len(res.Faults) > 0 {
				t.Errorf("%+v, %v", res, err)
			}
			for range 2 {
				// The match may be over while a player still sends a move.
				if err := <-done; err != nil && !errors.Is(err, io.ErrClosedPipe) {
					t.Error(err)
				}
			}
		})
	}
}

// TestTimedFaults plays with players that fail in some way. The match comes to its
// end, and the fault is told.
func TestTimedFaults(t *testing.T) {
	rs, g := openTimed(t, solo)
	for name, connect := range map[string]func(context.Context) (playerprotocol.Conn, error){
		"does not connect": func(context.Context) (playerprotocol.Conn, error) { return nil, io.ErrUnexpectedEOF },
		"does not read": func(context.Context) (playerprotocol.Conn, error) {
			in, _ := io.Pipe()
			_, out := io.Pipe()
			return playerprotocol.NewLines(in, out), nil
		},
		"knows no real time": func(context.Context) (playerprotocol.Conn, error) {
			a, b := pipe()
			go func() { _ = playerprotocol.Serve(context.Background(), b, nil) }()
			return a, nil
		},
		"hangs up": func(context.Context) (playerprotocol.Conn, error) {
			a, b := pipe()
			return a, b.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			bad := &playerprotocol.TimedPlayer{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: disguise.Plain(rs), Connect: connect}}
			m := realtimematch.Match{Game: g, Wall: true, StartClock: 100 * time.Millisecond, Players: []realtime.Player{eager{realtime.NewIdle()}, bad}}
			res, err := m.Play(context.Background())
			if err != nil || !res.Over || len(res.Faults) != 1 || res.Faults[0].Role != 1 || res.Notes[1] == "" {
				t.Errorf("%+v, %v", res, err)
			}
		})
	}
	m := realtimematch.Match{Game: g, Players: []realtime.Player{eager{realtime.NewIdle()}, new(playerprotocol.TimedPlayer)}}
	if _, err := m.Play(context.Background()); err == nil {
		t.Error("a player elsewhere plays in virtual time")
	}
}
