package session_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/session"
)

func TestRead(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	tests := map[string]string{ // the move, the command, or what is wrong
		"(mark 1 2)":  "(mark 1 2)",
		" MARK(1,2) ": "(mark 1 2)",
		"mark 1 2":    "(mark 1 2)",
		"3 2":         "(mark 3 2)",
		"9":           "(mark 3 3)",
		"0":           "the numbers go from 1 to 9",
		"10":          "the numbers go from 1 to 9",
		"mark 1":      "may mean (mark 1 1), (mark 1 2) or (mark 1 3)",
		"mark":        "and 3 more",
		"noop":        "neither a legal move nor a command",
		"()":          "no move was given",
		"undo":        "undo",
		":undo":       "undo",
		"q":           "quit",
		"?":           "help",
		"moves 1":     "moves",
		"undo 1":      "neither a legal move nor a command",
		"move":        "neither",
	}
	for line, want := range tests {
		in, err := s.Read(line)
		got := string(in.Command)
		switch {
		case err != nil:
			got = err.Error()
		case in.Command == session.DoMove:
			got = s.Text().Move(0, in.Move)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q means %q, want %q", line, got, want)
		}
	}
	if in, err := s.Read("moves mark 1"); err != nil || in.Rest != "mark 1" {
		t.Errorf("%+v, %v", in, err)
	}
}

// TestAwkwardMoves covers moves that look like numbers and commands.
func TestAwkwardMoves(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"x"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
		{Moves: [][]string{{"10", "2", "quit"}}, Next: map[string]int{}},
	}}
	s := begin(t, options(g))
	for line, want := range map[string]string{"2": "2", "10": "10", "quit": "quit", "1": "10", "3": "quit"} {
		in, err := s.Read(line)
		if err != nil || in.Command != session.DoMove || s.Text().Move(0, in.Move) != want {
			t.Errorf("%q: %+v, %v", line, in, err)
		}
	}
	if in, err := s.Read(":quit"); err != nil || in.Command != session.DoQuit {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestMatching(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	for typed, want := range map[string]int{"": 9, "mark": 9, "mark 2": 3, "mark(2,": 3, "2": 5, "2 2": 1, "x": 0} {
		if got := len(s.Choices().Matching(typed)); got != want {
			t.Errorf("%q fits %d moves, want %d", typed, got, want)
		}
	}
	for typed, want := range map[string]string{"": "(mark ", "m": "(mark ", "mark 2": "(mark 2 ", "mark 2 2": "(mark 2 2)", "x": "x"} {
		if got := s.Choices().Complete(typed); got != want {
			t.Errorf("%q becomes %q, want %q", typed, got, want)
		}
	}
}

// TestReadAnything checks that nothing that is typed does harm, and that a move
// that is read is legal.
func TestReadAnything(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.OneOf(rapid.String(), rapid.StringMatching(`[(]?[a-z:?]{0,5}[ (,]?[0-9 ,]{0,4}[)]?`)).Draw(rt, "line")
		in, err := s.Read(line)
		if (err == nil) == (in.Command == "") {
			rt.Errorf("%q: %+v, %v", line, in, err)
		}
		if in.Command == session.DoMove && int(in.Move) < 0 {
			rt.Errorf("%q is the move %d", line, in.Move)
		}
		if got := s.Choices().Complete(line); len(s.Choices().Matching(got)) > len(s.Choices().Matching(line)) {
			rt.Errorf("%q becomes %q, which fits more", line, got)
		}
	})
}
