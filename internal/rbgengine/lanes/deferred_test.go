package lanes

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/lockstep"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/rbgtest"
)

// kings is a game in which none of several kings may be left attacked, which is tested
// after a move. A player without a legal move has lost.
const kings = `
#players = white(100), black(100)
#pieces = empty, whiteKing, whiteRook, blackKing, blackRook
#variables = turns(30)
#board = rectangle(up, down, left, right,
    [blackKing, empty, blackRook, blackKing]
    [blackRook, empty, empty    , empty    ]
    [empty    , empty, empty    , whiteRook]
    [whiteKing, empty, whiteRook, whiteKing])
#anywhere = (up* + down*) (left* + right*)
#line(d) = d ({empty} d)*
#lines = (line(up) + line(down) + line(left) + line(right))
#step = (up + down + left + right + (up + down) (left + right))
#check(me; other) = anywhere {me~King} (lines {other~Rook} + step {other~King})
#turn(me; other) =
    ->me anywhere
    (
        {me~King} [empty] step {empty, other~Rook} [me~King]
      + {me~Rook} [empty] lines {empty, other~Rook} [me~Rook]
    )
    {! check(me; other)}
    ->> [$ me = 100, other = 0] ({$ turns < 30} [$ turns = turns + 1] + {$ turns == 30} [$ me = 50, other = 50] ->> {})
#rules = (turn(white; black) turn(black; white))*
`

// deferred returns a game in which all tests are deferred that can be.
func deferred(t testing.TB, text string) *Game {
	t.Helper()
	g, err := newGame(context.Background(), rbgenginetest.Parse(t, text), Options{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if g.encoding.retry == no {
		t.Fatal("no test is deferred")
	}
	return g
}

// TestDeferred holds deferred tests against the reference, and lanes against the circuit.
func TestDeferred(t *testing.T) {
	g := deferred(t, kings)
	want, err := rbgref.New(rbgenginetest.Parse(t, kings))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (enginecompare.Comparison{Plies: 500, Seed: 3}).Run(t.Context(), want, g); err != nil {
		t.Error(err)
	}
	if _, err := (lockstep.Comparison{Playouts: 1000, Seed: 2}).Run(t.Context(), g.Circuit(), bitslice.Kernels()); err != nil {
		t.Error(err)
	}
}

// TestDeferredPlayouts compares means with the sets engine: moves are chosen uniformly among
// those that pass the test, and failed tries are not counted.
func TestDeferredPlayouts(t *testing.T) {
	other, err := sets.New(t.Context(), rbgenginetest.Parse(t, kings), sets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 20_000
	g := deferred(t, kings)
	for _, limit := range []int{10000, 9} {
		a, err := other.Playouts(t.Context(), game.PlayoutOptions{Count: n, Seed: 1, MaxSteps: limit})
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Playouts(t.Context(), game.PlayoutOptions{Count: n, Seed: 1, MaxSteps: limit})
		if err != nil || b.Playouts != n {
			t.Fatalf("%+v, %v", b, err)
		}
		for role := range other.Roles() {
			// Goals are at most 100, so their deviation is at most 50.
			x, y := a.MeanGoal(game.Role(role)), b.MeanGoal(game.Role(role))
			if math.Abs(x-y) > 4*50*math.Sqrt(2./float64(a.Finished)) {
				t.Errorf("limit %d: role %d has %.2f on average, and %.2f on the other engine", limit, role, y, x)
			}
		}
		if x, y := a.MeanLength(), b.MeanLength(); math.Abs(x-y) > x/50 {
			t.Errorf("limit %d: playouts have %.3f moves, and %.3f on the other engine", limit, y, x)
		}
		if x, y := float64(a.Cut), float64(b.Cut); math.Abs(x-y) > 4*math.Sqrt(n/2) {
			t.Errorf("limit %d: %.0f playouts are cut off, and %.0f on the other engine", limit, y, x)
		}
	}
	var s [1]game.State
	s[0] = g.NewMachine().Initial(nil)
	res := make([]game.PlayoutResult, 1)
	if err := g.NewRunner().Run(t.Context(), s[:], game.PlayoutOptions{Count: n, Seed: 1}, res); err != nil {
		t.Fatal(err)
	}
	a, err := other.Playouts(t.Context(), game.PlayoutOptions{Count: n, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if x, y := a.MeanLength(), res[0].MeanLength(); math.Abs(x-y) > x/50 {
		t.Errorf("a runner has %.3f moves, and the other engine %.3f", y, x)
	}
}

// TestDeferredRandom defers all tests of random games and holds them against the reference.
func TestDeferredRandom(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		g := rbgtest.Game(t)
		got, err := newGame(context.Background(), g, Options{MaxNodes: 4_000}, 1)
		var refused *RefusedError
		var large *circuit.LimitError
		if errors.As(err, &refused) || errors.As(err, &large) {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, g.File.Text())
		}
		if got.encoding.retry == no {
			return
		}
		found++
		want, err := rbgref.New(g)
		if err != nil {
			t.Fatal(err)
		}
		plays := enginecompare.Comparison{Plies: 12, MaxSteps: 6, Seed: rapid.Uint64().Draw(t, "seed")}
		_, err = plays.Run(context.Background(), want, got)
		var diff *enginecompare.Difference
		if errors.As(err, &diff) {
			t.Fatalf("%v\n%s", diff, g.File.Text())
		}
	})
	t.Logf("%d games with deferred tests", found)
}
