package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/examination"
	"ludex/internal/printable"
)

// examineFlags are the flags of the verb examine.
type examineFlags struct {
	program string
	seed    uint64
	count   int
	time    time.Duration
	list    bool
	asJSON  bool
}

func newExamine() *cobra.Command {
	var f examineFlags
	cmd := &cobra.Command{
		Use:   "examine",
		Short: "Examine whether a program understands rules of games",
		Long: `Examine asks a program questions about games, and counts how many it answers right:
which moves are legal, what holds after some moves, which move begins a forced win,
who knows what. The games are those of the library with all words replaced by
nonsense words, and games that are made for the exam, so that nobody can know them.
All answers are exact, and the same seed asks the same questions everywhere.

The program reads a question a line as JSON, and writes an answer a line: see
docs/examine.md. --list writes the questions, for programs that are asked elsewhere.
The answer is no (exit code 1) if the program never answered.`,
		Example: `  ludex examine --exec 'python3 model.py' --seed 7
  ludex examine --exec ./answerer --count 100 --time 5m --json
  ludex examine --list --seed 7 --count 2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.program, "exec", "", "examine this `PROGRAM`, with its arguments")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the questions")
	cmd.Flags().IntVar(&f.count, "count", 25, "ask this `number` of questions of each kind")
	cmd.Flags().DurationVar(&f.time, "time", time.Minute, "the `time` for an answer; 0 is no limit")
	cmd.Flags().BoolVar(&f.list, "list", false, "write the questions as JSON lines, without the answers")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON, with the result of every question")
	cmd.MarkFlagsMutuallyExclusive("exec", "list")
	return cmd
}

// maxQuestions is the limit of --count.
const maxQuestions = 10_000

func (f *examineFlags) run(cmd *cobra.Command) error {
	command := strings.Fields(f.program)
	switch {
	case f.count < 1 || f.count > maxQuestions:
		return fmt.Errorf("--count: from 1 to %d", maxQuestions)
	case f.time < 0 || f.time > maxClock:
		return fmt.Errorf("--time: from 0 to %v", maxClock)
	case !f.list && len(command) == 0:
		return errors.New("--exec: name a program to examine")
	}
	stop := progress(cmd, "making questions")
	exam, err := examination.New(cmd.Context(), f.seed, f.count)
	stop()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if f.list {
		e := json.NewEncoder(out)
		for i := range exam.Questions {
			if err := e.Encode(&exam.Questions[i]); err != nil {
				return err
			}
		}
		return nil
	}
	var asked atomic.Int64
	stop = progressCount(cmd, "examining", "questions", len(exam.Questions), func() int { return int(asked.Load()) })
	results, err := exam.Run(cmd.Context(), command, f.time, func(examination.Result) { asked.Add(1) })
	stop()
	if err != nil && len(results) == 0 {
		return err
	}
	return f.report(cmd, out, results)
}

// An examReport is the result of an exam.
type examReport struct {
	Program   string               `json:"program"`
	Version   int                  `json:"version"`
	Seed      uint64               `json:"seed"`
	Total     examination.Score    `json:"total"`
	Kinds     []examination.Score  `json:"kinds"`
	Questions []examination.Result `json:"questions"`
}

// report shows how the program did.
func (f *examineFlags) report(cmd *cobra.Command, out io.Writer, results []examination.Result) error {
	r := examReport{Program: f.program, Version: examination.Version, Seed: f.seed, Questions: results}
	r.Total, r.Kinds = examination.Count(results)
	if f.asJSON {
		if err := json.NewEncoder(printable.JSONWriter(out)).Encode(r); err != nil {
			return err
		}
	} else {
		for _, s := range r.Kinds {
			writeScore(out, string(s.Kind), &s)
		}
		writeScore(out, "all", &r.Total)
	}
	for i := range results {
		if p := results[i].Problem; p != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "ludex: no answer to question %d: %s\n", results[i].Number, printable.Lines(p))
			break
		}
	}
	if r.Total.Unanswered == r.Total.Questions {
		return &exitError{exitNo, errors.New("the program never answered")}
	}
	return nil
}

func writeScore(out io.Writer, name string, s *examination.Score) {
	fmt.Fprintf(out, "%-11s %3d of %3d right: %.3f (%.3f to %.3f), by chance %.3f", name, s.Right, s.Questions, s.Score, s.Interval[0], s.Interval[1], s.Chance)
	if s.Unanswered > 0 {
		fmt.Fprintf(out, ", %d not answered", s.Unanswered)
	}
	fmt.Fprintln(out)
}
