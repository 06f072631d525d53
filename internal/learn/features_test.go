package learn_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/playertest"
	"ludex/library"
	"ludex/rules"
)

// The features of states are their facts, apart from the values of variables, and changes
// are the differences between them, in games of both languages: a sample, or with LUDEX_FULL=1 all.
func TestFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, entry := range library.Games() {
		name := entry.Name
		if !corpustest.Sampled(name) || strings.HasPrefix(entry.Dialect, "rtgdl") || entry.Dialect == "gdl-iii" {
			continue // states are not sets of facts
		}
		g := playertest.Open(t, name)
		source := game.CapabilitiesOf(g).Features
		if source == nil {
			t.Errorf("%s: no features", name)
			continue
		}
		r, err := rules.Parse(entry.File, string(entry.Rules()))
		if err != nil {
			t.Fatal(err)
		}
		if got := source.Fingerprint(); got == "" || got != r.Fingerprint() {
			t.Errorf("%s: the fingerprint of the game is %q, of its rules %q", name, got, r.Fingerprint())
		}
		texts := source.Features()
		p := game.NewPlayout(g, g.NewMachine())
		p.Reset(nil, 3)
		before := slices.Clone(p.State)
		for range 30 {
			if p.Over() || p.Step() != nil {
				break
			}
			compareFeatures(t, g, source, texts, before, p.State)
			before = append(before[:0], p.State...)
		}
	}
}

func compareFeatures(t *testing.T, g game.Game, source game.Featurer, texts []string, before, s game.State) {
	t.Helper()
	features := source.AppendFeatures(s, nil)
	var got []string
	for _, f := range features {
		got = append(got, texts[f])
	}
	slices.Sort(got)
	isValue := func(text string) bool { return strings.HasPrefix(text, "(value ") }
	want := g.Facts(s)
	if g.Engine() != "circuit" {
		got, want = slices.DeleteFunc(got, isValue), slices.DeleteFunc(want, isValue)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: features %v, facts %v", g.Name(), got, want)
	}
	old := source.AppendFeatures(before, nil)
	gone, come := source.AppendChanges(before, s, nil, nil)
	after := slices.DeleteFunc(slices.Clone(old), func(f int32) bool { return slices.Contains(gone, f) })
	after = append(after, come...)
	slices.Sort(after)
	slices.Sort(features)
	if !slices.Equal(after, features) || len(gone) > len(old) {
		t.Fatalf("%s: %v without %v and with %v is not %v", g.Name(), old, gone, come, features)
	}
}
