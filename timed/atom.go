package timed

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/timedengine"
)

// An atom is a ground term of a shape: a fact, a move or a percept. Numbers of
// the state inside it are holes. An atom exists once in its game.
type atom struct {
	id    int32
	tree  gdl.Term
	holes []int32 // inside the term, each once, in order of appearance
	text  string  // the canonical text, unless there are holes
	key   uint64  // a hash of the text
}

// In terms, a hole is a constant whose name cannot occur in a description.
const holePrefix = "number "

func holeTerm(n int32) gdl.Term { return gdl.Const(holePrefix + strconv.Itoa(int(n))) }

// holeNumber returns the number of a hole, or false for other terms.
func holeNumber(t *gdl.Term) (int32, bool) {
	digits, ok := strings.CutPrefix(t.Name, holePrefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return int32(n), err == nil
}

// An atomPool makes atoms.
type atomPool struct {
	known map[string]*atom
	count int32
	key   []byte
}

// reset removes all atoms. Atoms in use stay distinct from new ones.
func (p *atomPool) reset() { p.known = map[string]*atom{} }

// get returns the atom with a tree.
func (p *atomPool) get(tree gdl.Term) *atom {
	p.key = appendTermKey(p.key[:0], &tree)
	if a, ok := p.known[string(p.key)]; ok {
		return a
	}
	a := &atom{id: p.count, tree: tree}
	p.count++
	tree.Walk(func(t *gdl.Term) {
		if n, ok := holeNumber(t); ok && !slices.Contains(a.holes, n) {
			a.holes = append(a.holes, n)
		}
	})
	if len(a.holes) == 0 {
		a.text = termText(&tree)
		a.key = timedengine.TextKey(a.text)
	}
	p.known[string(p.key)] = a
	return a
}

// termText returns the canonical text of a term.
func termText(t *gdl.Term) string { return gdlformat.Term(t, gdl.Prefix) }

// appendTermKey appends bytes that are the same for equal ground terms and
// different for others.
func appendTermKey(key []byte, t *gdl.Term) []byte {
	key = binary.AppendUvarint(key, uint64(len(t.Name)))
	key = append(key, t.Name...)
	key = binary.AppendUvarint(key, uint64(len(t.Args)))
	for i := range t.Args {
		key = appendTermKey(key, &t.Args[i])
	}
	return key
}

// in returns the canonical text of the atom in a state with the given numbers.
func (a *atom) in(values []Time) string {
	if len(a.holes) == 0 {
		return a.text
	}
	tree := mapConstants(&a.tree, func(t gdl.Term) gdl.Term {
		if n, ok := holeNumber(&t); ok {
			return gdl.Const(values[n].String())
		}
		return t
	})
	return gdlformat.Term(&tree, gdl.Prefix)
}

// renamed returns the atom with other numbers for its holes.
func (p *atomPool) renamed(a *atom, number func(hole int32) int32) *atom {
	if len(a.holes) == 0 {
		return a
	}
	return p.get(mapConstants(&a.tree, func(t gdl.Term) gdl.Term {
		if n, ok := holeNumber(&t); ok {
			return holeTerm(number(n))
		}
		return t
	}))
}

// mapConstants returns a copy of a term with its constants replaced.
func mapConstants(t *gdl.Term, replace func(gdl.Term) gdl.Term) gdl.Term {
	if t.Kind != gdl.Function {
		return replace(gdl.Const(t.Name))
	}
	args := make([]gdl.Term, len(t.Args))
	for i := range args {
		args[i] = mapConstants(&t.Args[i], replace)
	}
	return gdl.Fn(t.Name, args...)
}

func texts(atoms []*atom, values []Time) []string {
	out := make([]string, len(atoms))
	for i, a := range atoms {
		out[i] = a.in(values)
	}
	slices.Sort(out)
	return out
}
