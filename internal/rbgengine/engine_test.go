package rbgengine

import (
	"errors"
	"slices"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/compiled"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

// race is a game in which pawns go along a board and block each other.
const race = `
#players = white(100), black(100)
#pieces = empty, whitePawn, blackPawn
#variables =
#board = rectangle(up, down, left, right,
    [whitePawn, empty, empty, empty]
    [whitePawn, empty, empty, blackPawn]
    [empty, empty, empty, blackPawn])
#anywhere = (up* + down*) (left* + right*)
#turn(me; other; ahead) =
    [$ me = 0, other = 100]
    ->me anywhere {me~Pawn} [empty] ahead (up + down + {? ahead} + {! ahead}) {empty} [me~Pawn] ->>
#rules = (turn(white; black; right) turn(black; white; left))*
`

func open(t *testing.T, g *rbg.Game, opt Options) game.Game {
	t.Helper()
	o, err := Open(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return o.Game
}

// TestLanesCount sees that lanes leave counting to sets, unless they have to do it
// themselves, and that the counts are the same.
func TestLanesCount(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	want, err := game.Perft(t.Context(), open(t, g, Options{Opening: game.Opening{Engine: Reference}}), nil, 5)
	if err != nil {
		t.Fatal(err)
	}
	if want[5].Leaves == 0 {
		t.Fatal("the play is over too early to show anything")
	}
	for _, through := range []bool{false, true} {
		l := open(t, g, Options{Opening: game.Opening{Engine: Lanes, Through: through}})
		if l.Engine() != "lanes" {
			t.Errorf("the engine is %s", l.Engine())
		}
		if _, leaves := l.(*counted); leaves == through {
			t.Errorf("through %v: leaves counting to another engine: %v", through, leaves)
		}
		if _, ok := l.(game.RunnerMaker); !ok {
			t.Error("lanes do not repeat playouts")
		}
		got, err := game.Perft(t.Context(), l, nil, 5)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("through %v: counted %v, want %v", through, got, want)
		}
		m := l.NewMachine()
		s := m.Initial(nil)
		joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0]}
		s = m.Next(s, joint, nil)
		below, err := game.Perft(t.Context(), l, s, 3)
		if err != nil {
			t.Fatal(err)
		}
		if own, err := game.MachinePerft(t.Context(), l, s, 3); err != nil || !slices.Equal(below, own) {
			t.Errorf("through %v: counted %v below a state, want %v (%v)", through, below, own, err)
		}
	}
}

// TestAutoForPlayouts sees that whatever engine is chosen plays the game.
func TestAutoForPlayouts(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	auto := open(t, g, Options{Opening: game.Opening{Playouts: true, Run: time.Second}})
	if !slices.Contains(Names(), auto.Engine()) {
		t.Errorf("the engine is %s", auto.Engine())
	}
	res, err := game.Playouts(t.Context(), auto, game.PlayoutOptions{Count: 100, Seed: 1})
	if err != nil || res.Playouts < 100 || res.BadGoals != 0 || res.Stuck != 0 {
		t.Errorf("playouts: %+v, %v", res, err)
	}
	want, err := game.Perft(t.Context(), open(t, g, Options{Opening: game.Opening{Engine: Sets}}), nil, 4)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := game.Perft(t.Context(), auto, nil, 4); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s counted %v, want %v (%v)", auto.Engine(), got, want, err)
	}
}

// TestNothingIsBuiltUnasked sees that a program that is not in the cache is left
// alone.
func TestNothingIsBuiltUnasked(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	_, err := compiled.New(t.Context(), g, compiled.Options{Cache: t.TempDir(), CachedOnly: true})
	if !errors.Is(err, compiled.ErrNotBuilt) && !errors.Is(err, compiled.ErrNoToolchain) {
		t.Errorf("error is %v", err)
	}
}

// TestPreparing sees that the choice of an engine does not take longer than the
// run is worth.
func TestPreparing(t *testing.T) {
	for _, test := range []struct{ limit, run, want time.Duration }{
		{0, 0, shortRun},
		{0, time.Second, shortRun},
		{0, 6 * time.Second, 3 * time.Second},
		{0, time.Hour, DefaultTime / 4},
		{time.Second, time.Hour, time.Second / 4},
	} {
		opt := Options{Opening: game.Opening{Time: test.limit, Run: test.run}}
		if got := opt.preparing(); got != test.want {
			t.Errorf("limit %v, run %v: %v, want %v", test.limit, test.run, got, test.want)
		}
	}
}
