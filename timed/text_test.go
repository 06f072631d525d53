package timed_test

import (
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/source"
	"ludex/timed"
)

func TestLegality(t *testing.T) {
	g := libraryGame(t, "chicken")
	l, err := g.Legality(update(t, g, g.Initial(), "0.25", "white", "swerve").State)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.String(); got != "black: swerve (from 0.25 until 1, unless something happens)\n" {
		t.Errorf("got %s", got)
	}
	still := timedtest.Open(t, "role(a) init(infinity,p) legal(a,m) legal(a,n)")
	if l, err = still.Legality(still.Initial()); err != nil || l.String() != "a: m n (from 0 for ever, unless something happens)\n" {
		t.Errorf("got %v, %v", l, err)
	}
}

func TestCaseDoesNotCountInPrefix(t *testing.T) {
	text := "(role White) (init 1 P) (legal white (Go Left)) (<= (next infinity Q) (does white (go left))) (<= terminal (true infinity q)) (goal white 100)"
	p, list := gdlparse.File(source.NewFile("test.kif", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	log := timedtest.Record(t, g, "0.50:WHITE:(GO LEFT)", timed.MatchOptions{})
	timedtest.WantTimeline(t, log, "0 start", "0.5 White: (Go Left)", "0.5 the game is over: goals [[100]]")
}

// rtGDL-II without percepts and chance is rtGDL.
func TestTheLargerDialectIsConservative(t *testing.T) {
	for _, text := range []string{flow, numbers, ball} {
		var logs []string
		for _, dialect := range []gdl.Dialect{gdl.RTGDL, gdl.RTGDLII} {
			p := read(t, "test.gdl", text)
			p.Dialect = dialect
			g, err := timed.New(p)
			if err != nil {
				t.Fatal(err)
			}
			log := &timedmatch.Log{}
			playRandomly(t, g, 3, 2*timed.PerUnit, timed.MatchOptions{Seed: 1,
				Observe: func(e *timed.Event) { log.Events = append(log.Events, *e) }})
			logs = append(logs, timedtest.LogText(t, log))
		}
		if logs[0] != logs[1] || len(logs[0]) < 200 {
			t.Errorf("got\n%s\nand\n%s", logs[0], logs[1])
		}
	}
}

// Matches with a seed are the same, whatever the game has found out before.
func TestMatchesAreDeterministic(t *testing.T) {
	g := timedtest.Open(t, ball)
	play := func(g *timed.Game, seed uint64) string {
		log := &timedmatch.Log{}
		playRandomly(t, g, seed, 3*timed.PerUnit, timed.MatchOptions{MaxTime: 10 * timed.Unit,
			Observe: func(e *timed.Event) { log.Events = append(log.Events, *e) }})
		return timedtest.LogText(t, log)
	}
	for seed := range uint64(5) {
		if play(g, seed) != play(timedtest.Open(t, ball), seed) {
			t.Errorf("two matches with the seed %d differ", seed)
		}
	}
}
