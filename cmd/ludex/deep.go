package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ludex/internal/gdlwellformed"
	"ludex/internal/wellformed"
)

// deepFlags are the flags of check --deep.
type deepFlags struct {
	gdlwellformed.Options
	on bool
}

func (d *deepFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&d.on, "deep", false, "play the game to find out whether it ends, can be played on and be won")
	cmd.Flags().IntVar(&d.Limits.States, "max-states", 200_000, "with --deep: decide exactly up to this many `states`")
	cmd.Flags().IntVar(&d.Playouts, "playouts", 1000, "with --deep: run this many `playouts` where there are more states")
	cmd.Flags().IntVar(&d.Developments, "max-developments", 1_000_000, "with --deep: look at this many `developments` of a game with hidden information")
	cmd.Flags().Uint64Var(&d.Seed, "seed", 1, "with --deep: choose the playouts")
}

// writeRequirements shows the answers to all questions.
func writeRequirements(out io.Writer, req *wellformed.Requirements, roles []string) {
	fmt.Fprintln(out, req.Extent())
	line := func(question string, f *wellformed.Finding) {
		if f == nil {
			return
		}
		fmt.Fprintf(out, "  %-32s %s", question, f.Verdict)
		if f.Detail != "" && f.Verdict != wellformed.No {
			fmt.Fprintf(out, " (%s)", f.Detail)
		}
		fmt.Fprintln(out)
	}
	line("always ends", &req.Terminates)
	line("always playable", &req.Playable)
	line("one goal value at the end", &req.Goals)
	for _, what := range []string{"base", "input"} {
		line(what+" covers it", req.Declared[what])
	}
	for _, questions := range []struct {
		text string
		by   map[string]*wellformed.Finding
	}{
		{"weakly winnable for ", req.WeaklyWinnable},
		{"strongly winnable for ", req.StronglyWon},
		{"forced win for ", req.ForcedWin},
	} {
		for _, r := range roles {
			line(questions.text+r, questions.by[r])
		}
	}
}
