package rbgengine_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/library"
)

// TestStateSymmetries finds the symmetries of library games, and compares the moves in states
// and in their images on the reference interpreter. With LUDEX_FULL=1 it does so for all games,
// whatever is found.
func TestStateSymmetries(t *testing.T) {
	want := map[string]int{
		"clobber": 3, "connectfour-rbg": 1, "domineering": 3, "hexapawn": 1, "tictactoe-rbg": 7,
		// Its board can be turned, and no random play sees that its goal cannot.
		"fifteen": 0,
	}
	long := map[string]int{"breakthrough-rbg": 1, "connectfour-three": 1, "konane": 3, "lightsout": 7}
	full := os.Getenv("LUDEX_FULL") != ""
	if full {
		maps.Copy(want, long)
	}
	for _, entry := range library.Games() {
		n, known := want[entry.Name]
		if !strings.HasSuffix(entry.File, ".rbg") || !known && !full {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			rules := rbgenginetest.Parse(t, string(entry.Rules()))
			o, err := rbgengine.Open(t.Context(), rules, rbgengine.Options{Opening: game.Opening{Engine: rbgengine.Reference}})
			if err != nil {
				t.Fatal(err)
			}
			limit := 10 * time.Second // for games whose number is not known
			if known {
				limit = time.Hour
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			list := symmetriesOf(ctx, t, o.Game)
			if known && len(list) != n {
				t.Errorf("%d symmetries, want %d", len(list), n)
			}
			compareImages(t, o.Game, list)
		})
	}
}

// symmetriesOf returns the symmetries of the initial state and those after it.
func symmetriesOf(ctx context.Context, t *testing.T, g game.Game) []game.StateSymmetry {
	t.Helper()
	finder := game.CapabilitiesOf(g).Orbits
	if finder == nil {
		t.Fatal("the game finds no orbits")
	}
	return finder.StateSymmetries(ctx, g.NewMachine().Initial(nil))
}

// compareImages compares states of random plays with their images: the images of the legal
// moves are legal and lead to the images, and ends and goals are the same.
func compareImages(t *testing.T, g game.Game, list []game.StateSymmetry) {
	t.Helper()
	m, other := g.NewMachine(), g.NewMachine()
	rand := game.NewRand(1)
	for range 2 {
		s := m.Initial(nil)
		for range 30 {
			for _, y := range list {
				compareImage(t, g, m, other, s, y)
			}
			if m.Terminal(s) || t.Failed() {
				break
			}
			joint := make([]game.Move, len(g.Roles()))
			for r := range joint {
				legal := m.Legal(s, game.Role(r), nil)
				joint[r] = legal[rand.Choose(len(legal))]
			}
			s = m.Next(s, joint, nil)
		}
	}
}

func compareImage(t *testing.T, g game.Game, m, other game.Machine, s game.State, y game.StateSymmetry) {
	t.Helper()
	image, _ := y.Image(s, nil, nil)
	if _, less := y.Image(s, s, nil); less != (slices.Compare(image, s) < 0) {
		t.Fatalf("an image is less than its state: %v", less)
	}
	if m.Terminal(s) != other.Terminal(image) {
		t.Fatal("a state or its image is terminal, and not both")
	}
	for r := range g.Roles() {
		if a, b := m.Goals(s, game.Role(r), nil), other.Goals(image, game.Role(r), nil); !slices.Equal(a, b) {
			t.Fatalf("goals are %v and %v", a, b)
		}
	}
	if m.Terminal(s) {
		return
	}
	for r := range g.Roles() {
		role := game.Role(r)
		a, b := m.Legal(s, role, nil), other.Legal(image, role, nil)
		if len(a) != len(b) {
			t.Fatalf("%d legal moves, and %d in the image", len(a), len(b))
		}
		if len(a) == 1 {
			continue
		}
		for _, move := range a {
			to, ok := y.Move(role, move)
			if !ok {
				continue
			}
			if !slices.Contains(b, to) {
				t.Fatalf("the image of %s is %s, which is not legal", g.MoveText(role, move), g.MoveText(role, to))
			}
			if back, ok := y.MoveBack(role, to); ok && back != move {
				t.Fatalf("%s comes back as %s", g.MoveText(role, move), g.MoveText(role, back))
			}
			joint, jointImage := make([]game.Move, len(g.Roles())), make([]game.Move, len(g.Roles()))
			joint[r], jointImage[r] = move, to
			after, _ := y.Image(m.Next(s, joint, nil), nil, nil)
			if !slices.Equal(after, other.Next(image, jointImage, nil)) {
				t.Fatalf("%s and its image lead to different states", g.MoveText(role, move))
			}
		}
	}
}

