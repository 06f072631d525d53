package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/internal/playdata"
	"ludex/internal/randomplay"
	"ludex/internal/wholefile"
	"ludex/rules"
)

// dataFlags are the flags of simulate that write plays as data.
type dataFlags struct {
	count      int
	jsonl, npz bool
	out        string
}

func (f *dataFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.count, "count", 0, "make this `number` of plays and write them as data, by --jsonl or --npz")
	cmd.Flags().BoolVar(&f.jsonl, "jsonl", false, "with --count: write JSON lines")
	cmd.Flags().BoolVar(&f.npz, "npz", false, "with --count: write arrays of numpy")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "with --count: write to `FILE` (default standard output)")
}

// on reports whether plays are written as data.
func (f *dataFlags) on() bool { return f.count > 0 }

// maxPlays is the limit of --count.
const maxPlays = 10_000_000

// check returns an error if flags do not fit together.
func (f *dataFlags) check(cmd *cobra.Command, d *rules.Rules) error {
	given := cmd.Flags().Changed("count")
	switch {
	case !given && (f.jsonl || f.npz || f.out != ""):
		return errors.New("--jsonl, --npz and --output are for --count")
	case !given:
		return nil
	case f.count < 1 || f.count > maxPlays:
		return fmt.Errorf("--count: from 1 to %d", maxPlays)
	case f.jsonl == f.npz:
		return errors.New("--count: write either --jsonl or --npz")
	case d.IsTimed():
		return errors.New("--count: plays in real time are not written as data")
	case f.npz && f.out == "" && isTerminal(cmd.OutOrStdout()):
		return errors.New("--npz: a terminal cannot show it; give a file with --output")
	}
	for _, name := range []string{"as", "step", "json"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s: it is for a single play", name)
		}
	}
	return nil
}

// write makes plays and writes them.
func (f *dataFlags) write(cmd *cobra.Command, t *openGame, s *simulateFlags) (err error) {
	var made atomic.Int64
	stop := progressCount(cmd, "playing "+t.game.Name(), "plays", f.count, func() int { return int(made.Load()) })
	set, err := playdata.Collect(cmd.Context(), t.game, playdata.Options{
		Options: randomplay.Options{From: t.start, First: s.policy == "first", MaxSteps: s.maxSteps}, Seed: s.seed, Count: f.count,
		Progress: func(n int) { made.Store(int64(n)) },
	})
	stop()
	if err != nil {
		return err
	}
	write := set.WriteJSON
	if f.npz {
		write = set.WriteNPZ
	}
	if f.out == "" {
		return write(cmd.OutOrStdout())
	}
	return wholefile.Write(f.out, 0o644, write)
}
