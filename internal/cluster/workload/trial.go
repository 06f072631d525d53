package workload

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/internal/cluster"
	"ludex/internal/trial"
	"ludex/rules"
	"ludex/source"
)

// A TrialItem is a description to be tried.
type TrialItem struct {
	Rules   Rules         `json:"rules"`
	Options trial.Options `json:"options"`
	Number  int           `json:"number"`
}

// tried is the result of a trial.
type tried struct {
	Number int          `json:"number"`
	Result trial.Result `json:"result"`
}

// trial tries a description.
func (r *Runner) trial(ctx context.Context, t *TrialItem) (*tried, error) {
	rs := rules.Read(source.NewFile(t.Rules.File, []byte(t.Rules.Text)), t.Rules.Options)
	res, err := trial.Run(ctx, rs, t.Options)
	return &tried{t.Number, res}, err
}

// Trials has workers try descriptions, and calls done as [trial.Each] does. The keys of the
// items must differ from those of all calls for the same job. A description at which workers
// die has failed; the others go on.
func (s *Split) Trials(ctx context.Context, items []trial.Item, done func(number int, r trial.Result) error) error {
	finished := make([]bool, len(items))
	for {
		err := s.trials(ctx, items, finished, done)
		failed, ok := errors.AsType[*cluster.ItemError](err)
		if !ok {
			return err
		}
		i := slices.IndexFunc(items, func(item trial.Item) bool { return item.Key == failed.Key })
		if i < 0 || finished[i] {
			return err
		}
		finished[i] = true
		if err := done(i, trial.Result{Tier: trial.Open, Failed: failed.Error()}); err != nil {
			return err
		}
	}
}

// trials has workers try the items that are not finished.
func (s *Split) trials(ctx context.Context, items []trial.Item, finished []bool, done func(number int, r trial.Result) error) error {
	return each(ctx, s, Trial, func(yield func(string, TrialItem) bool) {
		for i, item := range items {
			if !finished[i] && !yield(item.Key, TrialItem{NewRules(item.Rules.File, item.Rules.Options(), ""), item.Options, i}) {
				return
			}
		}
	}, func(r tried) error {
		if r.Number < 0 || r.Number >= len(items) || finished[r.Number] {
			return fmt.Errorf("there is no item %d to be tried", r.Number)
		}
		finished[r.Number] = true
		return done(r.Number, r.Result)
	})
}
