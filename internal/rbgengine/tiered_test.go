package rbgengine_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
	"ludex/library"
	"ludex/player"
	"ludex/player/mcts"
	"ludex/rbg"
)

// parse returns a boardgame of the library.
func parse(t *testing.T, name string) *rbg.Game {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	return rbgenginetest.Parse(t, string(entry.Rules()))
}

// TestEnginesInOnePlay plays games whose engine changes at random in every step: states
// and the numbers of moves are the same as in the interpreter.
func TestEnginesInOnePlay(t *testing.T) {
	for _, name := range []string{"breakthrough-rbg", "draughts", "hex", "reversi", "connectfour-rbg", "tictactoe-rbg"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := parse(t, name)
			first, err := sets.New(t.Context(), g, sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			circuit, err := lanes.New(t.Context(), g, lanes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			circuit.ShareMoves(first.Game)
			ref, err := rbgref.New(g, rbgref.Options{})
			if err != nil {
				t.Fatal(err)
			}
			ref.(*rbgplay.Game).ShareMoves(first.Game)
			oracle := ref.NewMachine()
			machines := []game.Machine{first.NewMachine(), circuit.NewMachine()}
			rand := game.NewRand(1)
			s := oracle.Initial(nil)
			for step := 0; step < 60 && !oracle.Terminal(s); step++ {
				m := machines[rand.Choose(len(machines))]
				if m.Terminal(s) {
					t.Fatalf("step %d: the play is over on one engine", step)
				}
				var joint []game.Move
				for r := range first.Roles() {
					legal, want := m.Legal(s, game.Role(r), nil), oracle.Legal(s, game.Role(r), nil)
					if !slices.Equal(legal, want) {
						t.Fatalf("step %d: moves %v, want %v", step, legal, want)
					}
					joint = append(joint, legal[rand.Choose(len(legal))])
				}
				next := m.Next(s, joint, nil)
				if want := oracle.Next(s, joint, nil); !slices.Equal(next, want) {
					t.Fatalf("step %d: state %v, want %v", step, next, want)
				}
				s = next
			}
		})
	}
}

// TestNodesStay checks that players with a budget of nodes make the same moves before
// and after faster engines are ready.
func TestNodesStay(t *testing.T) {
	opened, err := rbgengine.Open(t.Context(), parse(t, "reversi-4x4"), rbgengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play := func() [][]game.Move {
		opt := mcts.Defaults()
		res, err := player.Play(t.Context(), player.Match{
			Game: opened.Game, Players: []player.Player{mcts.NewPlayer(opt), mcts.NewPlayer(opt)}, Nodes: 100, Seed: 7,
		})
		if err != nil || !res.Over {
			t.Fatalf("%+v, %v", res, err)
		}
		return res.Moves
	}
	before := play()
	tiers := game.CapabilitiesOf(opened.Game).Tiers
	tiers.Prepare(t.Context())
	if fast, _ := tiers.Fastest(game.ForSearch); fast.Engine() == rbgengine.Sets {
		t.Log("no faster engine could be had")
	}
	if after := play(); !slices.EqualFunc(before, after, slices.Equal) {
		t.Errorf("moves %v became %v", before, after)
	}
}
