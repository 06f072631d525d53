package timed

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
)

// spelled returns a name in the spelling of the description, ignoring case where
// the description does.
func (g *Game) spelled(name string) string {
	if known, ok := g.spelling[strings.ToLower(name)]; ok {
		return known
	}
	return name
}

// MoveText returns the canonical text of a move in prefix or infix syntax.
func (g *Game) MoveText(text string) (string, error) {
	tree, err := g.parseTerm(text)
	if err != nil {
		return "", err
	}
	return gdlformat.Term(&tree, gdl.Prefix), nil
}

// parseTerm reads a ground term in the spelling of the description.
func (g *Game) parseTerm(text string) (gdl.Term, error) {
	syntax := gdl.Infix
	if t := strings.TrimSpace(text); strings.HasPrefix(t, "(") || !strings.ContainsAny(t, "(,'") {
		syntax = gdl.Prefix
	}
	terms, err := gdlmoves.Terms(text, syntax)
	if err != nil {
		return gdl.Term{}, fmt.Errorf("%q is no term: %w", text, err)
	}
	if len(terms) != 1 {
		return gdl.Term{}, fmt.Errorf("%q is not one term but %d", text, len(terms))
	}
	return g.respelled(&terms[0]), nil
}

func (g *Game) respelled(t *gdl.Term) gdl.Term {
	out := gdl.Term{Kind: t.Kind, Name: normalNumber(g.spelled(t.Name))}
	for i := range t.Args {
		out.Args = append(out.Args, g.respelled(&t.Args[i]))
	}
	return out
}

// normalNumber writes a number with a point without needless zeros.
func normalNumber(name string) string {
	if l, err := gdl.ParseLifetime(name); err == nil && strings.Contains(name, ".") {
		return Time(l).String()
	}
	return name
}

// parseAtom returns a move or a fact with holes for the given numbers of an
// instant or state, to which it adds the numbers that only this term has.
func (g *Game) parseAtom(text string, values []Time) (*atom, []Time, error) {
	if a, ok := g.moves[text]; ok {
		return a, values, nil
	}
	tree, err := g.parseTerm(text)
	if err != nil {
		return nil, nil, err
	}
	tree, values = g.withHoles(&tree, values)
	a := g.pool.get(tree)
	if len(a.holes) == 0 {
		g.kept++
		g.moves[text] = a
	}
	return a, values, nil
}

// withHoles returns a term with holes in place of numbers that the rules do not
// name, and the numbers for them.
func (g *Game) withHoles(t *gdl.Term, values []Time) (gdl.Term, []Time) {
	out := mapConstants(t, func(c gdl.Term) gdl.Term {
		l, err := gdl.ParseLifetime(c.Name)
		if err != nil || Time(l).String() != c.Name {
			return c
		}
		if _, ok := g.numbers.numbers[Time(l)]; ok {
			return c
		}
		var h int32
		h, values = holeFor(values, Time(l))
		return holeTerm(h)
	})
	return out, values
}

// holeFor returns the hole with a number, adding a new one if needed.
func holeFor(values []Time, t Time) (int32, []Time) {
	for i, v := range values {
		if v == t {
			return int32(i), values
		}
	}
	return int32(len(values)), append(values, t)
}
