package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/printable"
	"ludex/internal/store"
	"ludex/internal/tournament"
)

// resultsFlags are the flags of the verb results.
type resultsFlags struct {
	store, tournament     string
	check, repair, remove bool
	asJSON                bool
	trustFlags
}

func newResults() *cobra.Command {
	var f resultsFlags
	cmd := &cobra.Command{
		Use:   "results --tournament NAME [KEY...]",
		Short: "Show the results of a tournament, check, repair or remove them",
		Long: `Results lists the results of a tournament, all of them or those with the given keys.
With --check each is proved by the record of its match. --repair puts what the record
shows in the place of a result that says something else. --remove removes results by
their keys; their matches are played again when the tournament goes on. Do that while
the tournament is not being played, and in a Swiss tournament or a knockout remove the
results of later rounds, too, as they depend on it.

The exit code is 1 if a result cannot be proved.`,
		Example: `  ludex results --tournament "spring cup" --check
  ludex results --tournament "spring cup" --remove r001/p001/nim/m001`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.tournament == "":
				return errors.New("--tournament: which one?")
			case f.check && f.remove || f.repair && f.remove:
				return errors.New("--remove: leave --check and --repair out")
			case f.remove && len(args) == 0:
				return errors.New("--remove: name the keys of the results")
			}
			return f.run(cmd, args)
		},
	}
	storeFlag(cmd, &f.store)
	cmd.Flags().StringVar(&f.tournament, "tournament", "", "the `NAME` of the tournament")
	cmd.Flags().BoolVar(&f.check, "check", false, "prove the results by the records of their matches")
	cmd.Flags().BoolVar(&f.repair, "repair", false, "replace results by what their records show")
	cmd.Flags().BoolVar(&f.remove, "remove", false, "remove the results with the given keys")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per result")
	f.trustFlags.register(cmd)
	return cmd
}

func (f *resultsFlags) run(cmd *cobra.Command, keys []string) (err error) {
	open := openStore
	if f.repair || f.remove {
		open = changeStore
	}
	s, err := open(cmd.Context(), f.store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := hasTournament(cmd.Context(), s, f.tournament); err != nil {
		return err
	}
	switch {
	case f.remove:
		if err := s.RemoveResults(cmd.Context(), f.tournament, keys); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "removed: %d results\n", len(keys))
		return nil
	case f.check || f.repair:
		return f.audit(cmd, s, keys)
	}
	list, err := s.Results(cmd.Context(), f.tournament)
	if err != nil {
		return err
	}
	for _, res := range list {
		if len(keys) == 0 || slices.Contains(keys, res.Key) {
			if err := f.show(cmd, resultReport{Result: res}); err != nil {
				return err
			}
		}
	}
	return nil
}

// A resultReport is what "results --json" writes about a result.
type resultReport struct {
	store.Result
	Proved  *bool  `json:"proved,omitempty"` // with --check and --repair
	Problem string `json:"problem,omitempty"`
}

// show writes a result.
func (f *resultsFlags) show(cmd *cobra.Command, r resultReport) error {
	if f.asJSON {
		return json.NewEncoder(printable.JSONWriter(cmd.OutOrStdout())).Encode(r)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), resultText(r.Result))
	return err
}

// resultText writes a result.
func resultText(res store.Result) string {
	var parts []string
	for i, name := range res.Players {
		if name != "" && i < len(res.Points) {
			parts = append(parts, name+" "+tournament.Points(res.Points[i]))
		}
	}
	return printable.Line(fmt.Sprintf("%s: %s (match %s)", res.Key, strings.Join(parts, ", "), res.Match))
}

// audit checks results, and repairs them on request.
func (f *resultsFlags) audit(cmd *cobra.Command, s *store.Store, keys []string) error {
	trust, err := f.trust()
	if err != nil {
		return err
	}
	var done, total atomic.Int64
	start := time.Now()
	stop := progressLine(cmd, func() string {
		return countText("checking", "results", int(done.Load()), int(total.Load()), time.Since(start))
	})
	found, err := tournament.Audit(cmd.Context(), s, f.tournament, trust, func(at, of int) { done.Store(int64(at)); total.Store(int64(of)) })
	stop()
	if err != nil {
		return err
	}
	fine, repaired, wrong := 0, 0, 0
	for _, one := range found {
		if len(keys) > 0 && !slices.Contains(keys, one.Result.Key) {
			continue
		}
		proved := one.Err == nil
		if f.asJSON {
			report := resultReport{Result: one.Result, Proved: &proved}
			if !proved {
				report.Problem = one.Err.Error()
			}
			if err := f.show(cmd, report); err != nil {
				return err
			}
		}
		switch {
		case proved:
			fine++
			continue
		case f.repair && one.Right != nil:
			if err := s.ReplaceResult(cmd.Context(), *one.Right); err != nil {
				return err
			}
			repaired++
		default:
			wrong++
		}
		if !f.asJSON {
			fmt.Fprintln(cmd.OutOrStdout(), printable.Line(one.Result.Key+": "+one.Err.Error()))
		}
	}
	out := cmd.OutOrStdout()
	if f.asJSON {
		out = cmd.ErrOrStderr()
	}
	fmt.Fprintf(out, "proved: %d results; repaired: %d; not proved: %d\n", fine, repaired, wrong)
	if wrong > 0 {
		return answerNo
	}
	return nil
}
