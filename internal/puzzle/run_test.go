package puzzle

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/players/basic"
	"ludex/library"
	"ludex/player"
	"ludex/player/mcts"
)

func search() player.Player { return mcts.NewPlayer(mcts.Defaults()) }

func TestRun(t *testing.T) {
	s, err := Read("small.toml", small)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	answers, err := Run(t.Context(), s, NewOpener("."), Options{New: search, Nodes: 300, Seed: 1, Progress: func(Answer) { told++ }})
	if err != nil || len(answers) != 1 || told != 1 {
		t.Fatalf("%v: %+v", err, answers)
	}
	if a := answers[0]; !a.Solved || a.Move != "(mark 1 3)" || a.Number != 1 || a.Analysis == nil || a.Analysis.Nodes == 0 {
		t.Errorf("%+v", a)
	}
	if got := CountScores(answers); len(got) != 1 || got[0] != (Score{"tictactoe", 1, 1}) {
		t.Errorf("%+v", got)
	}
	answers, err = Run(t.Context(), s, NewOpener("."), Options{New: func() player.Player { return new(basic.Legal) }})
	if err != nil || len(answers) != 1 || answers[0].Analysis != nil {
		t.Errorf("%v: %+v", err, answers)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answers, err := Run(ctx, s, NewOpener("."), Options{New: search}); !errors.Is(err, context.Canceled) || len(answers) != 0 {
		t.Errorf("%v: %+v", err, answers)
	}
}

// TestSet sets puzzles up: from facts, from moves in several languages, from a
// file of rules, and with mistakes.
func TestSet(t *testing.T) {
	folder := t.TempDir()
	entry, _ := library.Lookup("nim")
	if err := os.WriteFile(filepath.Join(folder, "mine.kif"), entry.Rules(), 0o644); err != nil {
		t.Fatal(err)
	}
	open := NewOpener(folder)
	const late = "(heap a 1) (heap b 1) (heap c 2) (control second)"
	tests := []struct {
		name, want string
		puzzle     Puzzle
	}{
		{"facts", "", Puzzle{Game: "nim", State: late, Role: "second", Best: []string{"(take c 2)"}}},
		{"a file", "", Puzzle{Game: "mine.kif", Moves: "(take a 1)", Role: "second", Best: []string{"(take a 1)"}}},
		{"a boardgame", "", Puzzle{Game: "tictactoe-rbg", Moves: "b2; a1", Role: "white", Best: []string{"c3"}}},
		{"no game", "the game nothing", Puzzle{Game: "nothing"}},
		{"real time", "real time", Puzzle{Game: "chicken"}},
		{"no state", "heap", Puzzle{Game: "nim", State: "(heap a 77)"}},
		{"no facts", "state", Puzzle{Game: "nim", State: "(heap"}},
		{"no move", "step 1", Puzzle{Game: "nim", Moves: "(take a 9)"}},
		{"no moves", "step 1", Puzzle{Game: "nim", Moves: "((("}},
		{"no boardgame's move", "step 1", Puzzle{Game: "tictactoe-rbg", Moves: "z9"}},
		{"no role", `there is no role "third"`, Puzzle{Game: "nim", Role: "third"}},
		{"no best", "(take a 9) is no legal move of first", Puzzle{Game: "nim", Role: "first", Best: []string{"(take a 9)"}}},
		{"over", "the play is over", Puzzle{Game: "nim", State: "heap(a,0) heap(b,0) heap(c,0) control(first)", Role: "first"}},
		{"no choice", "all 1 moves of second are best", Puzzle{Game: "nim", Role: "second", Best: []string{"noop"}}},
	}
	for _, test := range tests {
		_, err := test.puzzle.Set(t.Context(), open)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: the error is %v, want %q", test.name, err, test.want)
		}
	}
}
