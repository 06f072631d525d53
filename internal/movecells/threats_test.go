package movecells_test

import (
	"strings"
	"testing"
)

func TestThreats(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, tt := range []struct{ game, moves, want string }{
		{"tictactoe", "", ""},
		{"tictactoe", "(mark 1 1) noop;noop (mark 2 1);(mark 3 3) noop;noop (mark 2 2)", "black b3: 2,3"},
		{"tictactoe-rbg", "a1;b1;c3;b2", "black b3: b3"},
		{"breakthrough", "", ""},
		{"chess", "", ""},
		{"chess", "e2e4;e7e5;a2a3;d8f6;b2b3;f8c5", "black Qxf2: f6 f2"}, // would mate
		{"kuhnpoker", "", ""},
		{"rockpaperscissors", "", ""},
	} {
		f := open(t, tt.game)
		state, role, _ := f.after(t, tt.moves)
		var texts []string
		for _, x := range f.finder.Threats(f.m, state, role) {
			texts = append(texts, f.game.Roles()[x.Role]+" "+x.Name+": "+strings.Join(x.Cells, " "))
		}
		if got := strings.Join(texts, ", "); got != tt.want || f.m.Err() != nil {
			t.Errorf("%s after %s: %q, want %q (%v)", tt.game, tt.moves, got, tt.want, f.m.Err())
		}
	}
}
