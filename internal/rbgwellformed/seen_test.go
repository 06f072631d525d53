package rbgwellformed

import (
	"context"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg/rbgcheck"
)

// TestSeen compares what is seen with the numbers that the rules give.
func TestSeen(t *testing.T) {
	for _, want := range rbgenginetest.Straightnesses(t) {
		switch want.Game {
		case "ticTacToe", "reversi_6x6", "englishDraughts", "breakthrough", "pentago_split", "theMillGame_nsplit":
		default:
			continue
		}
		t.Run(want.Game, func(t *testing.T) {
			seen, plays, err := Seen(context.Background(), rbgenginetest.Read(t, want.Game), 5, 1)
			if err != nil || plays != 5 {
				t.Fatalf("%d plays, error %v", plays, err)
			}
			compareSeen(t, "move", seen.Move, want.Move)
			compareSeen(t, "main", seen.Main, want.Main)
			compareSeen(t, "applicational", seen.Applicational, want.Applicational)
			if seen.Semimove != rbgcheck.None {
				compareSeen(t, "semimove", seen.Semimove, want.Semimove)
			}
		})
	}
}

func compareSeen(t *testing.T, what string, seen, bound int) {
	t.Helper()
	if seen < 0 || bound != rbgcheck.Unbounded && seen > bound {
		t.Errorf("%s: %d seen, the bound is %d", what, seen, bound)
	}
	if bound == rbgcheck.Unbounded && seen < 2 {
		t.Errorf("%s: only %d seen, without a bound", what, seen)
	}
}

func TestSeenCountsEveryMove(t *testing.T) {
	g := rbgenginetest.Parse(t, head+`#rules = [$ n = 1] [$ n = 2] [$ n = 3] ->white ([x] + (up + down) . [x] [y]) ->> [e] ->black ->>`)
	seen, plays, err := Seen(context.Background(), g, 3, 1)
	want := rbgcheck.Numbers{Applicational: 3, Main: 3, Move: 2, Semimove: rbgcheck.None}
	if err != nil || plays != 3 || seen != want {
		t.Errorf("%+v in %d plays, %v; want %+v", seen, plays, err, want)
	}
}
