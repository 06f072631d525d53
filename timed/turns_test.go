package timed_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlrewrite"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// translate returns the timed form of a description, with turns of one unit.
func translate(t testing.TB, p *gdl.Program) (*timed.Game, gdlrewrite.TurnNames) {
	t.Helper()
	q, names, err := gdlrewrite.ToRTGDL(p, gdl.Lifetime(timed.Unit))
	if err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return g, names
}

// A turnRecord is what a play of a turn-based game consists of.
type turnRecord struct {
	facts    [][]string // of each state
	joints   [][]string // moves in the order of the roles
	percepts [][][]string
	goals    [][]int
}

// playTimed plays a translated game with random choosers and returns what
// happened as if it had been turn-based.
func playTimed(t testing.TB, original *gdlref.Game, g *timed.Game, names gdlrewrite.TurnNames, seed uint64) *turnRecord {
	t.Helper()
	rec := &turnRecord{}
	opt := timed.MatchOptions{Seed: seed, TurnClock: names.Clock, Observe: func(e *timed.Event) { rec.observe(g, names, e) }}
	m, err := timedmatch.NewMatch(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	rand := game.NewRand(seed)
	policies := make([]timed.Policy, len(g.Roles()))
	for r := range policies {
		if game.Role(r) == g.Random() {
			continue
		}
		choose := timed.MachineChooser(original, func(m game.Machine, s game.State, r game.Role) game.Move {
			legal := m.Legal(s, r, nil)
			return legal[rand.Choose(len(legal))]
		})
		think := timed.Time(rand.Choose(int(timed.Unit)))
		policies[r] = timed.TurnPolicy(names, choose, think)
	}
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
		t.Fatal(err)
	}
	if m.Ending().Reason != timed.Terminal {
		t.Fatalf("the match ended with %v", m.Ending())
	}
	rec.goals = m.Ending().Goals
	return rec
}

// observe collects the events of a turn.
func (rec *turnRecord) observe(g *timed.Game, names gdlrewrite.TurnNames, e *timed.Event) {
	if e.Kind == timed.Start {
		rec.joints = append(rec.joints, make([]string, len(g.Roles())))
		return
	}
	for _, m := range e.Moves {
		r, _ := g.Role(m.Role)
		rec.joints[len(rec.joints)-1][r] = m.Move
	}
	if !slices.Contains(e.Expired, names.Clock) {
		return
	}
	sees := make([][]string, len(g.Roles()))
	for _, p := range e.Percepts {
		r, _ := g.Role(p.Role)
		sees[r] = p.Sees
	}
	rec.percepts = append(rec.percepts, sees)
	rec.facts = append(rec.facts, factTexts(e.Facts, names))
	rec.joints = append(rec.joints, make([]string, len(g.Roles())))
}

func factTexts(facts []timed.Fact, names gdlrewrite.TurnNames) []string {
	var out []string
	for _, f := range facts {
		if f.Fact != names.Clock {
			out = append(out, f.Fact)
		}
	}
	return out
}

// check plays the same moves in the original game and compares.
func (rec *turnRecord) check(t testing.TB, g *gdlref.Game) {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for i, facts := range rec.facts {
		joint := make([]game.Move, len(g.Roles()))
		for r, text := range rec.joints[i] {
			move, err := game.FindMove(g, m, s, game.Role(r), text)
			if err != nil {
				t.Fatalf("turn %d: %v", i+1, err)
			}
			joint[r] = move
		}
		for r := range g.Roles() {
			var want []string
			for _, p := range m.Percepts(s, joint, game.Role(r), nil) {
				want = append(want, g.PerceptText(p))
			}
			if got := rec.percepts[i][r]; g.Hidden() && game.Role(r) != g.Random() && !slices.Equal(got, want) {
				t.Fatalf("turn %d: %s sees %v, not %v", i+1, g.Roles()[r], got, want)
			}
		}
		s = m.Next(s, joint, nil)
		if want := g.Facts(s); !slices.Equal(facts, want) {
			t.Fatalf("turn %d: got\n%v\nwant\n%v", i+1, facts, want)
		}
		if over := m.Terminal(s); over != (i == len(rec.facts)-1) {
			t.Fatalf("turn %d: over %v", i+1, over)
		}
	}
	for r := range g.Roles() {
		if want := m.Goals(s, game.Role(r), nil); !slices.Equal(rec.goals[r], want) {
			t.Fatalf("%s gets %v, not %v", g.Roles()[r], rec.goals[r], want)
		}
	}
}

