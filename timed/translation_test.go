package timed_test

import (
	"strings"
	"testing"

	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlrewrite"
	"ludex/timed"
)

// A translation is recognised whatever its words are, and the game that comes out
// goes like the one that went in.
func TestFindTranslation(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour-5x4", "rockpaperscissors", "montyhall", "nim", "kuhnpoker", "breakthrough-5x5"} {
		t.Run(name, func(t *testing.T) {
			p := libraryProgram(t, name)
			q, names, err := gdlrewrite.ToRTGDL(p, 1_000_000_000)
			if err != nil {
				t.Fatal(err)
			}
			tr, err := timed.FindTranslation(q)
			if err != nil {
				t.Fatal(err)
			}
			if tr.Clock != names.Clock || tr.Original.Dialect != p.Dialect {
				t.Errorf("%s in %v", tr.Clock, tr.Original.Dialect)
			}
			original, err := gdlref.New(tr.Original)
			if err != nil {
				t.Fatal(err)
			}
			g, _ := translate(t, p)
			for seed := range uint64(3) {
				playTimed(t, original, g, names, seed).check(t, original)
			}
			scrambled, _ := gdlrewrite.Scramble(q, 7)
			if _, err := timed.FindTranslation(scrambled); err != nil {
				t.Errorf("scrambled: %v", err)
			}
		})
	}
}

func TestFindTranslationByHand(t *testing.T) {
	tr, err := timed.FindTranslation(libraryProgram(t, "tictactoe-timed"))
	if err != nil {
		t.Fatal(err)
	}
	original, err := gdlref.New(tr.Original)
	if err != nil {
		t.Fatal(err)
	}
	m := original.NewMachine()
	s := m.Initial(nil)
	if got := len(m.Legal(s, 0, nil)); got != 9 {
		t.Errorf("white has %d moves", got)
	}
	s = m.Next(s, append(m.Legal(s, 0, nil)[4:5], m.Legal(s, 1, nil)...), nil)
	if got := strings.Join(original.Facts(s), " "); !strings.Contains(got, "(cell 2 2 x)") || !strings.Contains(got, "(control black)") {
		t.Error(got)
	}
}

func TestOtherGamesAreNoTranslations(t *testing.T) {
	for name, why := range map[string]string{
		"chicken": "starts again", "duel": "starts again", "resourcerace": "starts again", "tictactoe": "no lifetimes",
		"hotpotato": "starts again", "shooter": "starts again",
	} {
		if _, err := timed.FindTranslation(libraryProgram(t, name)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	base := `role(a) init(infinity,p) legal(a,m) :- ~true(infinity,moved(a)) terminal :- true(infinity,q) goal(a,100)
next(infinity,q) :- true(infinity,made(a,m)) & expired(clock)
init(1,clock) next(1,clock) :- expired(clock) next(T,clock) :- true(T,clock)
next(infinity,moved(R)) :- does(R,M) & true(T,clock)
next(infinity,made(R,M)) :- does(R,M) & ~true(infinity,moved(R)) & true(T,clock)
next(infinity,F) :- true(T,clock) & true(infinity,F)
`
	if _, err := timed.FindTranslation(read(t, "base.gdl", base)); err != nil {
		t.Fatal(err)
	}
	for more, why := range map[string]string{
		"next(infinity,r) :- does(a,m)":                  "not about turns",
		"next(2,r) :- expired(clock)":                    "another lifetime",
		"next(infinity,r) :- does(a,m) & expired(clock)": "before the turn is over",
		"legal(a,n)":                           "a rule for legal",
		"terminal :- true(infinity,made(a,m))": "terminal depends on moves",
		"s :- true(T,p)":                       "asks for a lifetime",
		"s :- true(infinity,F) & next2(F)":     "asks for any fact",
		"s :- expired(clock)":                  "used in another way",
		"s(clock)":                             "used in another way",
		"terminal :- s s :- ~t t :- true(infinity,made(a,m))":          "terminal depends on moves",
		"next(infinity,r) :- true(infinity,moved(a)) & expired(clock)": "used in another way",
	} {
		if _, err := timed.FindTranslation(read(t, "more.gdl", base+more)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", more, err)
		}
	}
}
