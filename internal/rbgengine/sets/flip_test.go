package sets

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
)

// turning is a game in which rays of pieces are flipped, also from cells from
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

// TestFlip compares keepers that flip rays with the reference.
func TestFlip(t *testing.T) {
	rules := rbgenginetest.Parse(t, turning)
	ref, err := rbgref.New(rules)
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
	cmp := enginecompare.Comparison{Plies: 600, Seed: 1}
	if _, err := cmp.Run(context.Background(), ref, g); err != nil {
		t.Error(err)
	}
}

// TestFlipAtOnce flips rays without a test of the current cell where its contents
// are known, and compares that with the reference on random boards.
func TestFlipAtOnce(t *testing.T) {
	var b bytes.Buffer
	if err := parseGame(t, rbgenginetest.Turning("exye", "yxxe", "eyxe")).WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	// Six directions, two ways of two players.
	if n := strings.Count(b.String(), "  flip "); n != 24 || strings.Contains(b.String(), "  inclass ") {
		t.Errorf("%d rays are turned over at once, want 24, and no cell is looked at:\n%s", n, b.String())
	}
	rapid.Check(t, func(rt *rapid.T) {
		letters := rapid.SampledFrom([]string{"exy", "eexy", "exyxyxy", "exyxyxy.."}).Draw(rt, "letters")
		rows := make([]string, rapid.IntRange(1, 9).Draw(rt, "height"))
		wide := rapid.IntRange(2, 9).Draw(rt, "width")
		for y := range rows {
			for range wide {
				rows[y] += string(letters[rapid.IntRange(0, len(letters)-1).Draw(rt, "cell")])
			}
		}
		rows[0] = "e" + rows[0][1:]
		rules := rbgenginetest.Parse(t, rbgenginetest.Turning(rows...))
		ref, err := rbgref.New(rules)
		if err != nil {
			rt.Fatal(err)
		}
		g, err := New(context.Background(), rules, Options{})
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 20, Seed: 1}).Run(context.Background(), ref, g); err != nil {
			rt.Errorf("%v\n%s", err, strings.Join(rows, "\n"))
		}
	})
}