// TestStateSymmetriesOfEngines finds the same symmetries on every engine.
func TestStateSymmetriesOfEngines(t *testing.T) {
	rules := rbgenginetest.Parse(t, string(mustLookup(t, "tictactoe-rbg").Rules()))
	for _, engine := range []string{rbgengine.Reference, rbgengine.Sets, rbgengine.Lanes, rbgengine.Auto} {
		o, err := rbgengine.Open(t.Context(), rules, rbgengine.Options{Opening: game.Opening{Engine: engine}})
		if err != nil {
			t.Fatal(err)
		}
		list := symmetriesOf(t.Context(), t, o.Game)
		if len(list) != 7 {
			t.Errorf("%s: %d symmetries, want 7", engine, len(list))
			continue
		}
		s := o.Game.NewMachine().Initial(nil)
		head, board := make(game.State, len(s)), make(game.State, len(s))
		head[0], board[len(board)-2] = ^uint64(0), ^uint64(0)
		if !list[0].Fixes(head) || list[0].Fixes(board) {
			t.Errorf("%s: a symmetry keeps the switch and moves the pieces", engine)
		}
		dst, _ := list[0].Image(s, nil, nil)
		if n := testing.AllocsPerRun(100, func() { dst, _ = list[0].Image(s, nil, dst) }); n != 0 {
			t.Errorf("%s: an image allocates %v times", engine, n)
		}
	}
}

// TestNoSymmetriesElsewhere has symmetries only in positions about which the circuit is right:
// no play leads to a piece that is never placed.
func TestNoSymmetriesElsewhere(t *testing.T) {
	const rules = `
#players = white(1), black(1)
#pieces = e, w, b, never
#variables =
#board = rectangle(up, down, left, right, [b, b] [e, e] [w, w])
#anywhere = (up* + down*) (left* + right*)
#rules = (
    ->white anywhere {w} [e] up {e} [w] left* {! left} up* {! up}
    ->black anywhere {b} [e] down {e} [b] left* {! left} up* {! up}
)*`
	o, err := rbgengine.Open(t.Context(), rbgenginetest.Parse(t, rules), rbgengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first := o.Game.Facts(o.Game.NewMachine().Initial(nil))
	for piece, want := range map[string]int{"w": 1, "never": 0} {
		facts := slices.Clone(first)
		for i, f := range facts {
			if strings.HasPrefix(f, "(cell a1 ") {
				facts[i] = "(cell a1 " + piece + ")"
			}
		}
		s, err := o.Game.ParseState(facts)
		if err != nil {
			t.Fatal(err)
		}
		if list := game.CapabilitiesOf(o.Game).Orbits.StateSymmetries(t.Context(), s); len(list) != want {
			t.Errorf("%s on a1: %d symmetries, want %d", piece, len(list), want)
		}
	}
}

func mustLookup(t *testing.T, name string) library.Game {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	return entry
}

// TestSymmetriesOfNoPlay looks for symmetries of a game that is over at once: there are no positions
// at which they could be tested.
func TestSymmetriesOfNoPlay(t *testing.T) {
	rules := rbgenginetest.Parse(t, `#players = white(100), black(100)
#pieces = e, x
#variables =
#board = rectangle(up, down, left, right, [e, e] [e, e])
#anySquare = (up* + down*) (left* + right*)
#rules = [$ white = 50, black = 50] ->white anySquare {x} [e] ->black anySquare {e} [x] ->> {}
`)
	o, err := rbgengine.Open(t.Context(), rules, rbgengine.Options{Opening: game.Opening{Engine: rbgengine.Reference}})
	if err != nil {
		t.Fatal(err)
	}
	if list := symmetriesOf(t.Context(), t, o.Game); len(list) > 0 {
		t.Errorf("%d symmetries", len(list))
	}
	if list := game.CapabilitiesOf(o.Game).Features.(game.Symmetric).Symmetries(t.Context()); len(list) > 0 {
		t.Errorf("%d symmetries for learning", len(list))
	}
}
