package logic

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestUntestedFacts(t *testing.T) {
	const game = "role(p) legal(p,go) "
	tests := []struct{ name, text, want string }{
		{"only grows", "init(n(z)) next(n(s(X))) :- true(n(X))", "n/1.0"},
		{"is compared with a constant", "next(n(s(X))) :- true(n(X)) terminal :- true(n(z))", ""},
		{"is compared with a pattern", "next(n(s(X))) :- true(n(X)) terminal :- true(n(s(X)))", ""},
		{"is only there or not", "next(n(s(X))) :- true(n(X)) terminal :- true(n(X))", "n/1.0"},
		{"is joined", "next(n(s(X))) :- true(n(X)) terminal :- true(n(X)) & true(m(X))", ""},
		{"is distinct", "next(n(s(X))) :- true(n(X)) & distinct(X,z)", ""},
		{"is a goal", "next(n(s(X))) :- true(n(X)) goal(p,X) :- true(n(X))", ""},
		{"is part of a move", "next(n(s(X))) :- true(n(X)) legal(p,m(X)) :- true(n(X))", ""},
		{"is seen", "next(n(s(X))) :- true(n(X)) sees(p,X) :- true(n(X))", ""},
		{"is handed on", "next(n(s(X))) :- has(X) has(X) :- true(n(X))", "n/1.0"},
		{"is handed on to what is tested", "next(n(s(X))) :- has(X) has(X) :- true(n(X)) terminal :- has(z)", ""},
		{"is handed on to another fact", "next(m(X)) :- true(n(X)) next(n(s(X))) :- true(n(X)) terminal :- true(m(z))", ""},
		{"one of two", "next(n(K,s(X))) :- true(n(K,X)) terminal :- true(n(over,X))", "n/2.1"},
		{"becomes a fact", "next(X) :- true(n(X))", ""},
		{"facts are kept", "next(F) :- true(F) init(n(z))", "n/1.0"},
		{"facts are looked at", "next(F) :- true(F) & keeps(F) keeps(n(z)) init(n(z))", ""},
		{"facts are handed on", "next(F) :- held(F) held(F) :- true(F) init(n(z))", ""},
		{"is denied", "next(n(s(X))) :- true(n(X)) & ~big(X) big(s(s(z)))", ""},
	}
	for _, tt := range tests {
		var got []string
		for a := range UntestedFacts(read(t, game+tt.text)) {
			got = append(got, fmt.Sprintf("%s.%d", a.Symbol, a.Index))
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("an argument that %s: untested are %q, want %q", tt.name, text, tt.want)
		}
	}
}
