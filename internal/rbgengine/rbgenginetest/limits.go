package rbgenginetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/rbg"
)

// Stones returns the rules of a game in which a move places four stones on a board
// of 20 times 20 cells: the first position has 2.5·10¹⁰ moves.
func Stones() string {
	row := "[" + strings.TrimSuffix(strings.Repeat("e,", 20), ",") + "]"
	return "#players = white(100), black(100)\n#pieces = e, w, b\n#variables =\n#board = rectangle(up,down,left,right," + strings.Repeat(row, 20) + `)
#place(piece) = ((up* + down*)(left* + right*)) {e} [piece]
#turn(me; piece) = ->me place(piece) place(piece) place(piece) place(piece)
#rules = (turn(white; w) turn(black; b))*
`
}

// RunLimits checks that an engine gives up on a huge position when the context ends, and
// when the moves take more memory than allowed.
func RunLimits(t *testing.T, open func(*rbg.Game, budget.Memory) (game.Game, error)) {
	t.Helper()
	g, err := open(Parse(t, Stones()), 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	m := g.NewMachine()
	s := m.Initial(nil)
	m.Bind(ended)
	if n := len(m.Legal(s, 0, nil)); n > 0 || !errors.Is(m.Err(), stopped) {
		t.Errorf("%d moves after the end, %v", n, m.Err())
	}
	m.Bind(t.Context())
	if m.Terminal(s) || m.Err() != nil {
		t.Errorf("after another end, the play is over: %v", m.Err())
	}
	if n := len(m.Legal(s, 0, nil)); n > 0 || !full(m.Err()) {
		t.Errorf("%d moves in 16 MB, %v", n, m.Err())
	}
	if _, err := game.Perft(ended, g, nil, 2, true); !errors.Is(err, context.Canceled) && !errors.Is(err, stopped) {
		t.Errorf("perft after the end: %v", err)
	}
	if _, err := game.Perft(t.Context(), g, nil, 2, true); !full(err) {
		t.Errorf("perft in 16 MB: %v", err)
	}
	if res, err := game.Playouts(t.Context(), g, game.PlayoutOptions{Time: time.Millisecond}); err != nil && !full(err) || res.Playouts > 0 {
		t.Errorf("playouts of a millisecond: %+v, %v", res, err)
	}
	if _, err := game.Playouts(t.Context(), g, game.PlayoutOptions{Count: 1}); !full(err) {
		t.Errorf("a playout in 16 MB: %v", err)
	}
}

// RunOver checks that playouts end in time if the initial position is terminal.
func RunOver(t *testing.T, open func(*rbg.Game, budget.Memory) (game.Game, error)) {
	t.Helper()
	g, err := open(Parse(t, "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = rectangle(up,down,left,right,[e,x])\n"+
		"#rules = (->a {x} [e] ->b up*)*\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	res, err := game.Playouts(t.Context(), g, game.PlayoutOptions{Time: time.Millisecond})
	if err != nil || res.States != 0 {
		t.Errorf("playouts of a millisecond: %+v, %v", res, err)
	}
}

// full reports whether an error says that the memory limit was reached.
func full(err error) bool {
	var memory *budget.MemoryError
	return errors.As(err, &memory)
}
