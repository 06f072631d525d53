package lines_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/session"
	"ludex/internal/terminal/lines"
	"ludex/match"
	"ludex/player"
)

// playLines plays a game of the library in lines, against a player that makes the first
// legal move, and returns the output.
func playLines(t *testing.T, name, typed string) string {
	t.Helper()
	s := begin(t, t.Context(), name)
	var out strings.Builder
	err := lines.Run(t.Context(), s, lines.Options{In: strings.NewReader(typed), Out: &out, Echo: true, Width: 60})
	if err != nil {
		t.Error(err)
	}
	return out.String()
}

func begin(t *testing.T, ctx context.Context, name string) *session.Seat {
	t.Helper()
	g := playertest.Open(t, name)
	names := make([]string, len(g.Roles()))
	for i := range names {
		names[i] = "legal"
	}
	s, err := session.Sit(ctx, session.Options{
		Config: match.Config{Game: g, Seed: 1}, Title: name, Names: names,
		Opponent: func(game.Role) player.Player { return basic.Legal{} },
		Adviser:  func() player.Player { return basic.Legal{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestGame(t *testing.T) {
	got := playLines(t, "tictactoe", "5\nmark 1 2\n")
	want := `tictactoe: you are white, black is legal

(cell 1 1 blank)  (cell 2 2 blank)  (cell 3 3 blank)
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("it begins with\n%s", got)
	}
	for _, want := range []string{
		"your move\n1: (mark 1 1)  2: (mark 1 2)  3: (mark 1 3)  4: (mark 2 1)\n",
		"> 5\nblack is thinking …\n1. white (mark 2 2)\n2. black (mark 1 1)\n\n",
		"> mark 1 2\nblack is thinking …\n3. white (mark 1 2)\n4. black (mark 1 3)\n\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if !strings.HasSuffix(got, "\n> \n") {
		t.Errorf("it ends with %q", got[len(got)-20:])
	}
}

func TestCommands(t *testing.T) {
	got := playLines(t, "tictactoe", "\nundo\n5\nundo\nmoves mark 2\nmoves x\nhint\neval\nboard\nhelp\nnonsense\nresign\n1\nnew\nswap\nquit\n5\n")
	for _, want := range []string{
		"> undo\nthere is nothing to take back",
		"> undo\n\n(cell 1 1 blank)",
		"> moves mark 2\n4: (mark 2 1)\n5: (mark 2 2)\n6: (mark 2 3)\n> ",
		"> moves x\nno legal move is like that\n",
		"> hint\nno hint\n",
		"> eval\nno hint\n",
		"> board\n(cell 1 1 blank)",
		"> help\nA number or the beginning",
		"> nonsense\n\"nonsense\" is neither",
		"you resigned\n",
		"> 1\nthe game is over",
		"> swap\nyou are black, white is legal\nwhite is thinking …\n1. white (mark 1 1)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if !strings.HasSuffix(got, "> quit\n") {
		t.Error("it did not end with quit")
	}
}

func TestManyMoves(t *testing.T) {
	got := playLines(t, "amazons", "moves d1d\n")
	if !strings.Contains(got, " legal moves; \"moves\" and a beginning lists some\n") || strings.Count(got, ": d1d") < 10 {
		t.Errorf("\n%s", got)
	}
}

// TestStopped checks that a game ends with its context while it waits for a line.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := begin(t, ctx, "tictactoe")
	in := readerFunc(func([]byte) (int, error) {
		cancel()
		return 0, ctx.Err()
	})
	if err := lines.Run(ctx, s, lines.Options{In: in, Out: io.Discard}); err != nil {
		t.Error(err)
	}
}

var errPipe = errors.New("the pipe is broken")

func TestBrokenOutput(t *testing.T) {
	s := begin(t, t.Context(), "tictactoe")
	out := writerFunc(func([]byte) (int, error) { return 0, errPipe })
	if err := lines.Run(t.Context(), s, lines.Options{In: strings.NewReader("5\n"), Out: out}); !errors.Is(err, errPipe) {
		t.Errorf("it ended with %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
