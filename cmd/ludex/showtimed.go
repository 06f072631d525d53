package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ludex/internal/board"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/rules"
	"ludex/timed"
)

// A timedStateReport is what "show --json" writes about a game in real time.
type timedStateReport struct {
	Time     string   `json:"time"`
	State    []string `json:"state"`
	Terminal bool     `json:"terminal"`
}

// showTimed draws a state of a real-time game: the initial one, or the one after the
// given moves.
func showTimed(cmd *cobra.Command, d *rules.Rules, p *playFlags, look *boardFlags, svg string, asJSON bool) error {
	g, err := p.openTimed(cmd, d)
	if err != nil {
		return err
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		return err
	}
	var before []string
	if p.moves != "" {
		if before, err = offerAll(cmd, m, p.moves); err != nil {
			return err
		}
	}
	if asJSON {
		over := m.Ending() != nil && m.Ending().Reason == timed.Terminal
		return json.NewEncoder(cmd.OutOrStdout()).Encode(timedStateReport{m.State().Now().String(), board.TimedFacts(m.State()), over})
	}
	b, err := look.open(cmd.Context(), d)
	if err != nil {
		return err
	}
	position := board.Position{
		Facts:  board.TimedFacts(m.State()),
		Title:  "at " + m.State().Now().String(),
		Before: before,
		Over:   m.Ending() != nil && m.Ending().Reason == timed.Terminal,
	}
	if svg != "" {
		return writePicture(cmd, svg, func(out io.Writer) error { return b.SVG(out, position, board.Options{}) })
	}
	return b.Text(cmd.OutOrStdout(), position, isTerminal(cmd.OutOrStdout()))
}

// offerAll makes the given moves at their times, and returns the facts before the last
// ones.
func offerAll(cmd *cobra.Command, m *timedmatch.Match, moves string) (before []string, err error) {
	text, err := movesText(moves, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	offers, err := timedscript.ParseScript(m.Game(), text)
	if err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	for i, o := range offers {
		if i == 0 || offers[i-1].At < o.At {
			if err := m.Advance(max(o.At, timed.Moment) - timed.Moment); err != nil {
				return nil, err
			}
			before = board.TimedFacts(m.State())
		}
		if err := m.Offer(o); err != nil {
			return nil, fmt.Errorf("--moves: %w", err)
		}
	}
	if len(offers) == 0 {
		return nil, nil
	}
	return before, m.Advance(offers[len(offers)-1].At)
}
