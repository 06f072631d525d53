package game_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludex/game"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// able lists the fields of a struct of capabilities that are not nil.
func able(capabilities any) string {
	v := reflect.ValueOf(capabilities)
	var names []string
	for i := range v.NumField() {
		if !v.Field(i).IsNil() {
			names = append(names, v.Type().Field(i).Name)
		}
	}
	return strings.Join(names, " ")
}

// TestCapabilities checks the tables in the documentation of Capabilities and
// MachineCapabilities.
func TestCapabilities(t *testing.T) {
	board := "Playouts Runners Perft Steps MoveParts Features Rules Orbits; Scores Moves Ending"
	for _, test := range []struct{ game, engine, want string }{
		{"tictactoe", "reference", "Vocabulary Rules; "},
		{"tictactoe", "circuit", "Playouts Runners Percepts Vocabulary Features Rules Relevance Distance Orbits; Expand Batch"},
		{"breakthrough-rbg", "reference", "Perft Steps MoveParts Features Rules Orbits; Scores Moves Ending"},
		{"breakthrough-rbg", "sets", board},
		{"breakthrough-rbg", "compiled", board},
		{"breakthrough-rbg", "lanes", board},
	} {
		entry, ok := library.Lookup(test.game)
		if !ok {
			t.Fatalf("there is no game %s", test.game)
		}
		g, note, err := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{}).Open(t.Context(), rules.Opening{Engine: test.engine})
		if err != nil || note != "" {
			t.Fatal(err, note)
		}
		got := fmt.Sprintf("%s; %s", able(game.CapabilitiesOf(g)), able(game.MachineCapabilitiesOf(g.NewMachine())))
		if got != test.want {
			t.Errorf("%s on %s: %s, want %s", test.game, test.engine, got, test.want)
		}
	}
}

// A wrapped game changes what its roles are called, and nothing else.
type wrapped struct{ game.Game }

func (w wrapped) Roles() []string { return []string{"first", "second"} }

func (w wrapped) Capabilities() game.Capabilities { return game.CapabilitiesOf(w.Game) }

// TestWrapper checks that a wrapper keeps what it says, and that one which says
// nothing has nothing.
func TestWrapper(t *testing.T) {
	entry, _ := library.Lookup("breakthrough-rbg")
	g, _, err := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{}).Open(t.Context(), rules.Opening{Engine: "sets"})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := able(game.CapabilitiesOf(wrapped{g})), able(game.CapabilitiesOf(g)); a != b {
		t.Errorf("%s, want %s", a, b)
	}
	if got := able(game.CapabilitiesOf(struct{ game.Game }{g})); got != "" {
		t.Errorf("%s, want nothing", got)
	}
	if game.MaxSteps(wrapped{g}) != game.MaxSteps(g) {
		t.Error("the wrapper has another step limit")
	}
}
