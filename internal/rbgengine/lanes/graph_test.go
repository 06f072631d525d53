package lanes

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
)

// TestKeeperLoops has a keeper that moves again and again be refused, unless its way
// leads nowhere: rules say by a test that nothing can pass that a play is over.
func TestKeeperLoops(t *testing.T) {
	const text = `
#players = white(100), black(100)
#pieces = e, w, b
#variables = quiet(9)
#board = rectangle(up,down,left,right,[e,e,e][e,e,e])
#any = ((up* + down*)(left* + right*))
#turn(me; opp; piece) = (
    ({$ quiet < 5} ->me any {e} [piece] ->> [$ quiet = quiet + 1] + {$ quiet == 5} [$ me = 50, opp = 50] ->> %s)
  )
#rules = ( turn(white; black; w) turn(black; white; b) )*
`
	for end, loops := range map[string]bool{"{}": false, "[$ quiet = 6]": true} {
		rules := rbgenginetest.Parse(t, fmt.Sprintf(text, end))
		g, err := New(context.Background(), rules, Options{})
		var refused *RefusedError
		if errors.As(err, &refused) != loops || err != nil && !loops {
			t.Errorf("%s: the error is %v", end, err)
			continue
		}
		if loops {
			continue
		}
		ref, err := rbgref.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 20, Seed: 1}).Run(context.Background(), ref, g); err != nil {
			t.Error(err)
		}
	}
}
