// Package rbgtogdl writes regular boardgames in GDL, for systems that know no other
// language: the ground rules into which package lanes unrolls them.
package rbgtogdl

import (
	"context"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/circuit/clauses"
	"ludex/internal/gdlrewrite"
	"ludex/internal/rbgengine/lanes"
	"ludex/rbg"
)

// Convert returns a description of a boardgame in GDL, or in GDL-II where chance moves. Its
// facts are named after cells, pieces and variables, and its moves after the cells that
// they touch. The error says why there is none: it is that of package lanes.
func Convert(ctx context.Context, g *rbg.Game) (*gdl.Program, error) {
	unrolled, err := lanes.Ground(ctx, g, lanes.Options{})
	if err != nil {
		return nil, err
	}
	spec := *unrolled.Spec
	spec.Hidden, spec.Percepts = false, nil // lanes use them for what they have to tell about moves
	out := clauses.Program(&spec, names(&spec))
	for i := range g.Players {
		if g.Players[i].Name == gdl.Random {
			out.Dialect = gdl.GDLII
			return gdlrewrite.ToGDLII(out)
		}
	}
	return out, nil
}

// term returns a text as a term whose names every system can read: a function of the words
// in it. Columns and rows, as in a2a3, are words of their own, so that systems which draw
// boards find the coordinates.
func term(function, text string) gdl.Term {
	words := wordsOf(text)
	if function == "" && len(words) > 0 {
		function, words = words[0], words[1:]
	}
	args := make([]gdl.Term, len(words))
	for i, w := range words {
		args[i] = gdl.Const(w)
	}
	return gdl.Fn(function, args...)
}

// wordsOf divides a text into words of letters and words of digits.
func wordsOf(text string) []string {
	var words []string
	last := 0
	for _, r := range text {
		kind := kindOf(r)
		switch {
		case kind == 0:
		case kind == last:
			words[len(words)-1] += string(r)
		default:
			words = append(words, string(r))
		}
		last = kind
	}
	return words
}

// kindOf returns 1 for letters, 2 for digits, and 0 for what no name has.
func kindOf(r rune) int {
	switch {
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_':
		return 1
	case r >= '0' && r <= '9':
		return 2
	}
	return 0
}

// A namer makes terms different.
type namer map[string]int

func (n namer) unique(t gdl.Term) gdl.Term {
	key := ""
	t.Walk(func(t *gdl.Term) { key += strings.ToLower(t.Name) + " " })
	if n[key]++; n[key] > 1 {
		return n.unique(gdl.Fn(t.Name, append(t.Args[:len(t.Args):len(t.Args)], gdl.Const("v"+strconv.Itoa(n[key])))...))
	}
	return t
}

// names returns the names of facts, which are functions of their words, and of moves, of
// which the last one of a role does nothing.
func names(spec *circuit.Spec) clauses.Names {
	var n clauses.Names
	facts := namer{}
	for _, bit := range spec.State {
		n.Facts = append(n.Facts, facts.unique(term("", bit.Text)))
	}
	for r, list := range spec.Moves {
		unique := namer{}
		var moves []gdl.Term
		for i, m := range list {
			name := gdl.Const("noop")
			if i < len(list)-1 {
				name = unique.unique(term("move", m.Text))
			}
			moves = append(moves, name)
		}
		n.Roles, n.Moves = append(n.Roles, gdl.Const(spec.Roles[r])), append(n.Moves, moves)
	}
	return n
}
