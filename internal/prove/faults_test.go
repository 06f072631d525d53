package prove_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/library"
	"ludex/rules"
)

// A fault is a property that a public game does not have.
type fault struct{ language, file, property string }

// faults are those that proving has found: roles that get stuck, of which later versions are repaired, and
// ends at which a role has no goal value, or several.
var faults = []fault{
	{"gdl", "3pttc/3pttc.kif", "playable"},
	{"gdl", "4pttc/4pttc.kif", "playable"},
	{"gdl", "4pttc/v1/4pttc.kif", "playable"},
	{"gdl", "3pffa/3pffa.kif", "playable"},
	{"gdl", "asteroidsParallel/asteroidsParallel.kif", "goals"},
	{"gdl", "pentago/pentago.kif", "goals"},
	{"gdl2", "kriegTTT_4x4.kif", "goals"},
}

// recordedFaults are those that another reasoner has seen: plays that were cut off, in games without a step
// counter, and ends without exactly one goal value.
func recordedFaults(t *testing.T) []fault {
	t.Helper()
	table := corpustest.Table(t, filepath.Join(corpustest.Dir("gdl"), "golden.csv"))
	column := func(name string) int { return slices.Index(table[0], name) }
	var list []fault
	for _, row := range table[1:] {
		for _, play := range []string{"first", "mix"} {
			switch end, goals := row[column(play+"_end")], row[column(play+"_goals")]; {
			case end == "steps":
				list = append(list, fault{"gdl", row[0], "ends"})
			case end == "terminal" && strings.Contains(goals, "?"):
				list = append(list, fault{"gdl", row[0], "goals"})
			}
		}
	}
	return list
}

// Public games that are known to be faulty are refuted, by plays that the interpreter replays.
func TestKnownFaults(t *testing.T) {
	for _, f := range slices.Concat(faults, recordedFaults(t)) {
		t.Run(f.file, func(t *testing.T) {
			file, err := library.Open(filepath.Join(corpustest.Dir(f.language), f.file), strings.NewReader(""))
			corpustest.SkipIfAbsent(t, err)
			l, err := prove.Load(t.Context(), rules.Read(file, rules.Options{Lenient: true}))
			if err != nil {
				t.Fatal(err)
			}
			list, err := l.Questions(t.Context(), []string{f.property}, 1)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := decide(t, l, list)
			a := got[f.property]
			if a.Verdict != prove.Refuted {
				t.Fatalf("%s is %s (%s)", f.property, a.Verdict, a.Method)
			}
			if err := prove.Replay(t.Context(), l.Game, list[0].Property, a.Play); err != nil {
				t.Error(err)
			}
		})
	}
}
