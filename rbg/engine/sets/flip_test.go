package sets

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ludex/game"
	"ludex/rbg/engine/enginetest"
	"ludex/rbg/engine/reference"
)

// turning is a game in which rays of pieces are turned over, also from cells from
// which the way back does not end where it began.
const turning = `
#players = a(10), b(10)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,y,y,x,e,y,x,y,y,e] [e,x,y,y,e,x,y,e,e,x])
#anySquare = ((up* + down*)(left* + right*))
#can(me; opp; dir) = (dir {opp} dir ({opp} dir)* {me})
#turn(me; opp; dir; back) = ({! can(me; opp; dir)} + dir {opp} [me] dir ({opp} [me] dir)* {me} back ({me} back)* {e})
#all(me; opp) = (turn(me; opp; left; right) turn(me; opp; right; left) turn(me; opp; up; down) turn(me; opp; up right; down left))
#rules = (
    ->a anySquare {e, y} ->> all(x; y) [x]
    ->b anySquare {e, x} ->> all(y; x) [y]
  )*
`

// TestFlip holds keepers that turn rays over against the reference.
func TestFlip(t *testing.T) {
	rules := enginetest.Parse(t, turning)
	ref, err := reference.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	g := parseGame(t, turning)
	var b bytes.Buffer
	if err := g.WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "  flip "); n != 8 {
		t.Errorf("%d rays are turned over at once, want 8", n)
	}
	cmp := game.Comparison{Plies: 600, Seed: 1}
	if _, err := cmp.Run(context.Background(), ref, g); err != nil {
		t.Error(err)
	}
}
