package rbgcheck_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgtest"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// TestRandomGames checks random games, whose stars all end: every run says the
// same, and nothing about stars that modify forever or switches in patterns.
func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rbgtest.Game(t)
		list, again := &source.List{File: g.File}, &source.List{File: g.File}
		rbgcheck.Run(g, rbgcheck.Options{Hints: true}, list)
		rbgcheck.Run(g, rbgcheck.Options{Hints: true}, again)
		if fmt.Sprint(list.Items) != fmt.Sprint(again.Items) {
			t.Fatalf("%v, and again %v", list.Items, again.Items)
		}
		for _, d := range list.Items {
			if d.Code.ID == "RBG070" || d.Code.ID == "RBG071" {
				t.Fatalf("%v in\n%s", d, g.File.Text())
			}
		}
	})
}
