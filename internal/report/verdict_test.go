package report_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/report"
	"ludex/library"
	"ludex/rules"
)

// judged makes a whole report on rules.
func judged(t *testing.T, name, text string, games int) (*report.Data, *report.Measures) {
	t.Helper()
	rs, err := rules.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	s := report.NewSubject(context.Background(), rs, g)
	d := collect(t, s, options("auto", 50, games), report.Shard{Of: 1})
	if err := report.Follow(context.Background(), rs, s, d); err != nil {
		t.Fatal(err)
	}
	return d, report.Measure(d)
}

// sentence returns the sentence of a verdict about a measure.
func sentence(t *testing.T, m *report.Measures, measure string) report.Sentence {
	t.Helper()
	i := slices.IndexFunc(m.Verdict, func(s report.Sentence) bool { return s.Measure == measure })
	if i < 0 {
		t.Fatalf("no sentence about %s in %+v", measure, m.Verdict)
	}
	return m.Verdict[i]
}

// TestVerdict checks that the verdict of a known game says what is known, and that each game
// that it names is on the page.
func TestVerdict(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg"} {
		listed, _ := library.Lookup(name)
		d, m := judged(t, listed.File, string(listed.Rules()), 6)
		for measure, want := range map[string]string{"balance": "Balanced", "solved": "with best play nobody wins (50 : 50)", "length": "a game takes", "openings": "(mark 2 2)", "unused": "superfluous", "skill": "against one who does not"} {
			if name == "tictactoe-rbg" && measure == "openings" {
				want = "b2"
			}
			if s := sentence(t, m, measure); !strings.Contains(strings.ToLower(s.Text), strings.ToLower(want)) {
				t.Errorf("%s: %s: %q lacks %q", name, measure, s.Text, want)
			}
		}
		page, text := write(t, d)
		wellFormed(t, page)
		for _, s := range m.Verdict {
			if !strings.Contains(text, s.Text) || !strings.Contains(page, `href="#`+s.Section+`"`) || !strings.Contains(page, `id="`+s.Section+`"`) {
				t.Errorf("%s: %s is not in the summary or leads nowhere on the page", name, s.Measure)
			}
			for _, number := range s.Plays {
				if !strings.Contains(page, fmt.Sprintf(`id="game-%d"`, number)) {
					t.Errorf("%s: game %d, which %s names, is not on the page", name, number, s.Measure)
				}
			}
			for _, bout := range s.Bouts {
				if !strings.Contains(page, fmt.Sprintf(`id="%s"`, bout.ID())) || !strings.Contains(page, fmt.Sprintf(`href="#%s"`, bout.ID())) {
					t.Errorf("%s: bout %v, which %s names, is not on the page", name, bout, s.Measure)
				}
			}
			if s.Value.N == 0 {
				t.Errorf("%s: no figure stands behind what is said about %s: %s", name, s.Measure, s.Text)
			}
			if s.BestPlay && !strings.Contains(page, `id="best-play"`) {
				t.Errorf("%s: best play is not on the page", name)
			}
			if s.Value.Mean != 0 && len(s.Plays)+len(s.Bouts) == 0 && !s.BestPlay {
				t.Errorf("%s: no game shows what is said about %s: %s", name, s.Measure, s.Text)
			}
		}
		if len(d.Replay.Gallery) == 0 || len(d.Replay.Cells) != 9 || len(d.Replay.Openings) != 9 {
			t.Errorf("%s: %d plays with pictures, %d cells, %d openings", name, len(d.Replay.Gallery), len(d.Replay.Cells), len(d.Replay.Openings))
		}
		if !strings.Contains(page, ">b2</text>") {
			t.Errorf("%s: the heat map does not name the cells", name)
		}
	}
}

// unfair is a game that the first player wins by the only sensible move, with a rule that
// never applies.
const unfair = `
(role x) (role y)
(init start)
(<= (legal x ?m) (true start) (option ?m))
(option win) (option lose)
(legal y noop)
(<= (next won) (does x win))
(<= (next lost) (does x lose))
(<= (next won) (true won) (true start))
(<= terminal (not (true start)))
(<= (goal x 100) (true won))
(<= (goal x 0) (not (true won)))
(<= (goal y 0) (true won))
(<= (goal y 100) (not (true won)))
`

