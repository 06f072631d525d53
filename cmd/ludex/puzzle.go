package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ludex/internal/puzzle"
	"ludex/internal/roster"
)

// puzzleFlags are the flags of the verb puzzle.
type puzzleFlags struct {
	player string
	nodes  int
	only   string
	seed   uint64
	list   bool
	prove  bool
	limit  int
	asJSON bool
	daily  bool
	find   string
	count  int
	steps  int
}

func newPuzzle() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzle [SUITE]",
		Short: "See how many positions with known best moves a player solves",
		Long: `Puzzle asks a player for its move in positions whose best moves are known, and
shows which of them it finds. Without a SUITE, which is a file in TOML, the
positions are those that come with Ludex. The answer is no, exit code 1, if
fewer are solved than the suite wants.

The answers of a suite are claims that can be proved: --prove does so, by
searching everything that they speak of, and asks no player.

With --find it looks for puzzles of a game: positions in which exactly one move
wins, however the others reply, or with one player positions with a shortest
solution. It writes them as a suite. The PLAYER plays both sides of the games
in which the positions are looked for, with mistakes mixed in.`,
		Example: `  ludex puzzle
  ludex puzzle --only connectfour --player mcts:explore=1 --nodes 5000
  ludex puzzle --list
  ludex puzzle --prove mine.toml
  ludex puzzle --find breakthrough --count 5 --nodes 200 >mine.toml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.Flags().StringVar(&f.player, "player", "mcts", "the `PLAYER` that is asked, with options after a colon")
	cmd.Flags().IntVar(&f.nodes, "nodes", 0, "let it think for this `number` of nodes (default what the suite says)")
	cmd.Flags().StringVar(&f.only, "only", "", "only the puzzles of this `GAME`")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().BoolVar(&f.list, "list", false, "name the puzzles, and ask nobody")
	cmd.Flags().BoolVar(&f.prove, "prove", false, "prove that the answers are right, and ask nobody")
	cmd.Flags().IntVar(&f.limit, "max-nodes", 100_000_000, "give a proof up after this `number` of states; 0 is no limit")
	cmd.Flags().BoolVar(&f.daily, "daily", false, "the puzzles of the day of the arena instead of the suite")
	cmd.Flags().StringVar(&f.find, "find", "", "look for puzzles of this `GAME`, and write them as a suite")
	cmd.Flags().IntVar(&f.count, "count", 5, "with --find, this `number` of puzzles")
	cmd.Flags().IntVar(&f.steps, "steps", 7, "with --find, wins within this `number` of steps")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

func (f *puzzleFlags) run(cmd *cobra.Command, args []string) error {
	if f.nodes < 0 || f.limit < 0 {
		return errors.New("--nodes and --max-nodes cannot be negative")
	}
	if f.find != "" {
		return f.discover(cmd)
	}
	suite, folder, err := f.open(args)
	if err != nil {
		return err
	}
	opener := puzzle.NewOpener(folder)
	switch {
	case f.list:
		return f.writeList(cmd.OutOrStdout(), suite)
	case f.prove:
		return f.proveAll(cmd, suite, opener)
	}
	return f.ask(cmd, suite, opener)
}

// open reads the suite, and returns the folder of the files that it names.
func (f *puzzleFlags) open(args []string) (suite *puzzle.Suite, folder string, err error) {
	suite, folder = puzzle.Own(), "."
	if f.daily {
		suite = puzzle.Daily()
	}
	if len(args) > 0 {
		if f.daily {
			return nil, "", errors.New("--daily is a suite of its own")
		}
		if suite, err = puzzle.Open(args[0]); err != nil {
			return nil, "", err
		}
		folder = puzzle.Folder(args[0])
	}
	if f.only == "" {
		return suite, folder, nil
	}
	only := suite.Only(f.only)
	if len(only.Puzzles) == 0 {
		return nil, "", fmt.Errorf("--only: the suite has no puzzle of %q: its games are %s", f.only, strings.Join(suite.Games(), ", "))
	}
	return only, folder, nil
}

// playsForPuzzle is how many games are played for a puzzle at most.
const playsForPuzzle = 40

// discover looks for puzzles and writes them.
func (f *puzzleFlags) discover(cmd *cobra.Command) error {
	if f.count < 1 || f.steps < 1 {
		return errors.New("--count and --steps are at least 1")
	}
	maker, err := roster.All().Maker(f.player)
	if err != nil {
		return fmt.Errorf("--player: %w", err)
	}
	t, err := puzzle.NewOpener(".")(cmd.Context(), f.find)
	if err != nil {
		return fmt.Errorf("--find: %w", err)
	}
	var plays, puzzles atomic.Int64
	stop := progressOf(cmd, func() string {
		return fmt.Sprintf("looking for puzzles of %s, %d of %d found in %d of at most %d games", f.find, puzzles.Load(), f.count, plays.Load(), f.count*playsForPuzzle)
	})
	found, err := puzzle.Discover(cmd.Context(), t, puzzle.Discovery{
		Name: f.find, New: maker, Nodes: cmp.Or(f.nodes, 200), Seed: f.seed, Count: f.count, Plays: f.count * playsForPuzzle, Steps: f.steps, Limit: f.limit,
		Watch: func(played, found int) { plays.Store(int64(played)); puzzles.Store(int64(found)) },
	})
	stop()
	if err != nil && len(found) == 0 {
		return err
	}
	suite := puzzle.Suite{Title: "Positions of " + f.find + " in which there is one way to win", Puzzles: found}
	if f.asJSON {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(suite)
	} else {
		err = suite.Write(cmd.OutOrStdout())
	}
	if err == nil && len(found) < f.count {
		return answerNo
	}
	return err
}

func (f *puzzleFlags) writeList(out io.Writer, suite *puzzle.Suite) error {
	if f.asJSON {
		return json.NewEncoder(out).Encode(suite)
	}
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range suite.Puzzles {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", p.Name, p.Role, strings.Join(p.Best, ", "), p.Why)
	}
	return tab.Flush()
}

// proveAll proves the answers.
func (f *puzzleFlags) proveAll(cmd *cobra.Command, suite *puzzle.Suite, open puzzle.Opener) error {
	wrong, undecided := 0, 0
	for i, p := range suite.Puzzles {
		pos, err := p.Set(cmd.Context(), open)
		if err != nil {
			return err
		}
		stop := progress(cmd, fmt.Sprintf("proving puzzle %d of %d, %s", i+1, len(suite.Puzzles), p.Name))
		err = puzzle.Prove(cmd.Context(), pos, f.limit)
		stop()
		verdict := "proved"
		switch {
		case cmd.Context().Err() != nil:
			return cmd.Context().Err()
		case errors.Is(err, puzzle.ErrWrong):
			wrong++
			verdict = "wrong: " + err.Error()
		case errors.Is(err, puzzle.ErrLimit):
			undecided++
			verdict = "undecided: " + err.Error()
		case err != nil:
			return err
		}
		if err := f.writeProof(cmd.OutOrStdout(), p, verdict); err != nil {
			return err
		}
	}
	switch {
	case wrong > 0:
		return &exitError{exitNo, fmt.Errorf("%d of %d answers are wrong", wrong, len(suite.Puzzles))}
	case undecided > 0:
		return &exitError{exitUndecided, fmt.Errorf("%d of %d answers are undecided; --max-nodes lets proofs go on", undecided, len(suite.Puzzles))}
	}
	return nil
}

func (f *puzzleFlags) writeProof(out io.Writer, p puzzle.Puzzle, verdict string) error {
	if f.asJSON {
		return json.NewEncoder(out).Encode(struct {
			Name    string `json:"name"`
			Verdict string `json:"verdict"`
		}{p.Name, verdict})
	}
	_, err := fmt.Fprintf(out, "%-28s %s\n", p.Name, verdict)
	return err
}

// ask asks the player for its answers.
func (f *puzzleFlags) ask(cmd *cobra.Command, suite *puzzle.Suite, open puzzle.Opener) error {
	maker, err := roster.All().Maker(f.player)
	if err != nil {
		return fmt.Errorf("--player: %w", err)
	}
	out := cmd.OutOrStdout()
	next := func(done int) func() {
		if done == len(suite.Puzzles) {
			return func() {}
		}
		return progress(cmd, fmt.Sprintf("puzzle %d of %d, %s", done+1, len(suite.Puzzles), suite.Puzzles[done].Name))
	}
	stop := next(0)
	answers, err := puzzle.Run(cmd.Context(), suite, open, puzzle.Options{
		New: maker, Nodes: f.nodes, Seed: f.seed,
		Progress: func(a puzzle.Answer) {
			stop()
			if !f.asJSON {
				writePuzzle(out, a)
			}
			stop = next(a.Number)
		},
	})
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	report := f.report(suite, answers)
	if f.asJSON {
		err = json.NewEncoder(out).Encode(report)
	} else {
		err = writePuzzleScores(out, report)
	}
	if err == nil && report.Solved < report.Wanted {
		return answerNo
	}
	return err
}

// writePuzzle writes a line about a puzzle.
func writePuzzle(out io.Writer, a puzzle.Answer) {
	p := a.Puzzle
	if a.Solved {
		fmt.Fprintf(out, "solved  %-28s %s: %s\n", p.Name, a.Move, p.Why)
		return
	}
	fmt.Fprintf(out, "failed  %-28s %s, and best is %s: %s\n", p.Name, a.Move, strings.Join(p.Best, " or "), p.Why)
}

// A suiteReport is the result of a player.
type suiteReport struct {
	Player  string         `json:"player"`
	Nodes   int            `json:"nodes"`
	Seed    uint64         `json:"seed"`
	Solved  int            `json:"solved"`
	Asked   int            `json:"asked"`
	Total   int            `json:"total"`
	Wanted  int            `json:"wanted"`
	Games   []puzzle.Score `json:"games"`
	Answers []answerReport `json:"answers"`
}

type answerReport struct {
	Name    string   `json:"name"`
	Game    string   `json:"game"`
	Solved  bool     `json:"solved"`
	Move    string   `json:"move"`
	Best    []string `json:"best"`
	Value   float64  `json:"value"`
	Proved  bool     `json:"proved"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
}

