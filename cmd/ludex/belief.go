package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"ludex/knowledge"
)

func newBelief() *cobra.Command {
	var k knowledgeFlags
	var most int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "belief --view FILE --as ROLE <game>",
		Short: "Show how likely each state is for a role, exactly",
		Long: `Belief computes the probability of each state for a role that has a view (or the view
that it has after --moves), if all other roles and random choose uniformly among
their legal moves. The probabilities are exact fractions.

In a game in real time players move at multiples of --grid, or wait, each with the same
probability. --moves are written as time:role:move, those of random too; a time alone lets the
play go on until then. lasts(T,F) says for how long a fact F will be true.`,
		Example: `  ludex belief montyhall --view 'noop; choose(1); noop goat(3)'
  ludex belief cardgame --as jane --moves 'deal(ace,king)'
  ludex belief duel --as east --moves '0:random:wait(1.5); 1'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, m, err := k.model(cmd, args[0])
			if err != nil {
				return err
			}
			v, err := k.given(cmd, t, m)
			if err != nil {
				return err
			}
			stop := progressOf(cmd, lookingAt(m))
			belief, err := m.Belief(cmd.Context(), v, knowledge.Policy{})
			stop()
			if err != nil {
				return undecidedBelief(cmd, m, err)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(t.believed(belief, most))
			}
			return writeBelief(cmd.OutOrStdout(), t.believed(belief, most), belief.Len())
		},
	}
	k.register(cmd)
	k.registerStart(cmd)
	k.registerView(cmd)
	cmd.Flags().IntVar(&most, "most", 20, "show this many `states`, the likeliest first; 0 is all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// undecidedBelief reports that a limit or a signal stopped the computation, and how far
// it got.
func undecidedBelief(cmd *cobra.Command, m *knowledge.Model, err error) error {
	var limit *knowledge.LimitError
	switch {
	case errors.As(err, &limit):
		return &exitError{exitUndecided, fmt.Errorf("undecided: %w; %d states were looked at", err, m.States())}
	case stopped(err):
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: undecided: stopped; %d states were looked at\n", m.States())
	}
	return err
}

// given returns the view of a role from a text, or from the moves of a play.
func (k *knowledgeFlags) given(cmd *cobra.Command, t *openGame, m *knowledge.Model) (knowledge.View, error) {
	if k.view != "" {
		return k.readView(cmd, t)
	}
	r, err := k.viewer(t)
	if err != nil {
		return knowledge.View{}, err
	}
	return m.ViewOf(knowledge.Development{Joints: t.joints}, r)
}

type believedState struct {
	Probability string   `json:"probability"`
	Value       float64  `json:"value"`
	State       []string `json:"state"`
}

// believed returns the most probable states.
func (t *openGame) believed(b *knowledge.Belief, most int) []believedState {
	list := []believedState{}
	for _, i := range b.Order() {
		if most > 0 && len(list) == most {
			break
		}
		s := believedState{Probability: b.P(i).RatString(), Value: float(b.P(i))}
		for _, f := range t.game.Facts(b.State(i)) {
			s.State = append(s.State, t.show(f))
		}
		list = append(list, s)
	}
	return list
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func writeBelief(out io.Writer, list []believedState, all int) error {
	for _, s := range list {
		block(out, fmt.Sprintf("%s (%.4f)", s.Probability, s.Value), s.State)
	}
	if n := all - len(list); n > 0 {
		fmt.Fprintf(out, "and %d less likely states\n", n)
	}
	return nil
}
