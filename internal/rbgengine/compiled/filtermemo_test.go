package compiled

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
)

// Two stones a turn: the second is tested on boards with the first, which is
// taken back. The second game has a board so wide that cells are tested one by
// one, and so full that there are many stones without liberties.

const twoInLine = `
#players = white(100), black(100)
#pieces = e, w, b
#variables =
#line = [e,e,e,e,e,e]
#board = rectangle(up,down,left,right, line line line line)
#anySquare = ((up* + down*)(left* + right*))
#winAt(piece) = ((left {piece})* (right {piece})^2 + (up {piece})* (down {piece})^2)
#place(me; opp; piece) = (anySquare {e} [piece] ({! winAt(piece)} + {? winAt(piece)} [$ me=100, opp=0] ->> {}))
#rules = [$ white=50, black=50]
  ( ->white place(white; black; w)^2 ->black place(black; white; b)^2 )*
`

const twoWithLiberties = `
#players = white(100), black(100)
#pieces = e, w, b
#variables =
#board = rectangle(up,down,left,right,
  [b,b,b,e,w,w,e,w,w,b,w,w,b,b,w,w,e,w,b]
  [b,w,b,w,w,w,w,w,w,e,e,w,w,w,w,b,b,w,b]
  [w,w,w,b,b,e,b,b,w,w,b,w,b,b,e,b,w,b,b]
  [b,w,b,w,w,w,w,e,b,e,b,b,e,b,b,b,b,e,w]
  [e,w,w,w,w,w,b,b,b,b,b,w,w,b,b,e,b,w,w]
  [b,b,b,w,b,b,b,w,b,b,b,w,w,w,b,w,w,e,w]
  [b,b,e,w,b,b,w,b,w,e,e,w,b,w,w,w,b,w,w]
  [b,b,w,e,b,b,w,w,w,b,w,w,b,w,b,b,w,b,w]
  [w,b,b,w,w,b,w,w,w,b,b,b,b,b,w,b,e,b,b]
  [b,b,w,b,b,b,w,e,w,b,b,b,b,w,b,b,b,b,b]
  [b,b,b,w,w,b,b,b,w,b,w,w,b,w,b,w,b,w,b]
  [b,b,b,b,e,w,w,w,w,w,w,e,w,w,w,e,w,w,b]
  [w,w,w,b,e,b,w,b,b,w,w,w,b,e,b,b,b,b,w]
  [b,b,e,b,b,w,b,b,b,b,b,b,w,b,b,b,b,w,w])
#anySquare = ((up* + down*)(left* + right*))
#next(piece) = ((up + down + left + right) {piece})
#free(piece) = (next(piece)* next(e))
#place(mine; other) = (anySquare {e} [mine] {? {? free(mine)} + next(other) {! free(other)} })
#rules = ( ->white place(w; b)^2 [$ white=100, black=0] ->black place(b; w)^2 [$ white=0, black=100] )*
`

// TestFilterMemo compares engines with memoised patterns with engines without memo tables.
func TestFilterMemo(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for name, text := range map[string]string{"line": twoInLine, "liberties": twoWithLiberties} {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, text)
			c := compile(t, g, Options{Through: true})
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (&enginecompare.Comparison{Plies: 4, Seed: 1}).Run(context.Background(), ref, c); err != nil {
				t.Error(err)
			}
			s, err := sets.New(context.Background(), g, sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			samePlayouts(t, s, c, game.PlayoutOptions{Count: 20, Seed: 5})
		})
	}
}
