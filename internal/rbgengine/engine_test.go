package rbgengine

import (
	"errors"
	"slices"
	"testing"

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

// TestLanesCount checks that lanes leave counting to sets, unless they have to do it
// themselves, and that the counts are the same.
func TestLanesCount(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	want, err := game.Perft(t.Context(), open(t, g, Options{Opening: game.Opening{Engine: Reference}}), nil, 5, true)
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
		got, err := game.Perft(t.Context(), l, nil, 5, true)
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
		below, err := game.Perft(t.Context(), l, s, 3, true)
		if err != nil {
			t.Fatal(err)
		}
		if own, err := game.MachinePerft(t.Context(), l, s, 3, true); err != nil || !slices.Equal(below, own) {
			t.Errorf("through %v: counted %v below a state, want %v (%v)", through, below, own, err)
		}
	}
}

// TestAuto checks that the game is the same on all engines that auto moves to.
func TestAuto(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	auto := open(t, g, Options{})
	tiered := game.CapabilitiesOf(auto).Tiers
	if tiered == nil || tiered.Fixed().Engine() != Sets {
		t.Fatal("auto does not begin with sets")
	}
	m, fixed := auto.NewMachine(), tiered.Fixed().NewMachine()
	s := m.Initial(nil)
	tiered.Prepare(t.Context())
	fast, _ := tiered.Fastest(game.ForPlayouts)
	if !slices.Contains(Names(), fast.Engine()) {
		t.Errorf("the engine is %s", fast.Engine())
	}
	m.Bind(t.Context())
	onFast := fast.NewMachine()
	for step := 0; !m.Terminal(s); step++ {
		var joint []game.Move
		for r := range auto.Roles() {
			legal := m.Legal(s, game.Role(r), nil)
			for _, other := range []game.Machine{fixed, onFast} {
				if got := other.Legal(s, game.Role(r), nil); !slices.Equal(got, legal) {
					t.Fatalf("step %d: moves %v and %v", step, got, legal)
				}
			}
			joint = append(joint, legal[step%len(legal)])
		}
		next := m.Next(s, joint, nil)
		if got := onFast.Next(s, joint, nil); !slices.Equal(got, next) {
			t.Fatalf("step %d: states %v and %v", step, got, next)
		}
		s = next
	}
	want, err := game.Perft(t.Context(), tiered.Fixed(), nil, 4, true)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := game.Perft(t.Context(), auto, nil, 4, true); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s counted %v, want %v (%v)", auto.Engine(), got, want, err)
	}
}

// TestNothingIsBuiltUnasked checks that a program that is not in the cache is not built
// unless requested.
func TestNothingIsBuiltUnasked(t *testing.T) {
	g := rbgenginetest.Parse(t, race)
	_, err := compiled.New(t.Context(), g, compiled.Options{Cache: t.TempDir(), CachedOnly: true})
	if !errors.Is(err, compiled.ErrNotBuilt) && !errors.Is(err, compiled.ErrNoToolchain) {
		t.Errorf("error is %v", err)
	}
}
