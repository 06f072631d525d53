package learn_test

import (
	"bytes"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
)

// Games that hide information are learned from views: equal seeds give equal networks,
// with any number of threads, and a file has what is needed.
func TestViewsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	var a, b bytes.Buffer
	if err := learned(t, "kuhnpoker", 1, 5).Model.Write(&a); err != nil {
		t.Fatal(err)
	}
	if err := learned(t, "kuhnpoker", 3, 5).Model.Write(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the network depends on the number of threads")
	}
	m, err := learn.Read(&a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.For(playertest.Open(t, "kuhnpoker")); err != nil {
		t.Error(err)
	}
	if _, err := m.For(playertest.Open(t, "leducpoker")); err == nil {
		t.Error("the network fits another game")
	}
}

// Who has the king at Kuhn poker and is bet at, calls; who has the jack, folds. The cards
// of the opponent and what it does not see do not matter, since a viewer is not told.
func TestViewsLearned(t *testing.T) {
	g := game.Fixed(playertest.Open(t, "kuhnpoker"))
	l := learned(t, "kuhnpoker", 1, 150)
	for card, want := range map[string]string{"jack": "fold", "king": "call"} {
		legal, values := answerToBet(t, g, l, card)
		best := 0
		for i := range values {
			if values[i] > values[best] {
				best = i
			}
		}
		if got := g.MoveText(1, legal[best]); got != want {
			t.Errorf("with the %s: %s, values %v", card, got, values)
		}
	}
}

// answerToBet returns the moves of the second player with a card after the first one bet,
// and what they are worth.
func answerToBet(t *testing.T, g game.Game, l *learn.Learner, card string) ([]game.Move, []float64) {
	t.Helper()
	m := g.NewMachine()
	v := learn.NewViewer(g, l.Model.Net)
	state := m.Initial(nil)
	other := map[string]string{"jack": "king", "king": "jack"}[card]
	for _, texts := range [][]string{{"noop", "noop", "(deal " + other + " " + card + ")"}, {"bet", "noop", "noop"}} {
		joint := make([]game.Move, len(texts))
		for r, text := range texts {
			var err error
			if joint[r], err = game.FindMove(g, m, state, game.Role(r), text); err != nil {
				t.Fatal(err)
			}
		}
		v.Extend(1, joint[1], m.Percepts(state, joint, 1, nil))
		state = m.Next(state, joint, nil)
	}
	legal := m.Legal(state, 1, nil)
	values := make([]float64, len(legal))
	v.Values(1, legal, func(i int, goal float64) { values[i] = goal })
	return legal, values
}
