package library_test

import (
	"slices"
	"testing"

	"ludex/internal/deepcheck"
	"ludex/internal/gdlwellformed"
	"ludex/internal/wellformed"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// deepWarnings are what check --deep warns of, and is meant to be so.
var deepWarnings = map[string][]string{
	"backgammon":       {"GDL120"},           // checkers can be hit again and again
	"cardgame-printed": {"GDL122", "GDL128"}, // a published game with its slip
	"kuhnpoker-three":  {"GDL123"},           // goals are true to scale
	"leducpoker":       {"GDL123"},           // likewise
	"ludo":             {"GDL120"},           // tokens can be sent back again and again
	"ludo-two":         {"GDL120"},           // likewise
	"pachisi":          {"GDL120"},           // likewise
	"pig":              {"GDL120"},           // ones can come again and again
	"ur":               {"RBG120"},           // throws without marks can come again and again
}

// deepSample are the games that are checked by default: new kinds of hidden information.
var deepSample = []string{"auction", "blotto-three", "kuhnpoker-three", "pig", "scotlandyard", "wumpus"}

// TestDeepWarnings checks games as check --deep does, and looks for warnings that are not
// known.
func TestDeepWarnings(t *testing.T) {
	for _, g := range library.Games() {
		if !full() && !slices.Contains(deepSample, g.Name) || longTurns[g.Name] {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			r := rules.Read(source.NewFile(g.File, g.Rules()), rules.Options{})
			list := &source.List{File: r.File}
			opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 5_000}, Playouts: 50, Seed: 1, Developments: 20_000}
			if _, err := deepcheck.Run(t.Context(), r, opt, list); err != nil {
				t.Fatal(err)
			}
			for _, d := range list.Items {
				if d.Severity <= source.Warning && !slices.Contains(deepWarnings[g.Name], d.Code.ID) {
					t.Error(d)
				}
			}
		})
	}
}
