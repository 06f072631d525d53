package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ludex/internal/intervals"
	"ludex/match"
	"ludex/player"
)

// stopFlags end a series before all games are played.
type stopFlags struct {
	until float64
	sprt  []float64

	test   *intervals.SequentialTest
	sample intervals.Sample
	seen   int
}

func (f *stopFlags) register(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&f.until, "until", 0, "play until the score of the first player is known to within this `precision`, such as 0.02")
	cmd.Flags().Float64SliceVar(&f.sprt, "sprt", nil, "play until a sequential test has decided between two `scores` of the first player, such as 0.5,0.55")
	cmd.MarkFlagsMutuallyExclusive("until", "sprt")
}

// setUp makes a series stop when enough is known.
func (f *stopFlags) setUp(s *match.Series) error {
	switch {
	case f.until != 0:
		if f.until <= 0 || f.until >= 0.5 {
			return errors.New("--until needs a precision between 0 and 0.5")
		}
		s.Enough = func(played []*player.SeriesMatch) bool {
			f.add(played)
			i := intervals.Wilson(f.sample.Mean(), f.sample.Count())
			return i.High-i.Low <= 2*f.until
		}
	case f.sprt != nil:
		if len(f.sprt) != 2 {
			return errors.New("--sprt needs two scores, such as 0.5,0.55")
		}
		test, err := intervals.NewSequentialTest(f.sprt[0], f.sprt[1])
		if err != nil {
			return fmt.Errorf("--sprt: %w", err)
		}
		f.test = &test
		s.Enough = func(played []*player.SeriesMatch) bool {
			f.add(played)
			return test.Decide(&f.sample) != intervals.Undecided
		}
	}
	return nil
}

// add adds the scores of the matches that were not seen yet. Matches that were cut off have
// none.
func (f *stopFlags) add(played []*player.SeriesMatch) {
	for ; f.seen < len(played); f.seen++ {
		if p := played[f.seen]; p.Result.Over {
			f.sample.Add(p.Points[0])
		}
	}
}

// show says what the sequential test has decided. An undecided test has the exit code for
// that.
func (f *stopFlags) show(cmd *cobra.Command) error {
	if f.test == nil {
		return nil
	}
	out := cmd.ErrOrStderr()
	switch f.test.Decide(&f.sample) {
	case intervals.AcceptHigh:
		fmt.Fprintf(out, "decided after %d games: the score of the first player is %g rather than %g\n", f.sample.Count(), f.test.High, f.test.Low)
	case intervals.AcceptLow:
		fmt.Fprintf(out, "decided after %d games: the score of the first player is %g rather than %g\n", f.sample.Count(), f.test.Low, f.test.High)
	default:
		fmt.Fprintf(out, "not decided after %d games\n", f.sample.Count())
		return &exitError{code: exitUndecided}
	}
	return nil
}
