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

// TestInvariant checks that the outcomes of a search are memoised for all moves
// of a position exactly if the moves change only a number that it reads.
func TestInvariant(t *testing.T) {
	rows := []string{"wbewb", "ebwbe", "wewbe", "ebebe"}
	for name, c := range map[string]struct {
		rules  rbgenginetest.Jumps
		steady bool
	}{
		"the most":                {rbgenginetest.Jumps{}, true},
		"not the least":           {rbgenginetest.Jumps{Test: "{$ seen < n}"}, true},
		"from afar":               {rbgenginetest.Jumps{Flying: true}, true},
		"stones are told apart":   {rbgenginetest.Jumps{Tells: true}, false},
		"counted too late":        {rbgenginetest.Jumps{Late: true}, false},
		"a variable changes":      {rbgenginetest.Jumps{Assigns: true}, false},
		"the keeper asks as well": {rbgenginetest.Jumps{Asks: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := parseGame(t, c.rules.Text(rows...))
			var b bytes.Buffer
			if err := g.WriteIR(&b); err != nil {
				t.Fatal(err)
			}
			want := 0
			if c.steady {
				want = 2 // one for each player
			}
			if n := strings.Count(b.String(), "  forget "); n != want {
				t.Errorf("%d patterns are remembered, want %d:\n%s", n, want, b.String())
			}
		})
	}
}

// TestChains follows jumps that cannot go in cycles for all stones at once,
// without applying them.
func TestChains(t *testing.T) {
	g := parseGame(t, rbgenginetest.Jumps{Ways: []string{"up right", "up left"}, Free: true}.Text("ebebebe", "bebebeb", "ebebebe", "wewewew"))
	var b bytes.Buffer
	if err := g.WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "  apply "); n != 0 {
		t.Errorf("%d modifiers are made to find moves, want none:\n%s", n, b.String())
	}
}

// TestJumpsRandom compares games with chains of jumps with the reference on
// random boards.
func TestJumpsRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := drawJumps(rt)
		rules := rbgenginetest.Parse(t, text)
		ref, err := rbgref.New(rules)
		if err != nil {
			rt.Fatal(err)
		}
		g, err := New(context.Background(), rules, Options{Budget: rapid.SampledFrom([]int{0, 0, 100, 4000}).Draw(rt, "budget")})
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 12, Seed: 1}).Run(context.Background(), ref, g); err != nil {
			rt.Errorf("%v\n%s", err, text)
		}
	})
}

func drawJumps(t *rapid.T) string {
	wide := rapid.IntRange(2, 6).Draw(t, "width")
	letters := rapid.SampledFrom([]string{"eewb", "eeewb", "ewb", "eeeewb."}).Draw(t, "letters")
	rows := make([]string, rapid.IntRange(2, 6).Draw(t, "height"))
	for y := range rows {
		for range wide {
			rows[y] += string(letters[rapid.IntRange(0, len(letters)-1).Draw(t, "cell")])
		}
	}
	rows[0] = "e" + rows[0][1:]
	yes := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	return rbgenginetest.Jumps{
		Ways:    rapid.SampledFrom([][]string{nil, {"up", "left"}, {"up right", "up left", "down"}, {"up", "up up", "right"}}).Draw(t, "ways"),
		Flying:  yes("flying"),
		Free:    yes("free"),
		Test:    rapid.SampledFrom([]string{"", "", "{$ seen < n}", "{$ seen >= n + 1}", "{$ seen + e > n}"}).Draw(t, "test"),
		Tells:   yes("tells"),
		Late:    yes("late"),
		Assigns: yes("assigns"),
		Asks:    yes("asks"),
	}.Text(rows...)
}
