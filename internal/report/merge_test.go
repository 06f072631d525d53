package report_test

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/report"
)

// drawData makes data of a shard up.
func drawData(t *rapid.T, index int) *report.Data {
	tally := func(name string) report.Histogram {
		m := rapid.MapOfN(rapid.IntRange(0, 9), rapid.Uint64Range(1, 99), 0, 4).Draw(t, name)
		if len(m) == 0 {
			return nil
		}
		return m
	}
	spreads := func(name string) []report.Summary {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) report.Summary {
			n := rapid.Uint64Range(0, 9).Draw(t, "n")
			if n == 0 {
				return report.Summary{}
			}
			return report.Summary{N: n, Sum: 5 * n, Squares: 25 * n, Min: 5, Max: 5 + n}
		}), 0, 4).Draw(t, name)
	}
	d := &report.Data{Format: report.Format, About: report.About{Name: "made up", Roles: []string{"x", "y"}, Chance: -1},
		Shards: []report.Shard{{Index: index, Of: 3}}}
	d.Random = report.RandomPlays{Playouts: rapid.Uint64Range(0, 99).Draw(t, "playouts"), Lengths: tally("lengths"), Choices: spreads("choices"),
		Steps: spreads("steps"), Deciders: tally("deciders"), First: rapid.SliceOfN(rapid.Uint64Range(0, 9), 0, 3).Draw(t, "first")}
	for k := range rapid.IntRange(0, 3).Draw(t, "plays") {
		d.Self = append(d.Self, report.Play{Number: 3*k + index, Steps: k})
		d.Bouts = append(d.Bouts, report.Bout{Rival: k % 2, Number: 3*k + index})
	}
	if rapid.Bool().Draw(t, "hidden") {
		d.Views = &report.Views{Plays: 1, Roles: []report.RoleViews{{States: spreads("states"), Bits: spreads("bits")}}}
	}
	if rapid.Bool().Draw(t, "timed") {
		d.Timed = &report.TimedPlays{Plays: 2, Durations: tally("durations"), Gaps: tally("gaps"), Moves: []report.Histogram{tally("moves")}}
	}
	return d
}

// TestMergeLaws says that neither order nor grouping matters, and that arguments stay
// as they are.
func TestMergeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		merge := func(a, b *report.Data) *report.Data {
			sum, err := report.Merge(a, b)
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
		a, b, c := drawData(t, 0), drawData(t, 1), drawData(t, 2)
		before := encode(t, []*report.Data{a, b, c})
		left, right, turned := merge(merge(a, b), c), merge(a, merge(b, c)), merge(c, merge(b, a))
		want := encode(t, left)
		if got := encode(t, right); got != want {
			t.Fatalf("grouped differently:\n%s\nand\n%s", got, want)
		}
		if got := encode(t, turned); got != want {
			t.Fatalf("in another order:\n%s\nand\n%s", got, want)
		}
		if encode(t, []*report.Data{a, b, c}) != before {
			t.Fatal("merging has changed an argument")
		}
	})
}