func TestUnfairGame(t *testing.T) {
	d, m := judged(t, "unfair.kif", unfair, 24)
	if s := sentence(t, m, "balance"); !strings.HasPrefix(s.Text, "Strongly favours x, who moves first, by ") || s.Value.Mean < 200 {
		t.Errorf("balance: %+v", s)
	}
	if s := sentence(t, m, "solved"); s.Text != "Solved: with best play x, who moves first, wins (100 : 0)." || !s.BestPlay || s.Value.Mean != 100 || *s.Value.Interval != [2]float64{100, 100} {
		t.Errorf("solved: %+v", s)
	}
	if line := d.Replay.Solved.Line; len(line) != 1 || !slices.Equal(line[0], []string{"win"}) {
		t.Errorf("best play is %q", line)
	}
	if s := sentence(t, m, "variety"); !strings.Contains(s.Text, "are all the same, so that") || len(s.Plays) != 2 {
		t.Errorf("variety: %+v", s)
	}
	if s := sentence(t, m, "unused"); s.Value.Mean != 0 || s.Value.Interval[1] == 0 || !strings.Contains(s.Text, "What none of them needed is needed in 0 % (0 % to ") {
		t.Errorf("unused: %+v", s)
	}
	u := d.Replay.Unused
	if len(u.Rules) != 1 || u.Rules[0].Line != 9 || u.Rules[0].Text != "(<= (next won) (true won) (true start))" {
		t.Errorf("unused rules: %+v", u)
	}
	best := d.Replay.Openings[0]
	if best.Move != "win" || best.Games != 24 || best.Random.Mean != 1 {
		t.Errorf("the best opening is %+v", best)
	}
}

// walking is a game for two who take turns to walk by one step to three, five times each. Who has
// gone further gets more points, so that three steps are always best.
func walking() string {
	var b strings.Builder
	b.WriteString(`
(role x) (role y)
(init (turn 0)) (init (sum x 0)) (init (sum y 0)) (init (control x))
(step 1) (step 2) (step 3)
(<= (legal ?p (walk ?n)) (true (control ?p)) (step ?n))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (sum ?p ?m)) (does ?p (walk ?n)) (true (sum ?p ?k)) (plus ?k ?n ?m))
(<= (next (sum ?p ?k)) (does ?p noop) (true (sum ?p ?k)))
(<= (next (turn ?m)) (true (turn ?k)) (plus ?k 1 ?m))
(<= (next (control x)) (true (control y)))
(<= (next (control y)) (true (control x)))
(<= terminal (true (turn 10)))
(<= (goal x ?g) (true (sum x ?a)) (true (sum y ?b)) (points ?a ?b ?g))
(<= (goal y ?g) (true (sum x ?a)) (true (sum y ?b)) (points ?b ?a ?g))
`)
	for n := range 16 {
		for k := 1; k <= 3; k++ {
			fmt.Fprintf(&b, "(plus %d %d %d)\n", n, k, n+k)
		}
		for m := range 16 {
			fmt.Fprintf(&b, "(points %d %d %d)\n", n, m, 50+3*(n-m))
		}
	}
	return b.String()
}

// TestDominantMove has a move that is the best one in all positions, and one that is made whenever
// it is legal, but in a single position: that of the first move, which games repeat.
func TestDominantMove(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	_, m := judged(t, "walking.kif", walking(), 24)
	s := sentence(t, m, "dominant-moves")
	if !strings.HasPrefix(s.Text, "A move dominates: ") || !strings.Contains(s.Text, " makes (walk 3) in ") || len(s.Plays) == 0 {
		t.Errorf("dominant moves: %+v", s)
	}
	listed, _ := library.Lookup("tictactoe")
	d, m := judged(t, listed.File, string(listed.Rules()), 24)
	i := slices.IndexFunc(d.Replay.Moves, func(u report.MoveUse) bool { return u.Role == "white" && u.Move == "(mark 2 2)" })
	if u := d.Replay.Moves[i]; u.Legal < 1 || u.Visits < u.Legal+10 {
		t.Errorf("the centre is free in %d positions, to which games came %d times", u.Legal, u.Visits)
	}
	if s := sentence(t, m, "dominant-moves"); strings.HasPrefix(s.Text, "A move dominates") {
		t.Error(s.Text)
	}
}

// endingGame ends a context when the machine is made that looks for what is never used.
type endingGame struct {
	game.Game
	machines int
	end      context.CancelFunc
}

func (g *endingGame) NewMachine() game.Machine {
	if g.machines++; g.machines == 2 {
		g.end()
	}
	return g.Game.NewMachine()
}

