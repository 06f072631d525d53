package benchmark

import (
	"context"
	"time"

	"ludex/game"
)

// A Depth has the perft counts at one depth.
type Depth struct {
	Depth    int     `json:"depth"`
	Leaves   uint64  `json:"leaves"`
	Terminal uint64  `json:"terminal"`
	States   uint64  `json:"states"`
	Seconds  float64 `json:"seconds"`
}

// DepthColumns are the names of the fields of a [Depth], in order.
func DepthColumns() []string { return []string{"depth", "leaves", "terminal", "states", "seconds"} }

// A Counter counts the positions at one depth.
type Counter func(depth int) (game.PerftCount, error)

// CountFrom returns a counter in this process. A nil start is the initial state.
func CountFrom(ctx context.Context, g game.Game, start game.State) Counter {
	return func(depth int) (game.PerftCount, error) {
		counts, err := game.Perft(ctx, g, start, depth)
		if err != nil {
			return game.PerftCount{}, err
		}
		return counts[depth], nil
	}
}

// Perft counts the positions at each depth from 0 to the given one. It calls done after
// each depth, so that a stop leaves the depths that were counted.
func Perft(depth int, count Counter, done func(Depth)) error {
	for d := 0; d <= depth; d++ {
		start := time.Now()
		c, err := count(d)
		if err != nil {
			return err
		}
		done(Depth{d, c.Leaves, c.Terminal, c.States, time.Since(start).Seconds()})
	}
	return nil
}
