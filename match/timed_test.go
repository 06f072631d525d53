package match_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/timed"
)

// timedConfig sets a match of a timed game of the library up.
func timedConfig(t *testing.T, name string, seed uint64) match.Config {
	t.Helper()
	rs := rulestest.Read(t, name)
	g, err := rs.OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	c := match.Config{ID: "timed.1", Rules: rs, Game: g, Seed: seed, RealTime: match.RealTime{Options: timed.MatchOptions{MaxEvents: 200}}}
	for r, name := range g.Roles() {
		seat := match.Seat{Name: name}
		if game.Role(r) != g.Random() {
			seat.Player = realtime.NewRandom(timed.PerUnit)
		}
		c.Seats = append(c.Seats, seat)
	}
	return c
}

func TestTimedRecords(t *testing.T) {
	for _, name := range []string{"chicken", "hotpotato", "duel", "snap", "tictactoe-timed"} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(4) {
				c := timedConfig(t, name, seed)
				key, err := match.NewKey()
				if err != nil {
					t.Fatal(err)
				}
				c.Key = key
				r, err := match.Run(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				var file bytes.Buffer
				if err := r.Write(&file); err != nil {
					t.Fatal(err)
				}
				again, err := match.Read(&file)
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(again.Verify(), again.Check(context.Background(), c.Rules, c.Game)); err != nil {
					t.Error(err)
				}
				if len(again.States) != len(again.Moves)+1 || !again.IsTimed() {
					t.Errorf("%d states, %d moves", len(again.States), len(again.Moves))
				}
			}
		})
	}
}

func TestTamperedTimedRecords(t *testing.T) {
	changes := map[string]func(*match.Record){
		"a move":    func(r *match.Record) { r.Moves[0][0] += "x" },
		"a state":   func(r *match.Record) { r.States[0] = "( )" },
		"a goal":    func(r *match.Record) { r.Goals[0]++ },
		"the rules": func(r *match.Record) { r.Details.Hash = "" },
		"no log":    func(r *match.Record) { r.Details.Log = r.Details.Log[:1] },
		"the log": func(r *match.Record) {
			last := len(r.Details.Log) - 1
			r.Details.Log[last] = []byte(strings.Replace(string(r.Details.Log[last]), "terminal", "stopped", 1))
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			c := timedConfig(t, "chicken", 3)
			r, err := match.Run(context.Background(), c)
			if err != nil || !r.Completed {
				t.Fatal(err, r.Details.Reason)
			}
			change(r)
			if err := r.Check(context.Background(), c.Rules, c.Game); !errors.Is(err, match.ErrWrong) {
				t.Error(err)
			}
		})
	}
}

func TestTimedKeepFails(t *testing.T) {
	full := errors.New("the disk is full")
	c := timedConfig(t, "hotpotato", 1)
	calls := 0
	c.Keep = func(*match.Record) error {
		if calls++; calls > 2 {
			return full
		}
		return nil
	}
	if r, err := match.Run(context.Background(), c); !errors.Is(err, full) || r.Completed || calls != 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
