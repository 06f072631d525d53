package recorddelta_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/recorddelta"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/timed"
)

// A failingPlayer fails every other time, so that its match has faults.
type failingPlayer struct {
	basic.Random
	asked int
}

func (p *failingPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.asked++; p.asked%2 == 1 {
		return 0, errors.New("gone")
	}
	return p.Random.Choose(ctx, legal)
}

// inTurns sets a match in turns up, with faults.
func inTurns(t *testing.T) match.Config {
	rs, g := rulestest.Open(t, "tictactoe")
	return match.Config{ID: "turns.1", Rules: rs, Game: g, Seed: 2, Allowance: 5, MaxSteps: 60, Seats: []match.Seat{
		{Name: "white", Player: new(failingPlayer)}, {Name: "black", Player: new(basic.Random)}}}
}

// inRealTime sets a match in real time up, with a log.
func inRealTime(t *testing.T) match.Config {
	rs := rulestest.Read(t, "hotpotato")
	g, err := rs.OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	c := match.Config{ID: "timed.1", Rules: rs, Game: g, Seed: 1, RealTime: match.RealTime{Options: timed.MatchOptions{MaxEvents: 200}}}
	for _, name := range g.Roles() {
		c.Seats = append(c.Seats, match.Seat{Name: name, Player: realtime.NewRandom(timed.PerUnit)})
	}
	return c
}

// TestPieces puts records together from their pieces.
func TestPieces(t *testing.T) {
	for name, config := range map[string]func(*testing.T) match.Config{"turns": inTurns, "real time": inRealTime} {
		t.Run(name, func(t *testing.T) {
			c := config(t)
			var mark recorddelta.Mark
			var pieces []*match.Record
			c.Keep = func(r *match.Record) error {
				pieces = append(pieces, recorddelta.Since(r, mark))
				mark = recorddelta.End(r)
				return nil
			}
			r, err := match.Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if len(pieces) < 3 || len(r.Details.Faults)+len(r.Details.Log) == 0 {
				t.Fatalf("%d pieces of %+v", len(pieces), r)
			}
			again := recorddelta.Head(r)
			if end := recorddelta.End(again); end != (recorddelta.Mark{}) || again.StateTimes != nil || again.ID != r.ID {
				t.Errorf("the head is %+v", again)
			}
			for _, p := range pieces {
				recorddelta.Append(again, p)
			}
			if !reflect.DeepEqual(again, r) {
				t.Errorf("put together\n%+v, was\n%+v", again, r)
			}
			if more := recorddelta.Since(r, recorddelta.End(r)); recorddelta.End(more) != (recorddelta.Mark{}) {
				t.Errorf("after its end the record has %+v", more)
			}
		})
	}
}
