package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/whylegal"
	"ludex/rules"
)

// whyReport is what "why --json" writes.
type whyReport struct {
	Query string   `json:"query"`
	Holds bool     `json:"holds"` // or the move is legal
	Why   []string `json:"why"`   // lines
}

func newWhy() *cobra.Command {
	var play playFlags
	var asJSON bool
	var seed uint64
	cmd := &cobra.Command{
		Use:   "why <game> <query>",
		Short: "Explain why something holds in a state, or why not",
		Long: `Why prints the derivation of an atom in a state of the game, or, if it does not hold,
the rules that could have derived it and the first condition of each that fails.
The state is the initial one, or the one after --moves. The joint move of
"does", "next" and "sees" is the last one of --moves: then the query is about
the step that it made. For a regular boardgame the query is a move, and the
answer the way through the rules that makes it legal, or where the ways end that
come closest to it.

In a game in real time --moves are written as time:role:move, and a time alone lets the play
go on until then. "does", "next" and "sees" are about the last update.`,
		Example: `  ludex why tictactoe '(legal white (mark 1 1))'
  ludex why tictactoe --moves '((mark 1 1) noop)' '(next (cell 1 1 x))'
  ludex why chess e2e5
  ludex why chicken --moves '0.5:white:swerve; 1' 'goal(white,80)'`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			play.opening.Engine = "reference"
			d, err := play.load(cmd, args[0])
			if err != nil {
				return err
			}
			answer, err := play.why(cmd, d, args[1], seed)
			if err != nil {
				return err
			}
			if err := writeWhy(cmd, args[1], answer, asJSON); err != nil {
				return err
			}
			if !answer.Legal {
				return answerNo
			}
			return nil
		},
	}
	play.gameFlags.register(cmd)
	play.registerStart(cmd)
	cmd.Flags().Uint64Var(&seed, "seed", 1, "in real time: the seed of random's moves")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON object")
	return cmd
}

// why explains an atom at the place that the flags choose.
func (p *playFlags) why(cmd *cobra.Command, d *rules.Rules, query string, seed uint64) (whylegal.Answer, error) {
	if d.IsTimed() {
		place, err := p.timedPlace(cmd, d, seed)
		if err != nil {
			return whylegal.Answer{}, err
		}
		return place.Query(cmd.Context(), query)
	}
	t, err := p.openRules(cmd, d)
	if err != nil {
		return whylegal.Answer{}, err
	}
	place := whylegal.Place{Rules: t.Rules, Game: t.game, States: append(t.before, t.start), Joints: t.joints}
	return place.Query(cmd.Context(), query)
}

func writeWhy(cmd *cobra.Command, query string, answer whylegal.Answer, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprint(cmd.OutOrStdout(), answer.Text)
		return err
	}
	lines := strings.Split(strings.TrimSuffix(answer.Text, "\n"), "\n")
	return json.NewEncoder(cmd.OutOrStdout()).Encode(whyReport{query, answer.Legal, lines})
}
