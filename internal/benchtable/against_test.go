package benchtable

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadSpeeds(t *testing.T) {
	got, err := ReadSpeeds(strings.NewReader("Game, perft, flat\n# measured last year\n\nchess,5.9e6,272000\n\"hex, 9x9\",,3620000\n go , 1 ,\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Speeds{{"chess", 5.9e6, 272000}, {"hex, 9x9", 0, 3620000}, {"go", 1, 0}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d is %v, not %v", i, got[i], want[i])
		}
	}
}

func TestReadSpeedsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "there is no line with a game",
		"game,perft,flat\n# nothing": "there is no line with a game",
		"chess,1":                    "line 1: a line has game, perft and flat",
		"chess,1,2,3":                "not 4 fields",
		"game,perft,flat\nchess,x,1": `line 2: "x" is no number`,
		"chess,-1,1":                 `"-1" is no number`,
		"chess,NaN,1":                `"NaN" is no number`,
		"chess,1,+Inf":               `"+Inf" is no number`,
		",1,1":                       "the game has no name",
		"chess,1,1\nChess,2,2":       "line 2: Chess is there twice",
		"\"chess,1,1":                "extraneous or missing",
		"a,1,2\ngame,perft,flat":     `line 2: "perft" is no number`,
	} {
		if _, err := ReadSpeeds(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v", text, err)
		}
	}
}

func FuzzReadSpeeds(f *testing.F) {
	f.Add("game,perft,flat\nchess,5.9e6,272000\n")
	f.Add("#\n\"a\"\"b\",,\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadSpeeds(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, s := range all {
			if plain(s.Game) == "" || !(s.Perft >= 0 && s.Perft < 1e18) || !(s.Flat >= 0 && s.Flat < 1e18) {
				t.Errorf("%q gives %v", text, s)
			}
		}
	})
}

// TestCompare covers a game as fast as elsewhere, one half as fast, one ten times, and
// one beyond the cap.
func TestCompare(t *testing.T) {
	c := sample().Compare("x", given())
	if len(c.Games) != 3 || len(c.Means) != 2 {
		t.Fatalf("%d games and %d means", len(c.Games), len(c.Means))
	}
	arimaa, checkers := c.Games[0], c.Games[1]
	if arimaa.Perft.Best != 1 || arimaa.Perft.BestEngine != "sets" || arimaa.Flat.Best != 100 {
		t.Errorf("arimaa: %+v", arimaa)
	}
	if checkers.Perft.Ratios[0] != 0.5 || checkers.Perft.BestEngine != "lanes" || checkers.Flat.Best != 0 {
		t.Errorf("checkers: %+v", checkers)
	}
	near := func(got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("the mean is %v, not %v", got, want)
		}
	}
	near(c.Means[0].Perft.Ratios[0], math.Sqrt(1*0.5))
	near(c.Means[1].Perft.Ratios[0], math.Cbrt(1*0.5*10))
	near(c.Means[0].Flat.Best, 100)
	near(c.Means[1].Flat.Best, math.Sqrt(100*0.5))
	if c.Means[0].Flat.Count != 1 || c.Means[1].Flat.Count != 2 {
		t.Errorf("the means are of %d and %d games", c.Means[0].Flat.Count, c.Means[1].Flat.Count)
	}
}

// TestTitlesBeforeNames: hex is the name of the GDL description of Hex (9×9), and of
// another game in RBG.
func TestTitlesBeforeNames(t *testing.T) {
	r := &Row{Game: "Hex (9x9)", entry: &paper[9]}
	both := Speeds{{"hex", 1, 1}, {"hex 9×9", 2, 2}}
	if got := both.of(r); got != &both[1] {
		t.Errorf("got %v", got)
	}
	if got := both[:1].of(r); got != &both[0] {
		t.Errorf("got %v", got)
	}
	if got := both[:1].of(&Row{Game: "go", entry: nil}); got != nil {
		t.Errorf("got %v", got)
	}
}

// TestMeansLieBetween checks that a geometric mean lies between the least and the
// greatest ratio.
func TestMeansLieBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ratios := rapid.SliceOfN(rapid.Float64Range(1e-6, maxRatio), 1, 20).Draw(t, "ratios")
		var s logSum
		low, high := math.Inf(1), 0.0
		for _, x := range ratios {
			s.add(x)
			low, high = min(low, x), max(high, x)
		}
		if m := s.mean(); m < low*(1-1e-9) || m > high*(1+1e-9) {
			t.Fatalf("the mean of %v is %v", ratios, m)
		}
	})
}
