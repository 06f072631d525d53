package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl/engine"
	rbgengine "ludex/rbg/engine"
)

func newVerify() *cobra.Command {
	var flags gameFlags
	var cmp game.Comparison
	var fast string
	cmd := &cobra.Command{
		Use:   "verify <game>...",
		Short: "Hold the engines of a game against each other, state by state",
		Long: `Verify plays random plays on the reference interpreter and on a fast engine (the
circuit of a GDL game, the sets of a regular boardgame) at once and compares all
that they say about each state: facts, end, goals, legal moves, percepts. The
answer is no (exit code 1) if they differ anywhere. With --engine, another fast
engine is held against the interpreter.`,
		Example: `  ludex verify --plies 1000 tictactoe
  ludex verify --engine compiled breakthrough-rbg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			worst := error(nil)
			for _, arg := range args {
				d, err := flags.loadPlayable(cmd, arg)
				if err != nil {
					return err
				}
				if err := verify(cmd, d, flags, fast, cmp); err != nil {
					worst = err
				}
			}
			return worst
		},
	}
	flags.register(cmd)
	flags.registerLenient(cmd)
	cmd.Flags().StringVar(&fast, "engine", "", "hold this `engine` against the interpreter: circuit, sets, compiled or lanes")
	cmd.Flags().IntVar(&cmp.Plies, "plies", 200, "compare this many joint `moves`")
	cmd.Flags().IntVar(&cmp.MaxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().Uint64Var(&cmp.Seed, "seed", 1, "choose the plays")
	return cmd
}

func verify(cmd *cobra.Command, d *description, flags gameFlags, fast string, cmp game.Comparison) error {
	out := cmd.OutOrStdout()
	names := []string{engine.Reference, engine.Circuit}
	if d.isRBG {
		names = []string{rbgengine.Reference, rbgengine.Sets}
	}
	if fast != "" {
		names[1] = fast
	}
	var games []game.Game
	for _, name := range names {
		p := playFlags{gameFlags: flags, engine: name, through: true}
		g, note, err := p.prepare(cmd.Context(), d)
		if err != nil {
			fmt.Fprintf(out, "%s: no %s engine: %v\n", d.file.Name(), name, err)
			return &exitError{code: exitUndecided}
		}
		if note != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), "ludex:", note)
		}
		games = append(games, g)
	}
	start := time.Now()
	stop := progress(cmd, "comparing the engines of "+d.file.Name())
	n, err := cmp.Run(cmd.Context(), games[0], games[1])
	stop()
	var diff *game.Difference
	switch {
	case errors.As(err, &diff):
		fmt.Fprintf(out, "%s: the engines differ after %d plies\n  %v\n", d.file.Name(), n, diff)
		return answerNo
	case err != nil && !stopped(err):
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s agree on %d plies (%.1f s)\n", d.file.Name(), strings.Join([]string{games[0].Engine(), games[1].Engine()}, " and "), n, time.Since(start).Seconds())
	return err
}
