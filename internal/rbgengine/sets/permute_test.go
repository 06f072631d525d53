package sets

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// permutes returns the number of permute instructions of a game.
func permutes(t *testing.T, g *Game) int {
	var b bytes.Buffer
	if err := g.WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	return strings.Count(b.String(), "  permute ")
}

// likeReference compares a game with the reference.
func likeReference(t *testing.T, rules *rbg.Game, plies int) *Game {
	t.Helper()
	ref, err := rbgref.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(context.Background(), rules, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (enginecompare.Comparison{Plies: plies, Seed: 1}).Run(context.Background(), ref, g); err != nil {
		t.Errorf("%v\n%s", err, rules.File.Text())
	}
	return g
}

// TestPermute moves pieces that are carried round at once: on a board with
// corners, where some cells are too close to the edge, and on a ring.
func TestPermute(t *testing.T) {
	const steps = "up + down + left + right"
	square := rbgenginetest.Rotating(rbgenginetest.Board("ewbe", "bwee", "ewbb", "wwbe"), steps, "right;down;left;up", "down right;up;left left;right")
	if n := permutes(t, likeReference(t, rbgenginetest.Parse(t, square), 60)); n != 4 {
		t.Errorf("there are %d permutations, want 4", n)
	}
	ring := rbgenginetest.Rotating("a[e]{r:b} b[w]{r:c} c[b]{r:d} d[b]{r:a}", "r", "r;r;r;r", "r;r;r r r;r", "r;r;r;r;r;r")
	if n := permutes(t, likeReference(t, rbgenginetest.Parse(t, ring), 60)); n != 4 {
		t.Errorf("there are %d permutations on a ring, want 4: the second way moves two pieces only", n)
	}
	// The third cell is the first if the keeper begins on one of two cells only.
	mixed := rbgenginetest.Rotating("a[e]{r:b} b[w]{r:a} c[b]{r:d} d[b]{r:e} e[w]{r:a}", "r", "r;r;r")
	if n := permutes(t, likeReference(t, rbgenginetest.Parse(t, mixed), 60)); n != 0 {
		t.Errorf("there are %d permutations where cells may be the same, want none", n)
	}
}

// TestPermuteRandom carries pieces along random paths.
func TestPermuteRandom(t *testing.T) {
	found := 0
	for tries := 0; found == 0 && (tries == 0 || !testing.Short()); tries++ {
		if tries == 10 {
			t.Fatal("no pieces changed their places at once")
		}
		rapid.Check(t, func(rt *rapid.T) {
			cells := func(n int, letters string) (s string) {
				for range n {
					s += string(letters[rapid.IntRange(0, len(letters)-1).Draw(rt, "cell")])
				}
				return s
			}
			board, labels := "", []string{"up", "down", "left", "right", "up right", "left left"}
			if rapid.Bool().Draw(rt, "graph") {
				labels = []string{"up", "right"}
				n := rapid.IntRange(2, 6).Draw(rt, "nodes")
				for i, c := range cells(n, "ewb") {
					board += fmt.Sprintf("v%d[%c]{up: v%d, right: v%d} ", i, c, rapid.IntRange(0, n-1).Draw(rt, "to"), (i+1)%n)
				}
			} else {
				rows := make([]string, rapid.IntRange(1, 5).Draw(rt, "height"))
				wide := rapid.IntRange(2, 6).Draw(rt, "width")
				for y := range rows {
					rows[y] = cells(wide, "eewwbb.")
				}
				rows[0] = "e" + rows[0][1:]
				board = rbgenginetest.Board(rows...)
			}
			var ways []string
			for range rapid.IntRange(1, 2).Draw(rt, "ways") {
				var way []string
				for range rapid.IntRange(1, 7).Draw(rt, "steps") {
					way = append(way, rapid.SampledFrom(labels).Draw(rt, "step"))
				}
				ways = append(ways, strings.Join(way, ";"))
			}
			all := "up + right"
			if len(labels) > 2 {
				all += " + down + left"
			}
			found += permutes(t, likeReference(t, rbgenginetest.Parse(t, rbgenginetest.Rotating(board, all, ways...)), 20))
		})
	}
}
