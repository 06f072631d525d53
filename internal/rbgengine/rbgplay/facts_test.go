package rbgplay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/rbg"
)

func TestFacts(t *testing.T) {
	g := stubGame(2)
	m := g.NewMachine()
	s := m.Initial(nil)
	s = m.Next(s, []game.Move{0, m.Legal(s, 1, nil)[1]}, nil)
	want := "(at b1) (cell a1 empty) (cell b1 black) (control white) (switch 3) (value black 1) (value moves 1) (value white 0)"
	if got := strings.Join(g.Facts(s), " "); got != want {
		t.Errorf("the facts are %s, want %s", got, want)
	}
}

func TestParseState(t *testing.T) {
	good := []string{"(at b1)", "(cell a1 empty)", "(cell b1 black)", "(control white)", "(switch 3)",
		"(value black 1)", "(value moves 1)", "(value white 0)"}
	replace := func(old string, facts ...string) []string {
		i := slices.Index(good, old)
		return append(slices.Concat(good[:i], good[i+1:]), facts...)
	}
	for _, c := range []struct {
		facts []string
		want  string
	}{
		{good, ""},
		{replace("(at b1)", " ( at  b1 ) "), ""},
		{replace("(cell a1 empty)", "(cell rx0y0 empty)"), ""},
		{replace("(at b1)"), "there is no fact (at …)"},
		{replace("(switch 3)"), "there is no fact (switch …)"},
		{replace("(control white)"), "there is no fact (control …)"},
		{replace("(cell a1 empty)"), "no fact says what lies on cell a1"},
		{replace("(value black 1)"), "no fact says the value of black"},
		{append(slices.Clone(good), "(at a1)"), `(at a1): "at" is there twice`},
		{append(slices.Clone(good), "(cell a1 white)"), "(cell a1 white): cell a1 is there twice"},
		{append(slices.Clone(good), "(value white 0)"), "(value white 0): variable white is there twice"},
		{append(slices.Clone(good), "(cell c1 white)"), `(cell c1 white): there is no cell "c1"`},
		{append(slices.Clone(good), "(cell a1 red)"), `(cell a1 red): there is no piece "red"`},
		{append(slices.Clone(good), "(value red 1)"), `(value red 1): there is no variable "red"`},
		{append(slices.Clone(good), "(step 1)"), "(step 1): unknown fact; a state has"},
		{append(slices.Clone(good), "(cell a1)"), "(cell a1): unknown fact; a state has"},
		{append(slices.Clone(good), "at a1"), "at a1: a fact of a state is written like (at a1)"},
		{append(slices.Clone(good), "()"), "(): a fact of a state is written like (at a1)"},
		{append(slices.Clone(good), "("), "(: a fact of a state is written like (at a1)"},
		{replace("(value black 1)", "(value black 11)"), "(value black 11): the value of black is a number from 0 to 10"},
		{replace("(value black 1)", "(value black -1)"), "(value black -1): the value of black is a number from 0 to 10"},
		{replace("(switch 3)", "(switch 2)"), "(switch 2): the rules have no switch with this index"},
		{replace("(switch 3)", "(switch 99)"), "(switch 99): the rules have no switch with this index"},
		{replace("(switch 3)", "(switch one)"), "(switch one): the rules have no switch with this index"},
		{replace("(switch 3)", "(switch 1)"), "(control white) contradicts (switch 1), after which black is to move"},
		{replace("(switch 3)", "(switch 0)"), "(control white) contradicts (switch 0), after which keeper is to move"},
	} {
		g := stubGame(2)
		s, err := g.ParseState(c.facts)
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: the error is %v, want %s", c.facts, err, c.want)
			}
		case err != nil || !slices.Equal(g.Facts(s), good):
			t.Errorf("%v: %v", c.facts, err)
		}
	}
}

// TestKeeperStates takes a state with the keeper to move only if the keeper can
// do nothing.
func TestKeeperStates(t *testing.T) {
	facts := func(index int) []string {
		return []string{"(at a1)", "(cell a1 empty)", "(control keeper)", fmt.Sprintf("(switch %d)", index),
			"(value black 0)", "(value moves 0)", "(value white 0)"}
	}
	g := stubGame(1)
	if _, err := g.ParseState(facts(0)); err == nil || !strings.Contains(err.Error(), "the keeper still has a move") {
		t.Errorf("the error is %v", err) // the stub's keeper has moves at the beginning
	}
	s, err := g.ParseState(facts(toKeeper))
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine().(*Machine)
	if !m.Terminal(s) || legalTexts(g, m, s, 0) != Noop || !slices.Equal(m.Next(s, []game.Move{0, 0}, nil), s) || m.Err() != nil {
		t.Error("the play should be over")
	}
}

// anyGame draws rules whose states have an unusual layout.
func anyGame(t *rapid.T) *rbg.Game {
	g := line(rapid.IntRange(1, 20).Draw(t, "cells"))
	for i := range rapid.IntRange(0, 4).Draw(t, "variables") {
		g.Variables = append(g.Variables, rbg.Variable{Name: fmt.Sprint("v", i), Bound: 2147483647})
	}
	for i := range rapid.SampledFrom([]int{0, 253, 254, 400}).Draw(t, "pieces") {
		g.Pieces = append(g.Pieces, rbg.Piece{Name: fmt.Sprint("p", i)})
	}
	return g
}

// anyPosition draws a position with a player to move.
func anyPosition(t *rapid.T, g *rbg.Game) *Position {
	p := &Position{Switch: rapid.SampledFrom([]int32{toBlack, toWhite}).Draw(t, "switch")}
	p.Cell = int32(rapid.IntRange(0, len(g.Board.Cells)-1).Draw(t, "cell"))
	for range g.Board.Cells {
		p.Pieces = append(p.Pieces, uint16(rapid.IntRange(0, len(g.Pieces)-1).Draw(t, "piece")))
	}
	for i := range g.Variables {
		p.Values = append(p.Values, rapid.Int32Range(0, g.Bound(i)).Draw(t, "value"))
	}
	return p
}

// TestRoundTrips goes from a position to words and back, and to text and back.
func TestRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := anyGame(t)
		g := New(rules, "stub", 0, func() Reasoner { return &stub{game: rules} })
		p, q := anyPosition(t, rules), anyPosition(t, rules)
		s := g.State(p, nil)
		if len(s) != g.layout.Words {
			t.Fatalf("a state has %d words, not %d", len(s), g.layout.Words)
		}
		var back Position
		g.Position(s, &back)
		if fmt.Sprint(back) != fmt.Sprint(*p) {
			t.Fatalf("%v becomes %v", *p, back)
		}
		if same := slices.Equal(s, g.State(q, nil)); same != (fmt.Sprint(*p) == fmt.Sprint(*q)) {
			t.Fatalf("%v and %v have the same words: %v", *p, *q, same)
		}
		facts := rapid.Permutation(g.Facts(s)).Draw(t, "facts")
		if parsed, err := g.ParseState(facts); err != nil || !slices.Equal(parsed, s) {
			t.Fatalf("%v becomes %v, %v", s, parsed, err)
		}
	})
}

func FuzzParseState(f *testing.F) {
	g := stubGame(2)
	f.Add(strings.Join(g.Facts(g.NewMachine().Initial(nil)), "\n"))
	f.Add("(at a1)\n(cell a1 empty)\n()")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := g.ParseState(strings.Split(text, "\n"))
		if err != nil {
			return
		}
		if back, err := g.ParseState(g.Facts(s)); err != nil || !slices.Equal(back, s) {
			t.Errorf("%v becomes %v, %v", s, back, err)
		}
	})
}
