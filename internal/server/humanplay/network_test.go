package humanplay

import (
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/player"
)

// The usual opponent and the adviser use the network of a game: the one of chess, with
// which a knight is not developed to the edge.
func TestNetwork(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	const opening = "e2e4; e7e6"
	s, _ := openTurns(t, Options{
		Entry: entry(t, "chess"), Nodes: 3000, Clock: time.Minute, Moves: opening, Opponents: map[string]string{"": ""},
	})
	v := mine(t, s)
	if v.Seats[1].Player != "auto" {
		t.Errorf("the opponent is %+v", v.Seats[1])
	}
	do(t, s, Action{Kind: DoHint})
	do(t, s, Action{Kind: DoEvaluate, On: true})
	v = await(t, s, func(v View) bool { return v.Hint != nil && !v.Hint.Thinking && v.Evaluation != nil })
	if v.Hint.Move == 0 || v.Moves[v.Hint.Move-1].Text == "b1a3" {
		t.Errorf("the hint is %+v", v.Hint)
	}
	p, err := Prepare(t.Context(), entry(t, "chess"), true)
	if err != nil {
		t.Fatal(err)
	}
	makers, err := p.Makers([]string{"auto", "auto"})
	if err != nil {
		t.Fatal(err)
	}
	adviser, err := PlayerNamed("auto")
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []player.Player{makers[1]().(player.Player), adviser()} {
		if err := made.Start(t.Context(), player.Setup{Game: p.Game.(game.Game), Role: 1, Nodes: 100}); err != nil {
			t.Fatal(err)
		}
		if note := player.NoteOf(made); !strings.Contains(note, "with the network") {
			t.Errorf("the player says %q", note)
		}
		made.Stop()
	}
}
