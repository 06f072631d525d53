package evolution

import (
	"slices"

	"ludex/internal/trial"
)

// A Count is how many mutants came as far as a tier, and how many of these went no further.
type Count struct {
	Tier    trial.Tier `json:"tier"`
	Reached int        `json:"reached"`
	Ended   int        `json:"ended"`
}

// Filters reports whether the tier can filter mutants out.
func (c Count) Filters() bool { return c.Tier != trial.Passed }

// Counts returns how far the mutants came, copies of earlier ones left out, and the number of
// copies.
func (r *Run) Counts() (list []Count, copies int) {
	ended := map[trial.Tier]int{}
	for _, c := range r.All {
		switch {
		case c.Parent < 0:
		case c.Copy:
			copies++
		default:
			ended[c.Result.Tier]++
		}
	}
	left := 0
	for i := len(trial.Tiers) - 1; i >= 0; i-- {
		t := trial.Tiers[i]
		left += ended[t]
		list = append(list, Count{t, left, ended[t]})
	}
	slices.Reverse(list)
	return list, copies
}

// Best returns the elites that are mutants, the best ones first: those that were confirmed, see
// [Run.Confirm], and then by quality and depth.
func (r *Run) Best() []*Candidate {
	var list []*Candidate
	for _, c := range r.Archive.All() {
		if c.Parent >= 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, better)
	return list
}

// History returns the changes that lead to a candidate, the first ones first.
func (r *Run) History(c *Candidate) []string {
	list := slices.Clone(c.Changes)
	for p := c.Parent; p >= 0; p = r.All[p].Parent {
		list = append(slices.Clone(r.All[p].Changes), list...)
	}
	return list
}
