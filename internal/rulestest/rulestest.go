// Package rulestest opens games of the library for tests.
package rulestest

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/library"
	"ludex/rules"
)

// Read reads the rules of a game of the library.
func Read(t testing.TB, name string) *rules.Rules {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	rs, err := rules.Parse(lib.File, string(lib.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Open reads the rules of a game of the library and opens it.
func Open(t testing.TB, name string) (*rules.Rules, game.Game) {
	t.Helper()
	rs := Read(t, name)
	g, _, err := rs.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return rs, g
}
