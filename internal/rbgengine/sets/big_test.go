package sets

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"ludex/game"
)

// TestLargeBoard plays on a board that is too large for tables of relations.
func TestLargeBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	row := "[e" + strings.Repeat(",e", 59) + "]"
	text := fmt.Sprintf(`
#players = a(100), b(100)
#pieces = e, x, o
#variables =
#board = rectangle(up,down,left,right, %s)
#anySquare = ((up* + down*)(left* + right*))
#turn(me; mine) = ->me anySquare {e} {! left {mine}} [mine] ->> up* {! up} left* {e, x, o} {! left}
#rules = (turn(a; x) turn(b; o))*
`, strings.Repeat(row, 50))
	g := parseGame(t, text)
	counts, err := g.Perft(context.Background(), nil, 2, false)
	if err != nil || counts[1].Leaves != 3000 || counts[2].Leaves != 3000*2999 {
		t.Errorf("%+v, %v", counts, err)
	}
	r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 2, MaxSteps: 100})
	if err != nil || r.Cut != 2 || r.States != 200 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestManyMoves plays games whose positions can have hundreds of thousands of
// moves, without listing them.
func TestManyMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, name := range []string{"arimaa_fixedPosition", "connect6"} {
		g := readGame(t, name)
		if _, err := g.Playouts(context.Background(), game.PlayoutOptions{Time: 500 * time.Millisecond}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
