package glicko

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestWorkedExample is the example of Glickman's description of the system.
func TestWorkedExample(t *testing.T) {
	got, err := Rating{1500, 200, 0.06}.Update([]Result{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	if err != nil || math.Abs(got.Value-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 || math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("%+v, %v", got, err)
	}
}

func ratings() *rapid.Generator[Rating] {
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{rapid.Float64Range(0, 3500).Draw(t, "value"), rapid.Float64Range(20, 350).Draw(t, "deviation"), rapid.Float64Range(0.01, 0.2).Draw(t, "volatility")}
	})
}

// A win never lowers a rating, a loss never raises it, and a win is worth at least a draw.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, other := ratings().Draw(t, "r"), ratings().Draw(t, "other")
		var after [3]Rating
		for i, score := range []float64{0, 0.5, 1} {
			var err error
			if after[i], err = r.Update([]Result{{other, score}}); err != nil {
				t.Fatal(err)
			}
		}
		if after[0].Value > r.Value || after[2].Value < r.Value || after[0].Value > after[1].Value || after[1].Value > after[2].Value {
			t.Errorf("%+v against %+v: %+v", r, other, after)
		}
	})
}

// The deviation stays within bounds; it grows while nobody plays, and longer is more.
func TestDeviation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, other := ratings().Draw(t, "r"), ratings().Draw(t, "other")
		week := r.After(7 * 24 * time.Hour)
		if year := r.After(365 * 24 * time.Hour); week.Deviation < r.Deviation || year.Deviation < week.Deviation || year.Deviation > 350 || year.Value != r.Value {
			t.Errorf("%+v becomes %+v and %+v", r, week, year)
		}
		after, err := r.Update([]Result{{other, 1}})
		if err != nil || after.Deviation <= 0 || after.Deviation > 350 || after.Deviation > week.Deviation*1.2 {
			t.Errorf("%+v becomes %+v, %v", r, after, err)
		}
		if low, high := r.Interval(); low >= r.Value || high <= r.Value {
			t.Errorf("%v is not between %v and %v", r.Value, low, high)
		}
	})
}

// The order of the games of a period does not matter.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings().Draw(t, "r")
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Result {
			return Result{ratings().Draw(t, "opponent"), rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")}
		}), 1, 8).Draw(t, "games")
		a, err := r.Update(games)
		if err != nil {
			t.Fatal(err)
		}
		b, err := r.Update(rapid.Permutation(games).Draw(t, "permuted"))
		if err != nil || math.Abs(a.Value-b.Value) > 1e-6 || math.Abs(a.Deviation-b.Deviation) > 1e-6 {
			t.Errorf("%+v and %+v, %v", a, b, err)
		}
	})
}

func TestUnusable(t *testing.T) {
	for _, r := range []Rating{{}, {math.NaN(), 100, 0.06}, {1500, math.Inf(1), 0.06}, {1500, 100, -1}} {
		if _, err := r.Update([]Result{{New(), 1}}); err == nil {
			t.Errorf("%+v is accepted", r)
		}
		if _, err := New().Update([]Result{{r, 1}}); err == nil {
			t.Errorf("the opponent %+v is accepted", r)
		}
	}
}
