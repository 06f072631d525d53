package report

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Merge merges the data of shards, in any order; neither argument is changed. Data
// of different games or methods, and data with a common shard, cannot be merged.
func Merge(a, b *Data) (*Data, error) {
	if err := compatible(a, b); err != nil {
		return nil, err
	}
	sum := &Data{Format: Format, About: a.About, Method: a.Method, Shards: slices.Concat(a.Shards, b.Shards)}
	slices.SortFunc(sum.Shards, func(s, t Shard) int { return cmp.Compare(s.Index, t.Index) })
	for _, d := range []*Data{a, b} {
		if d.Rules != nil {
			sum.Rules = d.Rules
		}
		sum.Random.merge(&d.Random)
		sum.Self = mergePlays(sum.Self, d.Self)
		sum.Bouts = mergeBouts(sum.Bouts, d.Bouts)
		sum.Views = mergeViews(sum.Views, d.Views)
		sum.SelfViews = mergeViews(sum.SelfViews, d.SelfViews)
		sum.Timed = mergeTimed(sum.Timed, d.Timed)
		sum.SelfTimed = mergeTimed(sum.SelfTimed, d.SelfTimed)
	}
	return sum, nil
}

// compatible returns why data cannot be merged.
func compatible(a, b *Data) error {
	switch {
	case a.Format != Format || b.Format != Format:
		return fmt.Errorf("the data are in the formats %q and %q, and this program knows %q", a.Format, b.Format, Format)
	case !reflect.DeepEqual(a.About, b.About):
		return errors.New("the data are about different games, or tell different things about them")
	case !reflect.DeepEqual(a.Method, b.Method):
		return errors.New("the data were found in different ways")
	}
	for _, s := range a.Shards {
		for _, t := range b.Shards {
			if s.Of != t.Of || s.Index == t.Index {
				return fmt.Errorf("shard %d of %d and shard %d of %d have plays in common", s.Index, s.Of, t.Index, t.Of)
			}
		}
	}
	return nil
}
