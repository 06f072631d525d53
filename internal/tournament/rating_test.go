package tournament

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/store"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// versus returns the comparisons of matches between two.
func versus(a, b string, wins, draws, losses int) []Comparison {
	var list []Comparison
	for score, n := range map[float64]int{1: wins, 0.5: draws, 0: losses} {
		for range n {
			list = append(list, Comparison{a, b, score, 1})
		}
	}
	return list
}

func rate(t rapid.TB, list []Comparison, opt RateOptions) map[string]Rating {
	ratings, err := Rate(list, opt)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Rating{}
	for _, r := range ratings {
		by[r.Name] = r
	}
	return by
}

// TestKnownRatings checks differences that the formula of Elo gives.
func TestKnownRatings(t *testing.T) {
	tests := []struct {
		wins, draws, losses int
		want, error         float64 // the error of the difference
	}{
		{750, 0, 250, 190.85, 1.96 * 173.7178 / math.Sqrt(1000*0.1875)},
		{500, 500, 0, 190.85, 1.96 * 173.7178 / math.Sqrt(1000*0.1875)}, // draws are half wins
		{300, 400, 300, 0, 1.96 * 173.7178 / math.Sqrt(1000*0.25)},
		{10_000, 0, 1000, 400, 1.96 * 173.7178 / math.Sqrt(11_000*10/121)},
	}
	for _, tt := range tests {
		r := rate(t, versus("a", "b", tt.wins, tt.draws, tt.losses), RateOptions{})
		if got := r["a"].Elo - r["b"].Elo; math.Abs(got-tt.want) > 0.2 {
			t.Errorf("%+v: the difference is %v", tt, got)
		}
		if got := r["a"].Elo + r["b"].Elo; math.Abs(got-3000) > 1e-6 || math.Abs(r["a"].Error-r["b"].Error) > 1e-6 {
			t.Errorf("%+v: %+v", tt, r)
		}
		if got := 2 * r["a"].Error; math.Abs(got/tt.error-1) > 0.01 {
			t.Errorf("%+v: the error is %v", tt, got)
		}
		anchored := rate(t, versus("a", "b", tt.wins, tt.draws, tt.losses), RateOptions{Anchor: "b", Mean: 2000})
		if b := anchored["b"]; b.Elo != 2000 || b.Error != 0 {
			t.Errorf("the anchor is %+v", b)
		}
		if a := anchored["a"]; math.Abs(a.Elo-2000-tt.want) > 0.2 || math.Abs(a.Error-2*r["a"].Error) > 1e-6 {
			t.Errorf("%+v: with an anchor %+v", tt, a)
		}
	}
}

// TestExtremes checks that the ratings of those who win everything, or have not
// met, are finite.
func TestExtremes(t *testing.T) {
	r := rate(t, append(versus("a", "b", 10, 0, 0), versus("c", "d", 0, 0, 100)...), RateOptions{})
	for name, x := range r {
		if math.IsNaN(x.Elo) || math.Abs(x.Elo-1500) > 2000 || !(x.Error > 100) || x.Error > 5000 {
			t.Errorf("%s: %+v", name, x)
		}
	}
	if r["a"].Elo < r["b"].Elo+400 || r["d"].Elo < r["c"].Elo+400 {
		t.Errorf("%+v", r)
	}
	if list, err := Rate(nil, RateOptions{}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := Rate(versus("a", "b", 1, 0, 0), RateOptions{Anchor: "c"}); err == nil {
		t.Error("an anchor that has not played")
	}
}

// TestPlanted checks that ratings are found again from which results were drawn,
// within three times what the errors say.
func TestPlanted(t *testing.T) {
	planted := []float64{1000, 1300, 1500, 1600, 1900, 1700}
	rand := game.NewRand(7)
	var list []Comparison
	for i := range planted {
		for j := range i {
			p := 1 / (1 + math.Pow(10, (planted[j]-planted[i])/400))
			for range 200 {
				score := 0.0
				if float64(rand.Uint64()>>11)/(1<<53) < p {
					score = 1
				}
				list = append(list, Comparison{fmt.Sprint(i), fmt.Sprint(j), score, 1})
			}
		}
	}
	r := rate(t, list, RateOptions{})
	for i, want := range planted {
		got := r[fmt.Sprint(i)]
		if math.Abs(got.Elo-want) > 1.5*got.Error || got.Error > 50 || got.Played != 1000 {
			t.Errorf("player %d: %+v, want %v", i, got, want)
		}
	}
}

// TestSymmetry checks that names and sides do not matter.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "players")
		var list, turned []Comparison
		for range rapid.IntRange(1, 40).Draw(t, "matches") {
			a := rapid.IntRange(0, n-1).Draw(t, "a")
			b := (a + rapid.IntRange(1, n-1).Draw(t, "b")) % n
			score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
			list = append(list, Comparison{fmt.Sprint("x", a), fmt.Sprint("x", b), score, 1})
			turned = append(turned, Comparison{fmt.Sprint("y", n-b), fmt.Sprint("y", n-a), 1 - score, 1})
		}
		r, s := rate(t, list, RateOptions{}), rate(t, turned, RateOptions{})
		sum := 0.0
		for p := range n {
			x, y := r[fmt.Sprint("x", p)], s[fmt.Sprint("y", n-p)]
			if math.Abs(x.Elo-y.Elo) > 1e-4 || math.Abs(x.Error-y.Error) > 1e-4 || math.IsNaN(x.Elo) || math.IsInf(x.Error, 0) {
				t.Fatalf("%+v and %+v", x, y)
			}
			if x.Played > 0 {
				sum += x.Elo - 1500
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Fatalf("the mean is off by %v", sum)
		}
	})
}

// TestCompare checks how matches of any number are taken apart.
func TestCompare(t *testing.T) {
	list := Compare([]store.Result{
		{Over: true, Players: []string{"", "a", "b", "c"}, Points: []float64{0, 0, 1, 0}, Goals: []int{0, 10, 90, 20}},
		{Over: true, Players: []string{"a"}, Points: []float64{0.3}, Goals: []int{30}},
		{Over: true, Players: []string{"a", "a"}, Points: []float64{1, 0}},
		{Over: true, Players: []string{"a", "b"}, Points: []float64{0.5, 0.5}},
		{Players: []string{"a", "b"}, Points: []float64{0.5, 0.5}}, // cut off
	})
	want := "[{a b 0 0.6666666666666666} {a c 0 0.6666666666666666} {b c 1 0.6666666666666666} {a b 0.5 1}]"
	if got := fmt.Sprint(list); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
