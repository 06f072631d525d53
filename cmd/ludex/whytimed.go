package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/internal/whylegal"
	"ludex/rules"
	"ludex/timed"
)

// timedPlace plays the moves that --moves gives in real time, up to the place that a
// question is about.
func (p *playFlags) timedPlace(cmd *cobra.Command, d *rules.Rules, seed uint64) (*whylegal.TimedPlace, error) {
	g, err := p.openTimed(cmd, d)
	if err != nil {
		return nil, err
	}
	place := &whylegal.TimedPlace{Rules: d, Game: g}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: seed, Observe: place.Observe})
	if err != nil || p.moves == "" {
		return place, err
	}
	text, err := movesText(p.moves, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	moves, until, err := timedscript.ParsePlay(g, text)
	if err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	for _, o := range moves {
		if err := m.Offer(o); err != nil {
			return nil, fmt.Errorf("--moves: %w", err)
		}
		until = max(until, o.At)
	}
	return place, m.Advance(until)
}