func (f *puzzleFlags) report(suite *puzzle.Suite, answers []puzzle.Answer) suiteReport {
	r := suiteReport{
		Player: f.player, Nodes: f.nodes, Seed: f.seed, Asked: len(answers), Total: len(suite.Puzzles), Wanted: suite.Wanted(),
		Games: puzzle.CountScores(answers), Answers: []answerReport{},
	}
	if r.Nodes == 0 {
		r.Nodes = suite.Nodes
	}
	for _, a := range answers {
		if a.Solved {
			r.Solved++
		}
		line := answerReport{
			Name: a.Puzzle.Name, Game: a.Puzzle.Game, Solved: a.Solved, Move: a.Move, Best: a.Puzzle.Best,
			Value: a.Value, Proved: a.Proved, Seconds: a.Elapsed.Seconds(),
		}
		if a.Analysis != nil {
			line.Nodes = a.Analysis.Nodes
		}
		r.Answers = append(r.Answers, line)
	}
	return r
}

func writePuzzleScores(out io.Writer, r suiteReport) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab)
	for _, s := range r.Games {
		fmt.Fprintf(tab, "%s\t%d of %d\t\n", s.Game, s.Solved, s.Total)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	asked := ""
	if r.Asked < r.Total {
		asked = fmt.Sprintf(" (%d were asked)", r.Asked)
	}
	_, err := fmt.Fprintf(out, "%s solves %d of %d%s with %d nodes; %d are wanted\n", r.Player, r.Solved, r.Total, asked, r.Nodes, r.Wanted)
	return err
}
