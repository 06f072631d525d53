package tiers

import (
	"context"
	"time"

	"ludex/game"
)

// worthPreparing is how long a count runs before a faster engine is prepared for it.
const worthPreparing = 700 * time.Millisecond

// Perft implements [game.PerftCounter]. It counts on the fastest engine. If that takes
// long, faster engines are prepared, and one of them counts at the same time. The first
// to finish gives the result, since all engines have the same counts.
func (g *Game) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	inner, cancel := context.WithCancel(ctx)
	done := make(chan counted, 2)
	running := 0
	count := func(on game.Game) {
		running++
		go func() {
			counts, err := game.CapabilitiesOf(on).Perft.Perft(inner, from, depth, terminal)
			done <- counted{counts, err}
		}()
	}
	defer func() { // stops both counts
		cancel()
		for ; running > 0; running-- {
			<-done
		}
	}()
	first, replaced := g.fastestFor(game.ForPerft)
	count(first)
	wait := time.NewTimer(worthPreparing)
	defer wait.Stop()
	for {
		select {
		case c := <-done:
			running--
			if c.err == nil || running == 0 || ctx.Err() != nil {
				return c.counts, c.err
			}
		case <-wait.C:
			g.prepareFor(game.ForPerft, true)
		case <-replaced:
			replaced = nil // once is enough
			count(g.fastest(game.ForPerft))
		}
	}
}

type counted struct {
	counts []game.PerftCount
	err    error
}