func TestTranslatedGamesGoLikeTheOriginals(t *testing.T) {
	games := 15
	if os.Getenv("LUDEX_FULL") != "" {
		games = 2000
	}
	for _, name := range []string{"tictactoe", "connectfour-5x4", "rockpaperscissors", "montyhall", "connectfour"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := libraryProgram(t, name)
			original, err := gdlref.New(p)
			if err != nil {
				t.Fatal(err)
			}
			g, names := translate(t, p)
			for seed := range uint64(games) {
				playTimed(t, original, g, names, seed).check(t, original)
			}
		})
	}
}

// choices is a small game for what can go wrong in a turn.
const choices = `
role(a) role(b) init(round(1))
legal(R,yes) :- role(R) legal(R,no) :- role(R)
next(round(2)) :- true(round(1)) next(round(3)) :- true(round(2))
next(said(R,M)) :- does(R,M)
terminal :- true(round(3))
goal(R,100) :- true(said(R,yes)) goal(R,0) :- true(said(R,no)) goal(R,50) :- role(R) & ~spoke(R)
spoke(R) :- true(said(R,M))
`

func TestTurns(t *testing.T) {
	g, names := translate(t, read(t, "choices.gdl", choices))
	for _, test := range []struct {
		name, script string
		want         []string
	}{
		{"in time", "0.5:a:yes; 0.7:b:no; 1.999999999:a:no; 1.2:b:yes", []string{
			"0 start", "0.5 a: yes", "0.7 b: no", "1 expired: clock", "1.2 b: yes", "1.999999999 a: no",
			"2 expired: clock", "2 the game is over: goals [[0] [100]]"}},
		{"a second move is refused", "0.5:a:yes; 0.7:a:no; 0.7:b:no; 1.5:a:yes; 1.5:b:yes", []string{
			"0 start", "0.5 a: yes", "0.7 b: no", "0.7 a: no is refused: it is not legal: the role has no legal move",
			"1 expired: clock", "1.5 a: yes; b: yes", "2 expired: clock", "2 the game is over: goals [[100] [100]]"}},
		// The moves at 1 and 2 are legal, but void: their turns are over, and
		// the manager has moved for the roles.
		{"a move at the very end is refused if the manager has moved", "0.5:b:no; 1:a:yes; 1.5:a:yes; 1.5:b:yes", []string{
			"0 start", "0.5 b: no", "0.999999999 a has not moved and gets no", "0.999999999 a: no",
			"1 expired: clock", "1 a: yes is refused: it is not legal: the role has no legal move",
			"1.5 a: yes; b: yes", "2 expired: clock", "2 the game is over: goals [[100] [100]]"}},
		{"nobody moves", "", []string{
			"0 start", "0.999999999 a has not moved and gets no", "0.999999999 b has not moved and gets no", "0.999999999 a: no; b: no",
			"1 expired: clock", "1.999999999 a has not moved and gets no", "1.999999999 b has not moved and gets yes",
			"1.999999999 a: no; b: yes", "2 expired: clock", "2 the game is over: goals [[0] [100]]"}},
		{"at the last instant", "0.999999999:a:yes", []string{
			"0 start", "0.999999999 b has not moved and gets no", "0.999999999 a: yes; b: no",
			"1 expired: clock", "1.999999999 a has not moved and gets no", "1.999999999 b has not moved and gets yes",
			"1.999999999 a: no; b: yes", "2 expired: clock", "2 the game is over: goals [[0] [100]]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			log := timedtest.Record(t, g, test.script, timed.MatchOptions{Seed: 1, TurnClock: names.Clock})
			timedtest.WantTimeline(t, log, test.want...)
			timedtest.WantReplay(t, g, log)
		})
	}
}

// Without a manager who moves for others, late moves are void and missing ones
// are missing.
func TestLateAndMissingMoves(t *testing.T) {
	g, _ := translate(t, read(t, "choices.gdl", choices))
	log := timedtest.Record(t, g, "0.5:b:no; 1:a:yes; 1.5:b:no; 2:a:yes", timed.MatchOptions{})
	timedtest.WantTimeline(t, log,
		"0 start", "0.5 b: no", "1 a: yes; expired: clock", "1.5 b: no", "2 a: yes; expired: clock",
		"2 the game is over: goals [[50] [0]]")
}

func TestSubstitutesDoNotDependOnOthers(t *testing.T) {
	g, names := translate(t, read(t, "choices.gdl", choices))
	substitutes := func(script string) (out []string) {
		for _, e := range timedtest.Record(t, g, script, timed.MatchOptions{Seed: 9, TurnClock: names.Clock}).Events {
			if e.Kind == timed.Fault && e.Role == "b" {
				out = append(out, e.Move)
			}
		}
		return out
	}
	if a, b := substitutes(""), substitutes("0.5:a:yes; 1.5:a:no"); !slices.Equal(a, b) || len(a) != 2 {
		t.Errorf("%v and %v", a, b)
	}
}

