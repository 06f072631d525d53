package sets

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
)

// leapText is a game of chains of jumps over some pieces to free cells. Ways are given twice:
// as steps before and behind the cell that is jumped over.
const leapText = `
#players = white(100), black(100)
#pieces = e, w, b, x
#variables =
#board = %s
#any = ((up* + down*)(left* + right*))
#leap = (%s)
#turn(me; mine) = (
    ->me any {mine} [e] (leap (leap)* + (up + down + left + right) {e}) [mine] ->> any {mine} [$ me = 50]
  )
#rules = ( turn(white; w) turn(black; b) )*
`

// TestLeaps compares chains of jumps, along lines and around corners, with the reference on
// boards of up to five words.
func TestLeaps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(2, 20).Draw(rt, "width")
		rows := make([]string, rapid.IntRange(1, 14).Draw(rt, "height"))
		for y := range rows {
			var row strings.Builder
			for range width {
				row.WriteByte(rapid.SampledFrom([]byte("eeewbx.")).Draw(rt, "cell"))
			}
			rows[y] = row.String()
		}
		rows[0] = "wb" + rows[0][2:]
		steps := rapid.SampledFrom([]string{"up", "down", "left", "right", "up right", "down left", "left left"})
		over := rapid.SampledFrom([]string{"w", "b", "x", "w, b", "w, b, x", "e, x"})
		ways := make([]string, rapid.IntRange(1, 6).Draw(rt, "ways"))
		for i := range ways {
			before := steps.Draw(rt, "before")
			behind := before
			if rapid.IntRange(0, 3).Draw(rt, "corner") == 0 {
				behind = steps.Draw(rt, "behind")
			}
			ways[i] = fmt.Sprintf("%s {%s} %s {e}", before, over.Draw(rt, "over"), behind)
		}
		text := fmt.Sprintf(leapText, rbgenginetest.Board(rows...), strings.Join(ways, " + "))
		rules := rbgenginetest.Parse(t, text)
		ref, err := rbgref.New(rules)
		if err != nil {
			rt.Fatal(err)
		}
		g, err := New(context.Background(), rules, Options{})
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 12, Seed: 1}).Run(context.Background(), ref, g); err != nil {
			rt.Errorf("%v\n%s", err, text)
		}
	})
}
