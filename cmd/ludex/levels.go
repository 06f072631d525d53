package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/calibration"
	"ludex/internal/intervals"
	"ludex/internal/players/levels"
	"ludex/internal/printable"
)

// levelsFlags are the flags of the verb levels.
type levelsFlags struct {
	playFlags
	measure bool
	fresh   bool
	how     calibration.Options
	out     string
	asJSON  bool
}

func newLevels() *cobra.Command {
	f := levelsFlags{how: calibration.Defaults()}
	cmd := &cobra.Command{
		Use:   "levels <game>",
		Short: "Show how strong the levels of a game are, or measure it",
		Long: `Levels shows the ten levels at which a person can play against the program: their
rating on this game (Elo, on a scale on which random play has 0) with its 95 %
interval, the difference to the level below, and how often a win in one move was missed,
or one of an opponent allowed that could be stopped. "ludex play --against level:3" plays
against one of them; wherever a player is named, level:1 to level:10 can be.

With --measure it finds the levels by matches between them, so that neighbours are about
170 points apart, and stores them in the user's folder, where every player finds them, or
in the file that -o names. It goes on from the levels that are there, for example after
Ctrl-C or with more --nodes, unless --fresh is given. Games that cannot be played that much better have fewer levels;
the highest ones are the same then. Without a measurement, and for games that do not come
with one, the levels are a guess, and have no rating.`,
		Example: `  ludex levels breakthrough
  ludex levels mygame.kif --measure --games 100`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.measure {
				return f.run(cmd, args[0])
			}
			return f.show(cmd, args[0])
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.measure, "measure", false, "find the levels by matches between them")
	cmd.Flags().IntVar(&f.how.Games, "games", f.how.Games, "measure: play this `number` of games against the level below")
	cmd.Flags().IntVar(&f.how.MaxNodes, "nodes", f.how.MaxNodes, "measure: let the strongest level think for at most this `number` of nodes")
	cmd.Flags().IntVar(&f.how.Threads, "threads", f.how.Threads, "measure: play this `number` of games at a time")
	cmd.Flags().Uint64Var(&f.how.Seed, "seed", f.how.Seed, "measure: the seed of the random numbers")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "measure: write the levels to `FILE` (default in the user's folder)")
	cmd.Flags().BoolVar(&f.fresh, "fresh", false, "measure: begin anew instead of going on from the levels that were found before")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// show shows the levels that are known.
func (f *levelsFlags) show(cmd *cobra.Command, arg string) error {
	for _, name := range []string{"games", "nodes", "threads", "seed", "output", "fresh"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for --measure", name)
		}
	}
	r, err := f.load(cmd, arg)
	if err != nil {
		return err
	}
	if r.IsTimed() {
		return refuseTimed("levels", r.Name())
	}
	l, err := levels.Find(r.Fingerprint())
	if err != nil {
		return err
	}
	return f.write(cmd.OutOrStdout(), l)
}

// run finds the levels of a game and stores them.
func (f *levelsFlags) run(cmd *cobra.Command, arg string) error {
	if f.how.Games < 1 || f.how.MaxNodes < 1 || f.how.Threads < 1 || f.how.Threads > maxTrainThreads {
		return errors.New("--games, --nodes and --threads must be positive")
	}
	t, err := f.open(cmd, arg)
	if err != nil {
		return err
	}
	path, err := f.path(t.Fingerprint())
	if err != nil {
		return err
	}
	if f.how.From, err = f.from(cmd, path, t.Fingerprint()); err != nil {
		return err
	}
	save := func(l *levels.Ladder) error {
		l.Game = t.Name()
		return l.Save(path)
	}
	l, err := f.find(cmd, t.game, save)
	if l == nil {
		return err
	}
	if err := save(l); err != nil {
		return err
	}
	if f.asJSON {
		return f.write(cmd.OutOrStdout(), l)
	}
	writeRemark(cmd.OutOrStdout(), l)
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "the levels are in %s\n", path)
	return err
}

// path returns where the levels go. A file can be written there.
func (f *levelsFlags) path(fingerprint string) (path string, err error) {
	if path = f.out; path == "" {
		if path, err = levels.PathFor(fingerprint); err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
	}
	if err == nil {
		err = canWrite(path)
	}
	if err != nil {
		return "", fmt.Errorf("the levels cannot be stored: %w", err)
	}
	return path, nil
}

