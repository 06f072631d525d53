package prove_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/corpustest"
	"ludex/internal/gdlformat"
	"ludex/internal/gdltest"
	"ludex/internal/prove"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgtest"
	"ludex/internal/wellformed"
	"ludex/rules"
)

// exact returns what looking at all states says, by question, or nil if there are too many.
func exact(t *testing.T, l *prove.Loaded) map[string]wellformed.Verdict {
	t.Helper()
	req, err := wellformed.Check(t.Context(), l.Game, wellformed.Options{Limits: wellformed.Limits{States: 20_000}, Playouts: 1})
	if err != nil || !req.Exhausted {
		return nil
	}
	out := map[string]wellformed.Verdict{"playable": req.Playable.Verdict, "goals": req.Goals.Verdict, "ends": req.Terminates.Verdict}
	for role, f := range req.WeaklyWinnable {
		out["winnable "+role] = f.Verdict
	}
	return out
}

// On random games, what is proved or refuted agrees with looking at all states.
func TestRandomGames(t *testing.T) {
	games := 12
	if corpustest.Full() {
		games = 2000
	}
	decided, open := 0, 0
	generator := gdltest.RecursiveGame()
	for seed := range games {
		text := string(gdlformat.Program(generator.Example(seed), gdl.Prefix))
		r, err := rules.Parse("random.kif", text)
		if err != nil {
			t.Fatal(err)
		}
		l, err := prove.Load(t.Context(), r)
		var refused *rules.RefusedError
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		followPlay(t, l, rand.New(rand.NewPCG(uint64(seed), 1)))
		d, o := compare(t, l, text)
		decided, open = decided+d, open+o
		d, o = compareOthers(t, l, text, rand.New(rand.NewPCG(uint64(seed), 2)))
		decided, open = decided+d, open+o
	}
	t.Logf("%d questions are decided, %d open", decided, open)
	if decided < 10*open || decided < games {
		t.Errorf("%d questions are open, and only %d decided", open, decided)
	}
}

// On random boardgames, too.
func TestRandomBoardgames(t *testing.T) {
	games := 8
	if corpustest.Full() {
		games = 500
	}
	decided, open := 0, 0
	generator := rapid.Custom(rbgtest.Source)
	for seed := range games {
		text := generator.Example(seed)
		r, err := rules.Parse("random.rbg", text)
		if err != nil {
			t.Fatal(err)
		}
		l, err := prove.Load(t.Context(), r)
		var refused *lanes.RefusedError
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		followPlay(t, l, rng)
		d, o := compare(t, l, text)
		decided, open = decided+d, open+o
		d, o = compareOthers(t, l, text, rng)
		decided, open = decided+d, open+o
	}
	t.Logf("%d questions are decided, %d open", decided, open)
	if decided < 10*open || decided < games {
		t.Errorf("%d questions are open, and only %d decided", open, decided)
	}
}

// compare asks the usual questions and counts answers.
func compare(t *testing.T, l *prove.Loaded, text string) (decided, open int) {
	t.Helper()
	want := exact(t, l)
	if want == nil {
		return 0, 0
	}
	list, err := l.Questions(t.Context(), prove.Usual, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := prove.New(l, prove.Options{Time: 2 * time.Second, Seed: 1, Rounds: 20})
	answers, err := p.Decide(t.Context(), list)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	right := map[prove.Verdict]wellformed.Verdict{prove.Proved: wellformed.Yes, prove.Refuted: wellformed.No}
	for _, a := range answers {
		switch w, ok := want[a.Property]; {
		case a.Verdict == prove.Open:
			open++
		case ok && right[a.Verdict] != w:
			t.Fatalf("%s is %s (%s), and by all states %s, in\n%s", a.Property, a.Verdict, a.Method, w, text)
		default:
			decided++
		}
	}
	return decided, open
}
