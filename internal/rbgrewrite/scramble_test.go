package rbgrewrite_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/internal/rbgrewrite"
	"ludex/internal/rbgtest"
	"ludex/rbg"
	"ludex/source"
)

const corridor = `
#players = left(2), right(3)
#pieces = e, stone, far
#variables = zeal(9), apple(5)
#board = first[e]{on: second} second[stone]{on: third, back: first} third[far]{back: second}
#rules = (->left (on {stone, far} [e] + {e} [far]) [$ apple = zeal + stone] {$ apple < 2}
          ->right {? back {e}} [stone, e] [$ right = 1, zeal = apple] ->>)*`

// read parses a text that must be a game.
func read(t rapid.TB, text string) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(source.NewFile("test.rbg", []byte(text)))
	if g == nil {
		t.Fatalf("%v in\n%s", list.Err(), text)
	}
	return g
}

func TestScramble(t *testing.T) {
	g := read(t, corridor)
	before := string(rbgformat.LowLevel(g))
	s, m := rbgrewrite.Scramble(g, 7)
	if string(rbgformat.LowLevel(g)) != before {
		t.Error("Scramble changed its argument")
	}
	for _, word := range []string{"left", "right", "e", "stone", "far", "zeal", "apple", "first", "second", "third", "on", "back"} {
		if m.Words[word] == "" {
			t.Errorf("%q has no new word", word)
		}
		if strings.Contains(" "+strings.NewReplacer("(", " ", "[", " ", "{", " ", "]", " ").Replace(string(rbgformat.LowLevel(s))), " "+word+" ") {
			t.Errorf("%q is still there", word)
		}
	}
	if len(m.Words) != 12 || len(m.Inverse().Words) != 12 {
		t.Errorf("%d words: %v", len(m.Words), m.Words)
	}
	if s.Board.Shape != rbg.Graph || len(s.Modifiers) != len(g.Modifiers) {
		t.Error("the board or the modifiers are not what they should be")
	}
	for i, e := range s.Modifiers {
		if e == nil || e.Index != i+1 || e.Kind != g.Modifiers[i].Kind || e.Span.IsValid() {
			t.Errorf("modifier %d is %+v", i+1, e)
		}
	}
}

// The words that a seed gives are part of the file format.
func TestScrambleWords(t *testing.T) {
	_, m := rbgrewrite.Scramble(read(t, corridor), 7)
	want := map[string]string{"left": "venja", "right": "glezelgor", "apple": "pedula"}
	for word, becomes := range want {
		if m.Words[word] != becomes {
			t.Errorf("%s became %s, want %s", word, m.Words[word], becomes)
		}
	}
	_, again := rbgrewrite.Scramble(read(t, corridor), 7)
	if !reflect.DeepEqual(m, again) {
		t.Error("one seed gives different words")
	}
	_, other := rbgrewrite.Scramble(read(t, corridor), 8)
	if reflect.DeepEqual(m.Words, other.Words) {
		t.Error("two seeds give the same words")
	}
}

// checkScramble scrambles a game by way of its text and back.
func checkScramble(t rapid.TB, g *rbg.Game, seed uint64) *rbg.Game {
	t.Helper()
	s, m := rbgrewrite.Scramble(g, seed)
	again := read(t, string(rbgformat.LowLevel(s)))
	if err := rbg.SameGame(s, again); err != nil {
		t.Fatalf("printed and read again: %v in\n%s", err, rbgformat.LowLevel(s))
	}
	back, err := rbgrewrite.ReadMap(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	unscrambled := back.Inverse().Apply(again)
	if err := rbg.SameGame(g, unscrambled); err != nil {
		t.Fatalf("scrambled and back: %v in\n%s", err, rbgformat.LowLevel(unscrambled))
	}
	if string(rbgformat.LowLevel(g)) != string(rbgformat.LowLevel(unscrambled)) {
		t.Fatal("the low-level text is another one after scrambling and back")
	}
	return again
}

func TestScrambleRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := read(t, rbgtest.Source(t))
		if canBeWritten(g) {
			checkScramble(t, g, rapid.Uint64().Draw(t, "seed"))
		}
	})
}

// canBeWritten reports whether every label has an edge; low-level text cannot
// name one that has none.
func canBeWritten(g *rbg.Game) bool {
	for _, edges := range g.Board.Edges {
		some := false
		for _, to := range edges {
			some = some || to != rbg.NoCell
		}
		if !some {
			return false
		}
	}
	return true
}

// TestScrambledCorpus counts positions of the public games, scrambled by way of
// their texts: the numbers must be the known ones.
func TestScrambledCorpus(t *testing.T) {
	games, counts := rbgenginetest.Counts(t)
	for seed, name := range games {
		t.Run(name, func(t *testing.T) {
			g := checkScramble(t, rbgenginetest.Read(t, name), uint64(seed))
			made, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range counts[name] {
				if row.Leaves > 5000 && (row.Depth > 1 || !rbgenginetest.Full()) {
					break
				}
				got, err := rbgenginetest.Perft(context.Background(), made, row.Depth)
				if err != nil || got.Leaves != row.Leaves || got.States != row.States {
					t.Errorf("depth %d: %+v, want %+v; error: %v", row.Depth, got, row, err)
				}
			}
		})
	}
}

func TestReadMapRefuses(t *testing.T) {
	tests := []struct{ words, want string }{
		{`"board":"x"`, "reserved word"},
		{`"x":"rectangle"`, "reserved word"},
		{`"1a":"x"`, "no name"},
		{`"a_b":"x"`, "no name"},
		{`"":"x"`, "empty"},
		{`"a":"x","b":"x"`, "both become"},
	}
	for _, tt := range tests {
		if m, err := rbgrewrite.ReadMap([]byte(`{"seed":1,"words":{` + tt.words + `}}`)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want an error with %q", tt.words, m, err, tt.want)
		}
	}
}

// TestScrambleAvoids scrambles a game whose names are words that the seed gives.
func TestScrambleAvoids(t *testing.T) {
	g := read(t, corridor)
	_, m := rbgrewrite.Scramble(g, 7)
	renamed := m.Apply(g)
	_, again := rbgrewrite.Scramble(renamed, 7)
	for from, to := range again.Words {
		if _, taken := m.Inverse().Words[to]; taken {
			t.Errorf("%q became %q, which is an old word", from, to)
		}
	}
}

func BenchmarkScramble(b *testing.B) {
	g := rbgenginetest.Read(b, "chess")
	for b.Loop() {
		rbgrewrite.Scramble(g, 1)
	}
}