// from returns the levels to go on from, or nil.
func (f *levelsFlags) from(cmd *cobra.Command, path, fingerprint string) (*levels.Ladder, error) {
	if f.fresh {
		return nil, nil
	}
	l, err := levels.Load(path, fingerprint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; --fresh begins anew", err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "ludex: going on from %s, which has %d levels\n", path, l.Distinct())
	return l, nil
}

// find finds the levels of a game. As they come they are saved and shown.
func (f *levelsFlags) find(cmd *cobra.Command, g game.Game, save func(*levels.Ladder) error) (*levels.Ladder, error) {
	var at atomic.Pointer[calibration.Status]
	at.Store(new(calibration.Status))
	text := func() string {
		s := at.Load()
		return fmt.Sprintf("measuring %s: level %d, %d nodes, %d games played", g.Name(), s.Level, s.Nodes, s.Played)
	}
	stop := progressOf(cmd, text)
	defer func() { stop() }()
	f.how.Progress = func(s calibration.Status) { at.Store(&s) }
	headed := false
	f.how.Found = func(l *levels.Ladder) error {
		if err := save(l); err != nil || f.asJSON {
			return err
		}
		stop() // the line of progress and the table may be on one screen
		defer func() { stop = progressOf(cmd, text) }()
		if !headed {
			headed = true
			writeHeading(cmd.OutOrStdout())
		}
		number := l.Distinct()
		writeLevel(cmd.OutOrStdout(), number, &l.Levels[number-1], true)
		return nil
	}
	return calibration.Measure(cmd.Context(), g, f.how)
}

// write writes a ladder as a table, or as JSON.
func (f *levelsFlags) write(out io.Writer, l *levels.Ladder) error {
	if f.asJSON {
		return json.NewEncoder(printable.JSONWriter(out)).Encode(l)
	}
	writeHeading(out)
	for i := range l.Levels {
		if v := &l.Levels[i]; !v.Merged {
			writeLevel(out, i+1, v, l.Measured)
		}
	}
	writeRemark(out, l)
	return nil
}

const levelColumns = "%5s %7s %11s  %-12s %-18s %-16s %s\n"

func writeHeading(out io.Writer) {
	fmt.Fprintf(out, levelColumns, "level", "nodes", "temperature", "Elo", "to the one below", "wins missed", "wins allowed")
}

// writeLevel writes the row of a level.
func writeLevel(out io.Writer, number int, v *levels.Level, measured bool) {
	rating := "-"
	if measured {
		rating = fmt.Sprintf("%.0f ± %.0f", v.Elo, v.Error)
	}
	fmt.Fprintf(out, levelColumns, fmt.Sprint(number), fmt.Sprint(v.Nodes), fmt.Sprintf("%g", v.Temperature),
		rating, differenceText(v), share(v.Seen.Missed, v.Seen.Wins), share(v.Seen.Allowed, v.Seen.Threats))
}

// writeRemark says which levels are missing, and whether the levels were measured.
func writeRemark(out io.Writer, l *levels.Ladder) {
	switch last := l.Distinct(); {
	case !l.Measured:
		fmt.Fprintln(out, "not measured on this game: \"ludex levels --measure\" does that")
	case last < len(l.Levels) && l.Unfinished:
		fmt.Fprintf(out, "levels %d to %d are as strong as level %d until \"ludex levels --measure\" goes on\n", last+1, len(l.Levels), last)
	case last < len(l.Levels):
		fmt.Fprintf(out, "levels %d to %d are as strong as level %d: nothing stronger was found with at most %d nodes\n", last+1, len(l.Levels), last, l.MaxNodes)
	}
}

// differenceText writes the difference in Elo to the level below, with its 95 % interval.
func differenceText(v *levels.Level) string {
	if v.Against.Games == 0 {
		return "-"
	}
	in := intervals.Wilson(v.Against.Score, v.Against.Games)
	return fmt.Sprintf("%s (%s to %s)", eloText(v.Against.Score), eloText(in.Low), eloText(in.High))
}

// eloText writes the difference in Elo of a score.
func eloText(score float64) string {
	switch {
	case score <= 0:
		return "-∞"
	case score >= 1:
		return "∞"
	}
	return fmt.Sprintf("%.0f", calibration.Elo(score))
}

// share writes a part of a number as a percentage.
func share(part, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% of %d", 100*float64(part)/float64(of), of)
}
