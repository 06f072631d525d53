package movecells

import (
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/board"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// What is kept of moves for other positions is what would be found there, in games with
// castling, captures, moves without cells, and thousands of moves.
func TestMemo(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, name := range []string{"breakthrough", "breakthrough-rbg", "chess", "draughts", "connectfour", "amazons"} {
		t.Run(name, func(t *testing.T) {
			entry, ok := library.Lookup(name)
			if !ok {
				t.Fatal("there is no such game")
			}
			r := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{})
			g, _, err := r.Open(t.Context(), rules.Opening{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := board.Presented(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := New(t.Context(), b, g)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := New(t.Context(), b, g)
			if err != nil {
				t.Fatal(err)
			}
			plain.differ.Store(new(differ)) // is not trusted, so that facts are compared
			for seed := range uint64(2) {
				compareFinders(t, g, kept, plain, seed)
			}
			if d := kept.trusted(); d == nil || len(d.memo.found) == 0 {
				t.Error("nothing is kept")
			}
		})
	}
}

// compareFinders compares what two finders find in the positions of a random play.
func compareFinders(t *testing.T, g game.Game, kept, plain *Finder, seed uint64) {
	m, rand := g.NewMachine(), game.NewRand(seed)
	state := m.Initial(nil)
	for step := range 24 {
		legal := make([][]game.Move, len(g.Roles()))
		if m.Terminal(state) || game.LegalMoves(g, m, state, legal) != nil {
			break
		}
		joint := firstOf(legal)
		for r, list := range legal {
			p := Position{Machine: m, State: state, Role: game.Role(r), Joint: joint}
			got, want := kept.Find(p, list), plain.Find(p, list)
			for i := range want {
				path, effects := got[i].Touched()
				wantPath, wantEffects := want[i].Touched()
				a, b := got[i], want[i]
				a.known, b.known = nil, nil
				if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(path, wantPath) || !reflect.DeepEqual(effects, wantEffects) {
					t.Fatalf("step %d, %s: %+v, want %+v", step, g.MoveText(game.Role(r), list[i]), a, b)
				}
			}
		}
		if a, b := kept.Pieces(state), plain.Pieces(state); !reflect.DeepEqual(a, b) {
			t.Fatalf("step %d: %v pieces, want %v", step, a, b)
		}
		for r, list := range legal {
			joint[r] = list[rand.Choose(len(list))]
		}
		state = m.Next(state, joint, nil)
	}
	if m.Err() != nil {
		t.Fatal(m.Err())
	}
}