// TestFollowStops checks that what was found before the time ended is on the page.
func TestFollowStops(t *testing.T) {
	listed, _ := library.Lookup("tictactoe-rbg")
	rs, err := rules.Parse(listed.File, string(listed.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	s := report.NewSubject(t.Context(), rs, g)
	d := collect(t, s, options("auto", 10, 4), report.Shard{Of: 1})
	ctx, cancel := context.WithCancel(t.Context())
	s.Game = &endingGame{Game: s.Game, end: cancel}
	if err := report.Follow(ctx, rs, s, d); !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	if d.Replay == nil || len(d.Replay.Cells) != 9 || len(d.Replay.Moves) == 0 || len(d.Replay.Gallery) == 0 || d.Replay.Unused != nil || d.Replay.Openings != nil {
		t.Fatalf("found: %+v", d.Replay)
	}
	page, _ := write(t, d)
	wellFormed(t, page)
	if !strings.Contains(page, `id="board"`) || strings.Contains(page, `id="openings"`) {
		t.Error("the page does not have what was found")
	}
}

// TestUnusedPieces looks for a piece of a boardgame that is never on the board.
func TestUnusedPieces(t *testing.T) {
	listed, _ := library.Lookup("tictactoe-rbg")
	text := strings.Replace(string(listed.Rules()), "#pieces = ", "#pieces = dragon, ", 1)
	d, m := judged(t, "dragon.rbg", text, 2)
	if !slices.Equal(d.Replay.Unused.Pieces, []string{"dragon"}) {
		t.Errorf("unused: %+v", d.Replay.Unused)
	}
	if s := sentence(t, m, "unused"); !strings.Contains(s.Text, "dragon never lay on the board") {
		t.Errorf("unused: %s", s.Text)
	}
}

// TestFollowEnds checks that nothing is recorded if there is no time.
func TestFollowEnds(t *testing.T) {
	listed, _ := library.Lookup("tictactoe")
	rs, err := rules.Parse(listed.File, string(listed.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := new(report.Data)
	g, _, err := rs.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Follow(ctx, rs, report.SubjectOf(report.About{}, g), d); err == nil || d.Replay != nil {
		t.Errorf("error %v, replay %v", err, d.Replay)
	}
}

// manyFirst is a game with 150 first moves, of which those below 50 win.
func manyFirst() string {
	var b strings.Builder
	b.WriteString("(role x) (role y) (init start) (legal y noop) (<= (legal x (go ?n)) (true start) (number ?n))\n(<= (legal x wait) (not (true start)))\n(<= (next won) (does x (go ?n)) (small ?n))\n(<= (next lost) (does x (go ?n)) (not (small ?n)))\n(<= terminal (true won)) (<= terminal (true lost))\n(<= (goal x 100) (true won)) (<= (goal x 0) (not (true won)))\n(<= (goal y 0) (true won)) (<= (goal y 100) (not (true won)))\n")
	for n := range 150 {
		fmt.Fprintf(&b, "(number %d)\n", n)
		if n < 50 {
			fmt.Fprintf(&b, "(small %d)\n", n)
		}
	}
	return b.String()
}

// TestManyFirstMoves has a game with more first moves than are valued: a part of them is drawn, and
// the sentence says so.
func TestManyFirstMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	d, m := judged(t, "many.kif", manyFirst(), 6)
	if len(d.Replay.Openings) != 100 || d.Replay.OpeningsOf != 150 {
		t.Fatalf("%d openings of %d", len(d.Replay.Openings), d.Replay.OpeningsOf)
	}
	seen, wins := map[string]bool{}, 0
	for _, o := range d.Replay.Openings {
		seen[o.Move] = true
		wins += int(o.Random.Mean)
	}
	if len(seen) != 100 || wins < 20 || wins > 45 {
		t.Errorf("%d different moves were drawn, %d of which win", len(seen), wins)
	}
	if s := sentence(t, m, "openings"); !strings.Contains(s.Text, "of 100 drawn at random from 150") || s.Value.Mean != 1 || len(s.Plays) == 0 {
		t.Errorf("openings: %+v", s)
	}
	page, _ := write(t, d)
	if !strings.Contains(page, "Of the 150 first moves, 100 were drawn at random and valued.") {
		t.Error("the page does not say that moves were drawn")
	}
}

// TestUnfinished checks that games without an end are shown where the verdict counts them.
func TestUnfinished(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	const endless = "(role x) (role y) (init a) (<= (legal ?r (go ?n)) (role ?r) (n ?n)) (n 1) (n 2)\n(<= (next b) (does x (go 1)) (does y (go 1)) (does x (go 2)))\n(<= (next a) (true a))\n(<= terminal (true b)) (<= (goal ?r 50) (role ?r))\n"
	d, m := judged(t, "endless.kif", endless, 3)
	s := sentence(t, m, "completion")
	if s.Value.Mean != 0 || !slices.Equal(s.Plays, []int{0, 1}) {
		t.Fatalf("completion: %+v", s)
	}
	if page, _ := write(t, d); !strings.Contains(page, `id="game-1"`) || !strings.Contains(page, "It did not end.") {
		t.Error("the page does not show a game without an end")
	}
}
