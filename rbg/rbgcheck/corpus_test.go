package rbgcheck_test

import (
	"fmt"
	"slices"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// known lists what is reported about public games: a castling that the board is
// too small for, and a question that is always answered with yes, because what
// it asks for can also be done by doing nothing.
var known = map[string][]string{
	"chessGardner5x5_kingCapture": {"72 warning RBG068"},
	"chineseCheckers6":            {"217 warning RBG065"},
}

// TestCorpus checks all public games.
func TestCorpus(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Read(t, name)
			list := &source.List{File: g.File}
			rbgcheck.Run(g, rbgcheck.Options{Strict: true, Hints: true}, list)
			var got []string
			for _, d := range list.Items {
				got = append(got, fmt.Sprintf("%d %s %s", g.File.Line(d.Span.Start), d.Severity, d.Code.ID))
			}
			if !slices.Equal(got, known[name]) {
				t.Errorf("%v, want %v", got, known[name])
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, name := range []string{"breakthrough", "chess", "go"} {
		b.Run(name, func(b *testing.B) {
			g := rbgenginetest.Read(b, name)
			for b.Loop() {
				rbgcheck.Run(g, rbgcheck.Options{Hints: true}, &source.List{File: g.File})
			}
		})
	}
}