// Choosers are told what a player of the original game is told.
func TestChoosersAreTold(t *testing.T) {
	for _, name := range []string{"rockpaperscissors", "montyhall"} {
		t.Run(name, func(t *testing.T) {
			p := libraryProgram(t, name)
			g, names := translate(t, p)
			var turns []timed.Turn
			choose := func(turn *timed.Turn) (string, error) {
				if turn.Role == 0 {
					turns = append(turns, *turn)
				}
				return turn.Legal[0], nil
			}
			policies := make([]timed.Policy, 2)
			for r := range policies {
				if game.Role(r) != g.Random() {
					policies[r] = timed.TurnPolicy(names, choose, timed.Unit/2)
				}
			}
			m, err := timedmatch.NewMatch(g, timed.MatchOptions{TurnClock: names.Clock, Seed: 4})
			if err != nil {
				t.Fatal(err)
			}
			if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, turn := range turns {
				got = append(got, fmt.Sprint(turn.Number, turn.Legal, turn.Facts, turn.Moves, turn.Percepts))
			}
			want := map[string][]string{
				"rockpaperscissors": {
					"1 [(throw paper) (throw rock) (throw scissors)] [(round 0) (wins left 0) (wins right 0)] [] []",
					"2 [(throw paper) (throw rock) (throw scissors)] [(round 1) (wins left 0) (wins right 0)] [{0 (throw paper)} {1 (throw paper)}] []",
					"3 [(throw paper) (throw rock) (throw scissors)] [(round 2) (wins left 0) (wins right 0)] [{0 (throw paper)} {1 (throw paper)}] []",
				},
				"montyhall": {
					"1 [noop] [(step 1)] [] []",
					"2 [(choose 1) (choose 2) (choose 3)] [(car 2) (step 2)] [] []",
					"3 [noop] [(car 2) (chosen 1) (step 3)] [] []",
					"4 [stay switch] [(car 2) (chosen 1) (opened 3) (step 4)] [] [(goat 3)]",
				},
			}[name]
			if !slices.Equal(got, want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		})
	}
}

func TestChoosersThatFailDoNotMove(t *testing.T) {
	g, names := translate(t, read(t, "choices.gdl", choices))
	fails := func(*timed.Turn) (string, error) { return "", context.Canceled }
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	policies := []timed.Policy{timed.TurnPolicy(names, fails, 0), nil}
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(m.Ending().Goals); got != "[[50] [50]]" {
		t.Errorf("goals %s", got)
	}
}

// A game with a variable for whole facts also plays like the original, since the variable
// does not match the added facts.
func TestWrappedFacts(t *testing.T) {
	p := read(t, "whole.gdl", `role(a) init(p) init(q(1)) legal(a,m) legal(a,n)
next(F) :- true(F) & ~does(a,m) next(count(N)) :- does(a,n) & size(N) next(r) :- does(a,m)
size(2) :- two & ~three size(3) :- three
two :- true(F) & true(G) & distinct(F,G)
three :- true(F) & true(G) & true(H) & distinct(F,G) & distinct(F,H) & distinct(G,H)
terminal :- true(r) goal(a,100) :- true(r) goal(a,0) :- ~true(r)`)
	original, err := gdlref.New(p)
	if err != nil {
		t.Fatal(err)
	}
	g, names := translate(t, p)
	if names.Fact == "" {
		t.Fatal("the facts are not wrapped")
	}
	if got := timed.OriginalFacts(g.Initial(), names); !slices.Equal(got, []string{"(q 1)", "p"}) {
		t.Errorf("got %v", got)
	}
	log := timedtest.Record(t, g, "0.5:a:n; 1.5:a:n; 2.5:a:m", timed.MatchOptions{})
	m := original.NewMachine()
	s := m.Initial(nil)
	for _, e := range log.Events {
		if !slices.Contains(e.Expired, names.Clock) {
			continue
		}
		move := map[bool]string{false: "n", true: "m"}[e.Time == 3*timed.Unit]
		joint, err := game.FindMove(original, m, s, 0, move)
		if err != nil {
			t.Fatal(err)
		}
		s = m.Next(s, []game.Move{joint}, nil)
		state, err := g.State(e.Time, e.Facts, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := timed.OriginalFacts(state, names), original.Facts(s); !slices.Equal(got, want) {
			t.Errorf("at %v: got %v, want %v", e.Time, got, want)
		}
	}
}
