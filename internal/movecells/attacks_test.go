package movecells_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/library"
)

// A piece that no move may leave attacked is found from the rules alone.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, tt := range []struct{ game, moves, want string }{
		{"chess", "", ""},
		{"chess", "e2e4;f7f6;d1h5", "black king on e8 by h5"},
		{"chess", "e2e4;f7f6;d1h5;g7g6", ""},
		{"chess", "e2e4;e7e5;f1c4;d7d6;c4f7", "black king on e8 by f7"},
		{"chess", "e2e4;f7f5;e4f5;e7e5;d1e2;e8f7;g1f3;b8c6;f3e5", "black king on f7 by e5"},
		{"chess", "e2e4;d7d5;e4d5;e7e6;d1e2;b8c6;b1c3;c6b4;c3b5;b4c2", "white king on e1 by c2"},
		{"chess-kingcapture", "e2e4;f7f6;d1h5", ""}, // kings may be left where they are
		{"breakthrough-rbg", "", ""},
		{"go", "e5", ""},
		{"draughts", "b6a5", ""},
	} {
		f := open(t, tt.game)
		state, _, _ := f.after(t, tt.moves)
		var texts []string
		for _, a := range f.finder.Attacks(t.Context(), state) {
			texts = append(texts, a.Name+" by "+strings.Join(a.By, " "))
		}
		if got := strings.Join(texts, ", "); got != tt.want {
			t.Errorf("%s after %s: %q, want %q", tt.game, tt.moves, got, tt.want)
		}
	}
}

// Random plays meet attacks only in games with check, and nothing that is no attack.
func TestAttacksInLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	some := strings.Fields("amazons chess draughts go minishogi morris racingkings reversi tablut")
	want := "chess minishogi"
	if os.Getenv("LUDEX_FULL") != "" {
		some, want = nil, "chess kingofthehill knightmate losalamos makruk minichess minishogi"
	}
	var met []string
	for _, entry := range library.Games() {
		if entry.IsRBG() && (some == nil || slices.Contains(some, entry.Name)) && attacksMet(t, entry.Name) {
			met = append(met, entry.Name)
		}
	}
	if got := strings.Join(met, " "); got != want {
		t.Errorf("attacks in %s, want %s", got, want)
	}
}

// attacksMet reports whether a random play has a position with an attack.
func attacksMet(t *testing.T, name string) bool {
	const steps = 100
	f := open(t, name)
	random := game.NewRand(1)
	state := f.m.Initial(nil)
	legal := make([][]game.Move, len(f.game.Roles()))
	for range steps {
		if len(f.finder.Attacks(t.Context(), state)) > 0 {
			return true
		}
		if f.m.Terminal(state) {
			state = f.m.Initial(nil)
		}
		if game.LegalMoves(f.game, f.m, state, legal) != nil {
			return false // there are too many moves
		}
		joint := make([]game.Move, len(legal))
		for r, list := range legal {
			joint[r] = list[random.Choose(len(list))]
		}
		state = f.m.Next(state, joint, nil)
	}
	return false
}
