package rbgenginetest

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/rbg"
)

// An Open function opens a description with the engine under test.
type Open func(g *rbg.Game) (game.Game, error)

// A Budget limits the comparison of one game. Zero means no limit.
type Budget struct {
	Leaves uint64        // depths with more leaves are skipped
	Time   time.Duration // deeper counts are skipped after this time
}

// A Summary counts the rows of the table of counts.
type Summary struct {
	Games, Compared, Skipped, Differing int
	States                              uint64 // states at the deepest depth counted of each game
	Elapsed                             time.Duration
}

// RunPerft compares the counts of an engine with the table, as far as the
// budget goes, and logs one line for all games. Counts that differ fail the
// test.
func RunPerft(t *testing.T, open Open, budget Budget) Summary {
	t.Helper()
	var s Summary
	games, counts := Counts(t)
	for _, name := range games {
		t.Run(name, func(t *testing.T) { s.run(t, open, name, counts[name], budget) })
	}
	t.Logf("perft: compared %d, skipped %d, differing %d (depths of %d games; %d states in %v)",
		s.Compared, s.Skipped, s.Differing, s.Games, s.States, s.Elapsed.Round(time.Millisecond))
	return s
}

func (s *Summary) run(t *testing.T, open Open, name string, rows []Count, budget Budget) {
	s.Games++
	g, err := open(Read(t, name))
	if err != nil {
		s.Differing += len(rows)
		t.Fatal(err)
	}
	ctx := context.Background()
	if budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Time)
		defer cancel()
	}
	start := time.Now()
	done := s.compare(ctx, t, g, rows, budget.Leaves)
	elapsed := time.Since(start)
	s.Elapsed += elapsed
	if done == 0 {
		return
	}
	states := rows[done-1].States
	s.States += states
	t.Logf("depth %d: %d states, %.0f a second", rows[done-1].Depth, states, float64(states)/elapsed.Seconds())
}

// compare compares the rows that the budget allows for, and returns how many.
// Each depth is counted by itself as long as that is cheap, so that a count that
// takes too long does not prevent the others.
func (s *Summary) compare(ctx context.Context, t *testing.T, g game.Game, rows []Count, leaves uint64) int {
	for i, row := range rows {
		if leaves > 0 && row.Leaves > leaves {
			s.Skipped += len(rows) - i
			return i
		}
		count, err := Perft(ctx, g, row.Depth)
		if ctx.Err() != nil {
			s.Skipped += len(rows) - i
			return i
		}
		s.Compared++
		if err != nil || count.Leaves != row.Leaves || count.States != row.States {
			s.Differing++
			t.Errorf("depth %d: %d leaves and %d states, the table says %d and %d; error: %v",
				row.Depth, count.Leaves, count.States, row.Leaves, row.States, err)
		}
	}
	return len(rows)
}

// Perft counts the positions at a depth, without finding out which of them are terminal.
func Perft(ctx context.Context, g game.Game, depth int) (game.PerftCount, error) {
	var counts []game.PerftCount
	var err error
	if c := game.CapabilitiesOf(g).Perft; c != nil {
		counts, err = c.Perft(ctx, nil, depth, false)
	} else {
		counts, err = game.Perft(ctx, g, nil, depth, true)
	}
	if err != nil {
		return game.PerftCount{}, err
	}
	return counts[depth], nil
}
