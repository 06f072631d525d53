package compiled

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
)

// Three steps a turn with any stones, in any order; a stone on a trap without a
// friend beside it is lost. What is pushed counts two steps. The line of the
// board is repeated, so that sets have as many words as is wanted.
const steps = `
#players = white(100), black(100)
#pieces = e, w, b, k
#variables = steps(3), turns(6), lost(1)
#line = [%s]
#board = rectangle(up,down,left,right, [%s] line line line [%s])
#anySquare = ((up* + down*)(left* + right*))
#near = (up + down + left + right)
#trap = ({w} ({? near {w}} + {! near {w}} [e] [$ lost=1]) + {b} ({? near {b}} + {! near {b}} [e] [$ lost=1]) + {e} + {k})
#traps = (anySquare left* {! left} up* {! up} right down trap right^2 trap down trap)
#go(me; dir) = (dir {e} [me])
#push(me; other; dir) = (dir {other} [e] dir {e} [other])
#step(me; other) = (anySquare {me} (
    [$ steps=steps-1] [e] (go(me; up) + go(me; down) + go(me; left) + go(me; right))
  + [$ steps=steps-2] [e] (push(me; other; up) down [me] + push(me; other; down) up [me]
      + push(me; other; left) right [me] + push(me; other; right) left [me] + push(me; k; up) down [me])
  ) traps)
#turn(me; other; side; score) = ([$ steps=3, lost=0] ->side ({$ steps > 0} step(me; other))*
    ({$ lost == 1} + {$ lost == 0} {$ steps < 3}) ->>
    ({$ turns < 6} [$ turns=turns+1] + {$ turns == 6} [$ white=score, black=100-score] ->> {}))
#rules = ->> (turn(w; b; white; 100) turn(b; w; black; 40))*
`

// stepGame returns the game on a board of a width.
func stepGame(width int) string {
	row := func(piece string) string {
		cells := make([]string, width)
		for k := range cells {
			cells[k] = "e"
			if k < 5 && k%2 == 0 {
				cells[k] = piece
			}
		}
		return strings.Join(cells, ",")
	}
	return fmt.Sprintf(steps, strings.Replace(row("e"), "e,e", "e,k", 1), row("b"), row("w"))
}

// TestShare compares moves that are found once for many orders of their steps with
// engines that find each of them.
func TestShare(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	widths := []int{5, 70}
	if rbgenginetest.Full() {
		widths = append(widths, 20)
	}
	for _, width := range widths {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			g := rbgenginetest.Parse(t, stepGame(width))
			s, err := sets.New(context.Background(), g, sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			files, err := source(t.Context(), g, s.Program())
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(files["moves.go"]), "m.share(") {
				t.Fatal("nothing is shared")
			}
			c := compile(t, g, Options{Through: true})
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (&enginecompare.Comparison{Plies: 12, Seed: 1}).Run(context.Background(), ref, c); err != nil {
				t.Error(err)
			}
			if _, err := (&enginecompare.Comparison{Plies: 100, Seed: 2}).Run(context.Background(), s, c); err != nil {
				t.Error(err)
			}
			samePlayouts(t, s, c, game.PlayoutOptions{Count: 50, Seed: 5})
		})
	}
}
