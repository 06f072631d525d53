package intervals

import (
	"math/rand/v2"
	"testing"
)

// TestSequentialTest counts wrong answers: of games whose true score is one of the two,
// few may be decided wrongly.
func TestSequentialTest(t *testing.T) {
	test, err := NewSequentialTest(0.5, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	const runs, most = 400, 5000
	for _, tt := range []struct {
		score float64
		right Decision
	}{{0.5, AcceptLow}, {0.6, AcceptHigh}, {0.3, AcceptLow}, {0.9, AcceptHigh}} {
		random := rand.New(rand.NewPCG(1, 2))
		wrong, games := 0, 0
		for range runs {
			var s Sample
			decision := Undecided
			for decision == Undecided && s.Count() < most {
				x := 0.0
				if random.Float64() < tt.score {
					x = 1
				}
				s.Add(x)
				decision = test.Decide(&s)
			}
			games += s.Count()
			if decision != tt.right {
				wrong++
			}
		}
		if wrong > runs*8/100 { // five per cent, and some room for chance
			t.Errorf("score %v: %d of %d answers are wrong", tt.score, wrong, runs)
		}
		if games/runs >= most/4 {
			t.Errorf("score %v: %d games on average", tt.score, games/runs)
		}
	}
}

func TestSequentialTestNeedsTwoScores(t *testing.T) {
	for _, bad := range [][2]float64{{0.6, 0.5}, {0.5, 0.5}, {-0.1, 0.5}, {0.5, 1.1}} {
		if _, err := NewSequentialTest(bad[0], bad[1]); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func TestFewNumbersDecideNothing(t *testing.T) {
	test, _ := NewSequentialTest(0.5, 0.9)
	var s Sample
	for range minCount - 1 {
		s.Add(1)
	}
	if d := test.Decide(&s); d != Undecided {
		t.Errorf("%d numbers: %v", s.Count(), d)
	}
}
