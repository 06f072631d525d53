package timed_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
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
	still := open(t, "role(a) init(infinity,p) legal(a,m) legal(a,n)")
	if l, err = still.Legality(still.Initial()); err != nil || l.String() != "a: m n (from 0 for ever, unless something happens)\n" {
		t.Errorf("got %v, %v", l, err)
	}
}

func TestScripts(t *testing.T) {
	g := open(t, "role(a) role(b) role(random) init(1,p) legal(a,go(x,1))")
	got, err := timedscript.ParseScript(g, "% comment\n2:b:go(x,1)\n # another\n1.5:a:(go x 1); 1.5 : b : go ;\n")
	want := "[{1.5 0 (go x 1) 0} {1.5 1 go 0} {2 1 (go x 1) 0}]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v", got, err)
	}
	for _, test := range []struct{ text, want string }{
		{"1:a", "time:role:move"}, {"x:a:go", "is no time"}, {"1:c:go", "there is no role c"},
		{"1:a:go(", "is no term"}, {"1:a:go(X)", "is no term"}, {"infinity:a:go", "nothing happens after"}, {"1:random:go", "moves by itself"},
	} {
		if _, err := timedscript.ParseScript(g, "0:a:go;"+test.text); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "move 2") {
			t.Errorf("%s: got %v", test.text, err)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]timed.Rate{"2": 2 * timed.PerUnit, "0.5": timed.PerUnit / 2, "0": 0, "0.000001": 1} {
		if got, err := timedscript.ParseRate(text); got != want || err != nil {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "infinity", "0.0000001", "2000000"} {
		if got, err := timedscript.ParseRate(text); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
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
	log := record(t, g, "0.50:WHITE:(GO LEFT)", timed.MatchOptions{})
	wantTimeline(t, log, "0 start", "0.5 White: (Go Left)", "0.5 the game is over: goals [[100]]")
}

func TestTimeline(t *testing.T) {
	log := record(t, libraryGame(t, "chicken"), "0.5:white:swerve", timed.MatchOptions{})
	line := &timedscript.Timeline{Syntax: gdl.Infix, States: true}
	want := `0.5          white: swerve
               infinity     dir(black,straight)
               infinity     dir(white,swerve)
               0.5          timer
`
	if got := line.Text(&log.Events[1]); got != want {
		t.Errorf("got\n%s", got)
	}
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
			logs = append(logs, logText(t, log))
		}
		if logs[0] != logs[1] || len(logs[0]) < 200 {
			t.Errorf("got\n%s\nand\n%s", logs[0], logs[1])
		}
	}
}

// Matches with a seed are the same, whatever the game has found out before.
func TestMatchesAreDeterministic(t *testing.T) {
	g := open(t, ball)
	play := func(g *timed.Game, seed uint64) string {
		log := &timedmatch.Log{}
		playRandomly(t, g, seed, 3*timed.PerUnit, timed.MatchOptions{MaxTime: 10 * timed.Unit,
			Observe: func(e *timed.Event) { log.Events = append(log.Events, *e) }})
		return logText(t, log)
	}
	for seed := range uint64(5) {
		if play(g, seed) != play(open(t, ball), seed) {
			t.Errorf("two matches with the seed %d differ", seed)
		}
	}
}
