package gdlengine

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine/gdlref"
)

// TestSymmetries finds the symmetries of library games, and compares the states and their
// images in random plays of the interpreter: the states after all joint moves, whether a
// play is over, and the goals are images of each other.
func TestSymmetries(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	want := map[string]int{
		"tictactoe": 15, "connectfour": 3, "breakthrough": 3, "breakthrough-5x5": 3, "connectthree": 3, "dotsandboxes": 31,
		"nim": 1, "eightpuzzle": 1, "rockpaperscissors": 1,
	}
	for name, n := range want {
		prog := parse(t, name)
		o, err := Open(t.Context(), prog, Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := o.Circuit.Symmetries(t.Context())
		if len(found) != n {
			t.Errorf("%s has %d symmetries, want %d", name, len(found), n)
		}
		ref, err := gdlref.New(prog)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			checkSymmetry(t, name, o.Game, ref, &found[i])
		}
	}
}

// checkSymmetry compares states of random plays with their images.
func checkSymmetry(t *testing.T, name string, g, ref game.Game, y *game.Symmetry) {
	t.Helper()
	texts := game.CapabilitiesOf(g).Features.Features()
	at := map[string]int{}
	for i, text := range texts {
		at[text] = i
	}
	m := ref.NewMachine()
	image := func(s game.State) game.State {
		var facts []string
		for _, f := range ref.Facts(s) {
			facts = append(facts, texts[y.Features[at[f]]])
		}
		out, err := ref.ParseState(facts)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	p := game.NewPlayout(ref, m)
	for seed := range uint64(3) {
		p.Reset(m.Initial(nil), seed)
		for step := 0; step < 12 && !p.Over(); step++ {
			a, b := successors(ref, m, p.State), successors(ref, m, image(p.State))
			for i := range a {
				s, err := ref.ParseState(a[i])
				if err != nil {
					t.Fatal(err)
				}
				a[i] = ref.Facts(image(s))
				slices.Sort(a[i])
			}
			sortLists(a)
			sortLists(b)
			if !slices.EqualFunc(a, b, func(x, y []string) bool { return slices.Equal(x, y) }) {
				t.Fatalf("%s: a symmetry does not map successors to successors", name)
			}
			for r, to := range y.Roles {
				if !slices.Equal(m.Goals(p.State, game.Role(r), nil), m.Goals(image(p.State), to, nil)) {
					t.Fatalf("%s: a symmetry does not map goals to goals", name)
				}
			}
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// successors returns the facts of the states after all joint moves.
func successors(g game.Game, m game.Machine, s game.State) (all [][]string) {
	joints := [][]game.Move{nil}
	for r := range g.Roles() {
		var longer [][]game.Move
		for _, j := range joints {
			for _, move := range m.Legal(s, game.Role(r), nil) {
				longer = append(longer, append(slices.Clone(j), move))
			}
		}
		joints = longer
	}
	for _, j := range joints {
		facts := g.Facts(m.Next(s, j, nil))
		slices.Sort(facts)
		all = append(all, facts)
	}
	return all
}

func sortLists(lists [][]string) {
	slices.SortFunc(lists, func(a, b []string) int { return slices.Compare(a, b) })
}
