package library_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/library"
)

// TestTwoLanguages compares the descriptions of a game in GDL and in RBG: counts, legal
// moves and results of random plays.
func TestTwoLanguages(t *testing.T) {
	tests := []struct {
		gdl, rbg string
		depth    int
		pair
	}{
		{"tictactoe", "tictactoe-rbg", 6, pair{
			text:  func(w []string) string { return cellText(w[1], w[2]) },
			short: func(text string) string { return text },
		}},
		{"connectfour", "connectfour-rbg", 4, pair{
			text:  func(w []string) string { return cellText(w[1], "") },
			short: func(text string) string { return text[:1] }, // GDL says the column only
		}},
		{"breakthrough", "breakthrough-rbg", 3, pair{
			text:  func(w []string) string { return cellText(w[1], w[2]) + cellText(w[3], w[4]) },
			short: func(text string) string { return text },
		}},
	}
	for _, tt := range tests {
		t.Run(tt.gdl, func(t *testing.T) {
			p := &tt.pair
			p.a, p.b = openGDL(t, tt.gdl), openGame(t, tt.rbg)
			p.compareCounts(t, tt.depth)
			for seed := range uint64(few(25)) {
				p.compare(t, game.NewRand(seed))
			}
		})
	}
}

// cellText makes a1 of 1 and 1.
func cellText(column, row string) string {
	n, _ := strconv.Atoi(column)
	return string(rune('a'+n-1)) + row
}

func openGDL(t *testing.T, name string) game.Game {
	t.Helper()
	g, _ := library.Lookup(name)
	p, _ := readGame(t, g)
	opened, err := gdlengine.Open(t.Context(), p, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return opened.Game
}

// A pair is one game in two languages.
type pair struct {
	a, b  game.Game                   // in GDL and in RBG
	text  func(words []string) string // what is compared of a move of the GDL game
	short func(text string) string    // what is compared of a move of the RBG game
}

func (p *pair) compareCounts(t *testing.T, depth int) {
	counts, err := game.Perft(t.Context(), p.a, nil, depth, true)
	if err != nil {
		t.Fatal(err)
	}
	other, err := game.Perft(t.Context(), p.b, nil, depth, true)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(counts, other) {
		t.Errorf("counts are %v and %v", counts, other)
	}
}

// compare plays one random play in both languages.
func (p *pair) compare(t *testing.T, rand *game.Rand) {
	a, b := p.a.NewMachine(), p.b.NewMachine()
	s, u := a.Initial(nil), b.Initial(nil)
	for !a.Terminal(s) && !b.Terminal(u) {
		joint, texts := p.match(t, a, b, s, u)
		n := rand.Choose(len(texts))
		s, u = a.Next(s, joint[n].a, nil), b.Next(u, joint[n].b, nil)
	}
	if !a.Terminal(s) || !b.Terminal(u) {
		t.Fatalf("only one of the plays has ended in %v", p.b.Facts(u))
	}
	for r := range p.a.Roles() {
		if x, y := a.Goals(s, game.Role(r), nil), b.Goals(u, game.Role(r), nil); !slices.Equal(x, y) {
			t.Fatalf("%s gets %v and %v", p.a.Roles()[r], x, y)
		}
	}
}

type jointPair struct{ a, b []game.Move }

// match pairs the joint moves of both games.
func (p *pair) match(t *testing.T, a, b game.Machine, s, u game.State) (joint []jointPair, texts []string) {
	toJoint, own := legalTexts(p.b, b, u)
	for i, text := range own {
		texts = append(texts, p.short(text))
		joint = append(joint, jointPair{nil, toJoint(i)})
	}
	found := 0
	for r := range p.a.Roles() {
		for _, m := range a.Legal(s, game.Role(r), nil) {
			words := strings.Fields(strings.Trim(p.a.MoveText(game.Role(r), m), "()"))
			if len(words) == 1 {
				continue // noop
			}
			i := slices.Index(texts, p.text(words))
			if i < 0 {
				t.Fatalf("%v has no counterpart in %v", words, texts)
			}
			joint[i].a = p.withNoops(a, s, game.Role(r), m)
			found++
		}
	}
	if found != len(texts) {
		t.Fatalf("%d moves and %d moves in %v", found, len(texts), p.b.Facts(u))
	}
	return joint, texts
}

// withNoops completes a move to a joint move: the others have one move only.
func (p *pair) withNoops(m game.Machine, s game.State, mover game.Role, move game.Move) []game.Move {
	var joint []game.Move
	for r := range p.a.Roles() {
		joint = append(joint, m.Legal(s, game.Role(r), nil)[0])
	}
	joint[mover] = move
	return joint
}

// TestBreakthroughLastPawn captures the last pawn, which hardly ever happens in
// random plays.
func TestBreakthroughLastPawn(t *testing.T) {
	g := openGame(t, "breakthrough-rbg")
	m := g.NewMachine()
	s := setUp(t, g, m.Initial(nil), map[string]string{"c3": "whitePawn", "d4": "blackPawn"}, "empty", nil)
	for move, over := range map[string]bool{"c3d4": true, "c3c4": false} {
		next := m.Next(s, jointOf(t, g, m, s, move), nil)
		if m.Terminal(next) != over {
			t.Errorf("after %s terminal is %v", move, !over)
		}
		if scores := m.(game.Scorer).Scores(next, nil); over && !slices.Equal(scores, result(0)) {
			t.Errorf("the scores are %v", scores)
		}
	}
}
