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
	Terminal *uint64 `json:"terminal,omitempty"` // nil if they were not counted
	States   uint64  `json:"states"`
	Seconds  float64 `json:"seconds"`
}

// DepthColumns are the names of the fields of a [Depth], in order.
func DepthColumns() []string { return []string{"depth", "leaves", "terminal", "states", "seconds"} }

// Row returns the fields of a [Depth], in order, with a dash for what was not counted.
func (d *Depth) Row() []any {
	var terminal any = "-"
	if d.Terminal != nil {
		terminal = *d.Terminal
	}
	return []any{d.Depth, d.Leaves, terminal, d.States, d.Seconds}
}

// A Counter counts the positions at one depth, and how many of those at the depth
// before it are terminal.
type Counter func(depth int) (at game.PerftCount, before uint64, err error)

// CountFrom returns a counter in this process. A nil start is the initial state. Without
// terminal, the terminal positions of the depth itself are not counted, which is much
// faster.
func CountFrom(ctx context.Context, g game.Game, start game.State, terminal bool) Counter {
	return func(depth int) (at game.PerftCount, before uint64, err error) {
		counts, err := game.Perft(ctx, g, start, depth, terminal)
		if err != nil {
			return at, 0, err
		}
		if depth > 0 {
			before = counts[depth-1].Terminal
		}
		return counts[depth], before, nil
	}
}

// Perft counts the positions at each depth from 0 to the given one. It calls done for
// each depth, so that a stop leaves the depths that were counted. If the counter does not
// count terminal positions, those of a depth are known when the next one was counted, and
// those of the last depth are left out.
func Perft(depth int, terminal bool, count Counter, done func(Depth)) error {
	var waiting *Depth
	for d := 0; d <= depth; d++ {
		start := time.Now()
		c, before, err := count(d)
		if waiting != nil {
			if err == nil {
				waiting.Terminal = &before
			}
			done(*waiting)
		}
		if err != nil {
			return err
		}
		waiting = &Depth{Depth: d, Leaves: c.Leaves, States: c.States, Seconds: time.Since(start).Seconds()}
		if terminal {
			waiting.Terminal = &c.Terminal
			done(*waiting)
			waiting = nil
		}
	}
	if waiting != nil {
		done(*waiting)
	}
	return nil
}
