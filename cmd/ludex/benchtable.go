package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/benchtable"
	"ludex/rules"
)

// benchTableFlags are the flags of "bench --table".
type benchTableFlags struct {
	wanted   bool
	markdown bool
	counts   bool
	plot     string
	against  string
	games    []string
}

func (f *benchTableFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.wanted, "table", false, "measure perft and playouts of the games in the table of the RBG paper, on every engine")
	cmd.Flags().BoolVar(&f.markdown, "markdown", false, "write the table as Markdown")
	cmd.Flags().BoolVar(&f.counts, "counts", false, "add to the table what was counted, exactly")
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw the table as SVG to `FILE`")
	cmd.Flags().StringVar(&f.against, "against", "", "compare the table with the speeds in `FILE`, with lines game,perft,flat")
	cmd.Flags().StringSliceVar(&f.games, "games", nil, "only the rows of these `NAMES`, with commas between them")
}

// args checks the arguments of bench: with --table there may be none.
func (f *benchTableFlags) args(cmd *cobra.Command, args []string) error {
	if f.wanted {
		return nil
	}
	return cobra.MinimumNArgs(1)(cmd, args)
}

// misplaced returns an error for flags that are only for, or not for, --table.
func (f *benchTableFlags) misplaced(cmd *cobra.Command) error {
	names, text := []string{"count", "threads", "deterministic", "moves", "state", "workers", "nats"}, "--table measures on one thread of this process, from the beginning: leave --%s out"
	if !f.wanted {
		names, text = []string{"markdown", "counts", "plot", "against", "games"}, "--%s is for --table"
	}
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf(text, name)
		}
	}
	return nil
}

// tableTime is the default of --time with --table, for each number.
const tableTime = 2 * time.Second

func (f *benchTableFlags) run(cmd *cobra.Command, play *playFlags, args []string, opt game.PlayoutOptions, asJSON bool) error {
	how := rules.Options{CaseSensitive: play.caseSensitive}
	var err error
	if how.Dialect, err = gdl.ParseDialect(play.dialect); err != nil {
		return fmt.Errorf("--dialect: %w", err)
	}
	given, err := f.speeds()
	if err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	subjects, err := benchtable.FindSubjects(benchtable.Query{Args: args, Games: f.games, Stdin: interruptible{cmd.Context(), cmd.InOrStdin()}, How: how})
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("time") {
		opt.Time = tableTime
	}
	var at atomic.Pointer[string]
	at.Store(new(string))
	stop := progressOf(cmd, func() string { return *at.Load() })
	t, err := benchtable.Run(cmd.Context(), subjects, benchtable.Options{
		Time: opt.Time, Setup: play.opening.Time, Engine: play.opening.Engine, Seed: opt.Seed, MaxSteps: opt.MaxSteps,
		Progress: func(what string, done, all int) {
			text := fmt.Sprintf("%d of %d: %s", done+1, all, what)
			at.Store(&text)
		},
	})
	stop()
	if err != nil {
		return err
	}
	return f.write(cmd.OutOrStdout(), t, given, asJSON)
}

// speeds reads the numbers to compare with, if a file is given.
func (f *benchTableFlags) speeds() (benchtable.Speeds, error) {
	if f.against == "" {
		return nil, nil
	}
	file, err := os.Open(f.against)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	given, err := benchtable.ReadSpeeds(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.against, err)
	}
	return given, nil
}

// write writes the table, and draws it on request.
func (f *benchTableFlags) write(out io.Writer, t *benchtable.Table, given benchtable.Speeds, asJSON bool) error {
	style := benchtable.Style{Markdown: f.markdown, Counts: f.counts}
	if f.against != "" {
		style.Against = t.Compare(filepath.Base(f.against), given)
	}
	write := t.Write
	if asJSON {
		write = t.WriteJSON
	}
	if err := write(out, style); err != nil {
		return err
	}
	if f.plot == "" {
		return nil
	}
	file, err := os.Create(f.plot)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	err = t.WriteSVG(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
