package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/evolution"
	"ludex/internal/trial"
	"ludex/rules"
)

// evolveFlags are the flags of the verb evolve.
type evolveFlags struct {
	playFlags
	trialFlags
	evolution.Settings
	measures []string
	out      string
	pages    int
	asJSON   bool
}

// evolveDefaults try many games rather than each of them thoroughly.
var evolveDefaults = trial.Options{Playouts: 2000, Sample: 64, Games: 12, Nodes: 40}

func newEvolve() *cobra.Command {
	var f evolveFlags
	cmd := &cobra.Command{
		Use:   "evolve <game>…",
		Short: "Invent games: mutate rules and keep what plays well",
		Long: `Evolve changes the rules of games at random: directions, captures, conditions, ends,
numbers, whole rules, in Regular Boardgames and GDL. Each mutant goes through tiers:
it is checked, opened within limits of time and memory, played at random, and played
by a player against itself and weaker ones. A tier leaves out games that do not end, are
drawn, favour a seat, are too short or too long, or leave nothing to decide, as soon as
that is certain.

What is left goes to a map over two measures, which keeps the best game of each cell
(MAP-Elites); these are mutated in turn. Quality is the geometric mean of balance,
decisiveness, completion, agency and skill (docs/design.md).

The best games are tried again in the end, with four times as many games, twice the nodes,
and the player that suits them, which learns each game before: of many games that were tried
with a few plays, the best were partly lucky. The folder of -o gets the rules of the games on the map, a page
about them, and for the best ones a report and a page that plays. Its log keeps every trial, the second ones too: the same command
goes on where it was stopped, by Ctrl-C or the end of --time. The same seed gives the
same games, also with --threads, --workers or --nats.`,
		Example: `  ludex evolve breakthrough-rbg -o games
  ludex evolve breakthrough-rbg connectfour-rbg hex reversi morris -o games --time 1h --threads 2
  ludex evolve mygame.rbg --map drama,length --mutants 500 --seed 7 -o games`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.gameFlags.register(cmd)
	f.trialFlags.register(cmd, evolveDefaults, 10*time.Minute)
	cmd.Flags().IntVar(&f.Mutants, "mutants", 0, "stop after this `number` of mutants; 0 is no limit")
	cmd.Flags().IntVar(&f.Batch, "batch", 16, "try up to this `number` of mutants at a time")
	cmd.Flags().IntVar(&f.Most, "changes", 2, "make up to this `number` of changes in one step")
	cmd.Flags().StringSliceVar(&f.measures, "map", []string{"length", "branching"}, "the two `MEASURES` of the map")
	cmd.Flags().IntVar(&f.Size, "size", 10, "divide each measure of the map into this `number` of ranges")
	cmd.Flags().StringVarP(&f.out, "output", "o", "evolution", "write everything into this `FOLDER`")
	cmd.Flags().IntVar(&f.pages, "pages", 3, "write a report and a page that plays of this `number` of games, the best ones")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON to standard output")
	return cmd
}

// settings returns the settings of the run.
func (f *evolveFlags) settings() (evolution.Settings, error) {
	s := f.Settings
	switch {
	case len(f.measures) != 2:
		return s, errors.New("--map: name two measures, as in length,branching")
	case s.Mutants < 0 || f.pages < 0:
		return s, errors.New("--mutants and --pages cannot be negative")
	case s.Batch < 1 || s.Most < 1 || s.Size < 1 || s.Size > 100:
		return s, errors.New("--batch, --changes and --size must be positive, and --size at most 100")
	case f.Games < 2:
		return s, errors.New("--games: the map needs at least two games of each mutant")
	}
	s.X, s.Y = f.measures[0], f.measures[1]
	s.Seed = f.trialFlags.Seed
	s.Try = f.Options
	demands := trial.DefaultDemands
	s.Try.Demands = &demands
	return s, s.Check()
}

func (f *evolveFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	s, err := f.settings()
	if err != nil {
		return err
	}
	var games []*rules.Rules
	for _, arg := range args {
		d, err := f.load(cmd, arg)
		if err != nil {
			return err
		}
		games = append(games, d)
	}
	r, err := evolution.New(s, games)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if err := f.find(cmd, r); err != nil {
		return err
	}
	list, err := f.writeGames(cmd, r)
	if err != nil {
		return err
	}
	return f.summary(cmd, r, list)
}

// confirmed is how many games are tried again for each that gets a page.
const confirmed = 4

// find runs the evolution and the second trials, with their log.
func (f *evolveFlags) find(cmd *cobra.Command, r *evolution.Run) error {
	var known map[int]trial.Result
	file, err := openKept(filepath.Join(f.out, "log.jsonl"), func(w io.Writer) error { return json.NewEncoder(w).Encode(r.Head()) },
		func(in io.Reader) (length int64, err error) {
			known, length, err = r.ReadLog(in)
			return length, err
		})
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer file.Close()
	log := json.NewEncoder(file)
	if err := f.evolve(cmd, r, known, log); err != nil {
		return err
	}
	return f.confirm(cmd, r, log)
}

// confirm tries the games again that may get a page.
func (f *evolveFlags) confirm(cmd *cobra.Command, r *evolution.Run, log *json.Encoder) error {
	ctx := cmd.Context()
	if ctx.Err() != nil || f.pages == 0 {
		return nil
	}
	t, err := f.begin(cmd)
	if err != nil {
		return err
	}
	defer t.close()
	stop := progressCount(cmd, "trying the best ones again", "games", min(confirmed*f.pages, len(r.Best())), func() int { return int(t.done.Load()) })
	defer stop()
	err = r.Confirm(ctx, confirmed*f.pages, t.one, func(c *evolution.Candidate) error { return log.Encode(c) })
	if err != nil && !stoppedEarly(ctx, err) {
		return err
	}
	return nil
}

// evolve runs the evolution. What is known of it is not tried again.
func (f *evolveFlags) evolve(cmd *cobra.Command, r *evolution.Run, known map[int]trial.Result, log *json.Encoder) error {
	t, err := f.begin(cmd)
	if err != nil {
		return err
	}
	defer t.close()
	ctx, cancel := f.limited(cmd.Context())
	defer cancel()
	stop := progressWithin(cmd, f.time, func() string {
		return fmt.Sprintf("evolving, %d mutants tried now, %d known before", t.done.Load(), len(known))
	})
	err = r.Go(ctx, known, t.one, func(c *evolution.Candidate) error {
		if _, ok := known[c.Number]; ok {
			return nil
		}
		return log.Encode(c)
	})
	stop()
	if stoppedEarly(ctx, err) {
		return nil
	}
	return err
}

// writeGames writes the games of the map with what belongs to them, and the page.
func (f *evolveFlags) writeGames(cmd *cobra.Command, r *evolution.Run) ([]*evolution.Listed, error) {
	var list []*evolution.Listed
	known := knownGames(r)
	for i, c := range r.Best() {
		l := &evolution.Listed{Candidate: c, History: r.History(c)}
		nearest(l, known)
		base := fmt.Sprintf("%s-%d", c.Name, c.Number)
		l.Rules = base + filepath.Ext(c.File().Name())
		if err := os.WriteFile(filepath.Join(f.out, l.Rules), []byte(c.Text), 0o644); err != nil {
			return nil, err
		}
		if err := f.writeNetwork(l, base); err != nil {
			return nil, err
		}
		if i < f.pages && cmd.Context().Err() == nil {
			if err := f.writePages(cmd, l, base); err != nil && !errors.Is(err, context.Canceled) {
				fmt.Fprintf(cmd.ErrOrStderr(), "ludex: game %d: %v\n", c.Number, err)
			}
		}
		list = append(list, l)
	}
	return list, writeOutput(cmd, filepath.Join(f.out, "index.html"), func(w io.Writer) error { return r.WritePage(w, list) })
}

// again says how a game was found when it was tried again.
func again(c *evolution.Candidate) string {
	switch {
	case c.Again == nil:
		return ""
	case c.Again.Failed != "":
		return ", again " + c.Again.Failed
	}
	return fmt.Sprintf(", again %.2f", c.Again.Quality)
}

// evolutionJSON is the JSON output of the verb.
type evolutionJSON struct {
	Settings evolution.Settings  `json:"settings"`
	Mutants  int                 `json:"mutants"`
	Copies   int                 `json:"copies"`
	Tiers    []evolution.Count   `json:"tiers"`
	Games    []*evolution.Listed `json:"games"`
}

// summary writes what the run has found to standard output.
func (f *evolveFlags) summary(cmd *cobra.Command, r *evolution.Run, list []*evolution.Listed) error {
	counts, copies := r.Counts()
	out, mutants := cmd.OutOrStdout(), len(r.All)-len(r.Seeds)
	if mutants < 0 {
		mutants = 0
	}
	if f.asJSON {
		return json.NewEncoder(out).Encode(evolutionJSON{r.Settings, mutants, copies, counts, list})
	}
	fmt.Fprintf(out, "%d mutants, %d of them copies of earlier ones; the map has %d games\n", mutants, copies, r.Archive.Len())
	for _, s := range r.Seeds[:min(len(r.Seeds), len(r.All))] {
		if s.Result.Tier != trial.Passed {
			first, _, _ := strings.Cut(s.Result.Failed, "\n")
			fmt.Fprintf(out, "%s itself is not on the map: %s\n", s.Name, first)
		}
	}
	for _, c := range counts {
		if !c.Filters() {
			fmt.Fprintf(out, "  %-8s %6d\n", c.Tier, c.Reached)
			continue
		}
		fmt.Fprintf(out, "  %-8s %6d reached, %6d filtered out\n", c.Tier, c.Reached, c.Ended)
	}
	for _, l := range list[:min(len(list), 10)] {
		fmt.Fprintf(out, "game %d, quality %.2f%s, from %s: %s\n", l.Number, l.Result.Quality, again(l.Candidate), l.Name, strings.Join(l.History, "; "))
	}
	_, err := fmt.Fprintf(out, "page %s\n", filepath.Join(f.out, "index.html"))
	return err
}
