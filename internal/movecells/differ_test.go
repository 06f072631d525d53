package movecells_test

import (
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/board"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// What changes between two states is the same by features as by facts, in both languages.
func TestChanges(t *testing.T) {
	for _, name := range []string{"breakthrough", "breakthrough-rbg", "chess", "connectfour"} {
		f := open(t, name)
		entry, _ := library.Lookup(name)
		b, err := board.Presented(t.Context(), rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		rand := game.NewRand(3)
		state := f.m.Initial(nil)
		for step := range 20 {
			legal := make([][]game.Move, len(f.game.Roles()))
			if f.m.Terminal(state) || game.LegalMoves(f.game, f.m, state, legal) != nil {
				break
			}
			joint := make([]game.Move, len(legal))
			for r, list := range legal {
				joint[r] = list[rand.Choose(len(list))]
			}
			next := f.m.Next(state, joint, nil)
			got, want := f.finder.Changes(state, next), b.Changes(f.game.Facts(state), f.game.Facts(next))
			if !reflect.DeepEqual(got, want) || len(got) == 0 {
				t.Errorf("%s, step %d: %+v, want %+v", name, step, got, want)
			}
			state = next
		}
		if f.m.Err() != nil {
			t.Error(f.m.Err())
		}
	}
}
