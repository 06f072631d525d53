package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/rbgwellformed"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
	"ludex/rules"
)

// seenPlayouts is the number of playouts that are run for a bound that the rules do not
// give.
const seenPlayouts = 100

type boardInfo struct {
	File         string           `json:"file"`
	Dialect      string           `json:"dialect"`
	Players      []boundInfo      `json:"players"`
	Variables    []boundInfo      `json:"variables"`
	Pieces       []string         `json:"pieces"`
	Shape        string           `json:"shape"`
	Cells        int              `json:"cells"`
	Labels       []string         `json:"labels"`
	Modifiers    int              `json:"modifiers"`
	Switches     int              `json:"switches"`
	Straightness straightnessInfo `json:"straightness"`
	Network      *networkInfo     `json:"network,omitempty"`
	Proof        string           `json:"proof,omitempty"`
}

type boundInfo struct {
	Name  string `json:"name"`
	Bound int32  `json:"bound"`
}

// A straightnessInfo has the greatest number of changes that a move can make by the form of the rules and, where
// that gives no bound, one that follows from the pieces, the board and the variables, and the greatest number seen in playouts.
type straightnessInfo struct {
	Bound    rbgcheck.Numbers  `json:"bound"`
	AtMost   rbgcheck.Numbers  `json:"at_most"`
	Seen     *rbgcheck.Numbers `json:"seen,omitempty"`
	Playouts int               `json:"playouts,omitempty"`
}

// infoRBG shows the parts of a regular boardgame.
func infoRBG(cmd *cobra.Command, d *rules.Rules, logical, asJSON bool) error {
	if logical {
		return errors.New("--dot and --herbrand are about relations, which a regular boardgame does not have")
	}
	info := summariseRBG(d.RBG)
	if !info.Straightness.bounded() {
		stop := progress(cmd, "playing "+info.File)
		err := info.Straightness.look(cmd.Context(), d.RBG)
		stop()
		if err != nil {
			return err
		}
	}
	var err error
	if info.Network, err = findNetwork(d); err != nil {
		return err
	}
	info.Proof = proofOf(d.RBG.File)
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(info)
	}
	return writeBoardInfo(cmd.OutOrStdout(), info)
}

func summariseRBG(g *rbg.Game) boardInfo {
	info := boardInfo{
		File: g.File.Name(), Dialect: syntaxRBG, Players: bounds(g.Players), Variables: bounds(g.Variables[len(g.Players):]),
		Pieces: []string{}, Shape: g.Board.Shape.String(), Cells: len(g.Board.Cells), Labels: g.Board.Labels, Modifiers: len(g.Modifiers),
	}
	for _, p := range g.Pieces {
		info.Pieces = append(info.Pieces, p.Name)
	}
	for _, m := range g.Modifiers {
		if m.Kind == rbg.Switch {
			info.Switches++
		}
	}
	info.Straightness.Bound, info.Straightness.AtMost = rbgcheck.Straightness(g), rbgcheck.AtMost(g)
	return info
}

func bounds(variables []rbg.Variable) []boundInfo {
	list := []boundInfo{}
	for _, v := range variables {
		list = append(list, boundInfo{v.Name, v.Bound})
	}
	return list
}

// bounded reports whether the rules give all bounds.
func (s *straightnessInfo) bounded() bool {
	b := &s.Bound
	return min(b.Applicational, b.Main, b.Move, b.Semimove) > rbgcheck.Unbounded
}

// look finds the greatest lengths of moves that the rules do not bound.
func (s *straightnessInfo) look(ctx context.Context, g *rbg.Game) error {
	seen, n, err := rbgwellformed.Seen(ctx, g, seenPlayouts, 1)
	if err != nil && !stopped(err) {
		return err
	}
	s.Seen, s.Playouts = &seen, n
	return nil
}

func writeBoardInfo(out io.Writer, info boardInfo) error {
	fmt.Fprintf(out, "%s\n", info.File)
	fmt.Fprintf(out, "  dialect        Regular Boardgames\n")
	fmt.Fprintf(out, "  players        %s\n", boundText(info.Players))
	fmt.Fprintf(out, "  pieces         %s\n", strings.Join(info.Pieces, ", "))
	fmt.Fprintf(out, "  variables      %s\n", boundText(info.Variables))
	fmt.Fprintf(out, "  board          %s, cells: %d, directions: %s\n", info.Shape, info.Cells, strings.Join(info.Labels, ", "))
	fmt.Fprintf(out, "  rules          modifiers: %d, %d of them switches\n", info.Modifiers, info.Switches)
	s := &info.Straightness
	seen := s.Seen
	if seen == nil {
		seen = &s.Bound
	}
	fmt.Fprintf(out, "  straightness   move %s\n", s.text(s.Bound.Move, s.AtMost.Move, seen.Move))
	fmt.Fprintf(out, "                 semimove %s\n", s.text(s.Bound.Semimove, s.AtMost.Semimove, seen.Semimove))
	fmt.Fprintf(out, "                 main %s\n", s.text(s.Bound.Main, s.AtMost.Main, seen.Main))
	_, err := fmt.Fprintf(out, "                 applicational %s\n", s.text(s.Bound.Applicational, s.AtMost.Applicational, seen.Applicational))
	info.Network.write(out, 15)
	writeProof(out, 15, info.Proof)
	return err
}

// text writes a bound by the form of the rules, or another one and what was seen in playouts.
func (s *straightnessInfo) text(bound, most, seen int) string {
	limit := "unbounded"
	if most != rbgcheck.Unbounded {
		limit = fmt.Sprintf("at most %d", most)
	}
	switch {
	case bound == rbgcheck.None:
		return "none"
	case bound != rbgcheck.Unbounded:
		return strconv.Itoa(bound)
	case seen == rbgcheck.None:
		return limit
	}
	return fmt.Sprintf("%s, ≥ %d seen in %d playouts", limit, seen, s.Playouts)
}

func boundText(list []boundInfo) string {
	if len(list) == 0 {
		return "none"
	}
	var texts []string
	for _, v := range list {
		texts = append(texts, fmt.Sprintf("%s (0 to %d)", v.Name, v.Bound))
	}
	return strings.Join(texts, ", ")
}
