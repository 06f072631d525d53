package movekeys_test

import (
	"maps"
	"testing"

	"ludex/internal/movekeys"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		moves []string
		set   map[string]string
		want  map[string]string
	}{
		{[]string{"up", "down", "fire"}, nil, map[string]string{"up": "ArrowUp", "down": "ArrowDown", "fire": "f"}},
		{[]string{"shoot"}, nil, map[string]string{"shoot": " "}},
		{[]string{"(press red)", "(press blue)", "(press rose)"}, nil, map[string]string{"(press red)": "r", "(press blue)": "b", "(press rose)": "o"}},
		{[]string{"(step left)", "(turn left)", "(step right)"}, nil, map[string]string{"(step left)": "l", "(turn left)": "e", "(step right)": "ArrowRight"}},
		{[]string{"a", "(b a)"}, map[string]string{"a": "x"}, map[string]string{"a": "x", "(b a)": "a"}},
		{nil, nil, map[string]string{}},
	} {
		if got := movekeys.Assign(c.moves, c.set); !maps.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.moves, got, c.want)
		}
	}
}

// Every role of every real-time game of the library has keys for all its moves, unless there
// are too many of them.
func TestLibrary(t *testing.T) {
	for _, g := range library.Games() {
		d := rules.Read(source.NewFile(g.Name, g.Rules()), rules.Options{})
		if !d.IsTimed() {
			continue
		}
		timed, err := d.OpenTimed(t.Context(), rules.Opening{})
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range timed.Roles() {
			moves := movekeys.Inputs(t.Context(), d.GDL, role)
			want := len(moves)
			if want > movekeys.Most {
				want = 0
			}
			if keys := movekeys.Assign(moves, nil); role != "random" && (len(moves) == 0 || len(keys) != want) {
				t.Errorf("%s, %s: %d moves, the keys %q", g.Name, role, len(moves), keys)
			}
		}
	}
}
