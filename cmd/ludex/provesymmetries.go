package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"ludex/internal/prove"
	"ludex/internal/prove/correspondence"
	"ludex/rules"
)

// runSymmetries looks for symmetries.
func (f *proveFlags) runSymmetries(cmd *cobra.Command, r *rules.Rules, l *prove.Loaded, words []string, stop func()) error {
	if len(words)+len(f.always)+len(f.never)+len(f.eventually) > 0 || f.save != "" || f.aiger != "" || f.equal != "" {
		return errors.New("--symmetries asks one question and writes no proofs: leave the rest out")
	}
	found, err := prove.FindSymmetries(cmd.Context(), l, f.time, prove.Options{Time: f.time, Seed: f.seed})
	stop()
	var percepts *prove.PerceptsError
	if errors.As(err, &percepts) {
		return &exitError{exitUndecided, err}
	}
	if err != nil {
		return err
	}
	return f.showSymmetries(cmd.OutOrStdout(), r, found)
}

func (f *proveFlags) showSymmetries(out io.Writer, r *rules.Rules, found *prove.Symmetries) error {
	if f.asJSON {
		generators := found.Generators
		if generators == nil {
			generators = []*correspondence.Names{}
		}
		return json.NewEncoder(out).Encode(map[string]any{
			"game": r.Name(), "order": found.Order, "generators": generators, "complete": found.Complete, "unproved": found.Unproved,
		})
	}
	fmt.Fprintf(out, "proved: a group of %s\n", counted(found.Order, "symmetry", "symmetries"))
	for _, g := range found.Generators {
		fmt.Fprintf(out, "  %s\n", symmetryText(g))
	}
	if found.Unproved > 0 {
		fmt.Fprintf(out, "%d more agree with all plays that were tried, without a proof\n", found.Unproved)
	}
	if !found.Complete {
		fmt.Fprintln(out, "there may be others")
	}
	return nil
}

// counted returns a number with what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// symmetryText shows some of the moves that a symmetry changes, of the first role that has
// such.
func symmetryText(g *correspondence.Names) string {
	for _, role := range slices.Sorted(maps.Keys(g.Moves)) {
		text, n := role, 0
		for _, move := range slices.Sorted(maps.Keys(g.Moves[role])) {
			to := g.Moves[role][move]
			if to == move {
				continue
			}
			if n++; n > shownMoves {
				return text + ", …"
			}
			text += fmt.Sprintf(", %s is %s", move, to)
		}
		if n > 0 {
			return text
		}
	}
	return "no move changes"
}
