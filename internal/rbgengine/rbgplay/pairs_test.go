package rbgplay

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
)

func TestPairs(t *testing.T) {
	g := stubGame(9)
	for text, want := range map[string]string{
		"1 2 9 7":      "",
		" 1\t2  3 3 ":  "",
		"":             "not with 0 numbers",
		"1 2 3":        "not with 3 numbers",
		"0 1":          `"0" is no cell`,
		"10 1":         `"10" is no cell`,
		"1 8":          `"8" is no index`,
		"1 x":          `"x" is no index`,
		"-1 1":         `"-1" is no cell`,
		"4294967297 1": `"4294967297" is no cell`,
	} {
		move, err := g.ParsePairs(text)
		if want == "" {
			if err != nil || PairsText(move) != strings.Join(strings.Fields(text), " ") {
				t.Errorf("%q becomes %q, %v", text, PairsText(move), err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
}

func TestFindActions(t *testing.T) {
	g := stubGame(3)
	m := g.NewMachine()
	s := m.Initial(nil)
	for _, move := range m.Legal(s, 1, nil) {
		actions, err := g.ParsePairs(PairsText(g.Actions(move)))
		if err != nil {
			t.Fatal(err)
		}
		if found, err := g.FindActions(m, s, 1, actions); err != nil || found != move {
			t.Errorf("%v is found as %v, %v", move, found, err)
		}
	}
	if _, err := g.FindActions(m, s, 1, []Action{{0, 1}}); err == nil || err.Error() != "1 1 is no legal move of black" {
		t.Errorf("the error is %v", err)
	}
	if g.Actions(0) != nil || g.Actions(game.Move(-3)) != nil {
		t.Error("noop does something")
	}
}

func FuzzParsePairs(f *testing.F) {
	g := stubGame(9)
	f.Add("1 2 9 7")
	f.Add("1 2 x")
	f.Fuzz(func(t *testing.T, text string) {
		move, err := g.ParsePairs(text)
		if err != nil {
			return
		}
		if back, err := g.ParsePairs(PairsText(move)); err != nil || !slices.Equal(back, move) {
			t.Errorf("%v becomes %v, %v", move, back, err)
		}
	})
}
