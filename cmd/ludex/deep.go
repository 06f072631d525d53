package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/deepcheck"
	"ludex/internal/gdlwellformed"
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

// writeDeep shows what the deep checks found.
func writeDeep(out io.Writer, r *checkReport) {
	if r.Requirements != nil {
		fmt.Fprintln(out, r.Requirements.Extent())
		writeDeepAnswers(out, r.Answers())
	} else if r.Stopped != "" && r.Timed == nil {
		fmt.Fprintf(out, "nothing that --deep asks for is decided: %s\n", r.Stopped)
	}
	writeDeepAnswers(out, r.KnowledgeAnswers())
	if f := r.Distinguishable; f != nil {
		for _, c := range f.Counterexamples {
			for part := range strings.Lines(c.String()) {
				fmt.Fprintf(out, "    %s\n", strings.TrimRight(part, "\n"))
			}
		}
	}
	if text := r.TimedText(); text != "" {
		fmt.Fprintf(out, "played in real time %s", text)
		if r.Stopped != "" {
			fmt.Fprintf(out, ", then no further: %s", r.Stopped)
		}
		fmt.Fprintln(out)
	}
}

func writeDeepAnswers(out io.Writer, list []deepcheck.Answer) {
	for _, a := range list {
		fmt.Fprintf(out, "  %-32s %s\n", a.Question, a.Text)
	}
}
