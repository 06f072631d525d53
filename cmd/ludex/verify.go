package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/gdl/engine"
)

func newVerify() *cobra.Command {
	var flags gameFlags
	var cmp game.Comparison
	cmd := &cobra.Command{
		Use:   "verify <game>...",
		Short: "Hold the engines of a game against each other, state by state",
		Long: `Verify plays random plays on the reference interpreter and on the circuit at once and
compares all that they say about each state: facts, end, goals, legal moves,
percepts. The answer is no (exit code 1) if they differ anywhere.`,
		Example: `  ludex verify --plies 1000 tictactoe`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			worst := error(nil)
			for _, arg := range args {
				prog, err := flags.load(cmd, arg)
				if err != nil {
					return err
				}
				if err := verify(cmd, prog, &flags, cmp); err != nil {
					worst = err
				}
			}
			return worst
		},
	}
	flags.register(cmd)
	cmd.Flags().IntVar(&cmp.Plies, "plies", 200, "compare this many joint `moves`")
	cmd.Flags().IntVar(&cmp.MaxSteps, "max-steps", game.DefaultMaxSteps, "cut plays off after this many `steps`")
	cmd.Flags().Uint64Var(&cmp.Seed, "seed", 1, "choose the plays")
	return cmd
}

func verify(cmd *cobra.Command, prog *gdl.Program, flags *gameFlags, cmp game.Comparison) error {
	out := cmd.OutOrStdout()
	var games []game.Game
	for _, name := range []string{"reference", "circuit"} {
		o, err := engine.Open(cmd.Context(), prog, engine.Options{Engine: name, ForceHidden: flags.dialect == gdl.GDLII.String()})
		if err != nil {
			fmt.Fprintf(out, "%s: no %s engine: %v\n", prog.File.Name(), name, err)
			return &exitError{code: exitUndecided}
		}
		games = append(games, o.Game)
	}
	start := time.Now()
	stop := progress(cmd, "comparing the engines of "+prog.File.Name())
	n, err := cmp.Run(cmd.Context(), games[0], games[1])
	stop()
	var diff *game.Difference
	switch {
	case errors.As(err, &diff):
		fmt.Fprintf(out, "%s: the engines differ after %d plies\n  %v\n", prog.File.Name(), n, diff)
		return answerNo
	case err != nil && !stopped(err):
		return err
	}
	_, err = fmt.Fprintf(out, "%s: reference and circuit agree on %d plies (%.1f s)\n", prog.File.Name(), n, time.Since(start).Seconds())
	return err
}
