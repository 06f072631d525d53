package planning

import (
	"encoding/binary"
	"slices"
)

// A literal is a formula or its negation: twice the number of a formula, plus 1 if it is
// negated. Equal literals are equivalent; the reverse need not hold.
type literal uint32

const (
	always literal = 0
	never  literal = 1
)

func (l literal) not() literal    { return l ^ 1 }
func (l literal) negated() bool   { return l&1 == 1 }
func (l literal) formula() uint32 { return uint32(l >> 1) }

// A formula is an atom, or a conjunction of literals.
type formula struct {
	atom  int32 // None for a conjunction
	parts []literal
}

// formulas stores formulas so that equal ones have one number. Formula 0 is the empty
// conjunction.
type formulas struct {
	list   []formula
	atoms  map[int32]literal
	number map[string]literal // of conjunctions
	key    []byte
}

func newFormulas() *formulas {
	return &formulas{list: []formula{{atom: None}}, atoms: map[int32]literal{}, number: map[string]literal{}}
}

// atom returns the formula of an atom.
func (f *formulas) atom(a int32) literal {
	l, ok := f.atoms[a]
	if !ok {
		l = literal(2 * len(f.list))
		f.list = append(f.list, formula{atom: a})
		f.atoms[a] = l
	}
	return l
}

// and returns the conjunction of literals. It changes the order of parts.
func (f *formulas) and(parts []literal) literal {
	slices.Sort(parts)
	parts = slices.Compact(parts)
	if len(parts) > 0 && parts[0] == always {
		parts = parts[1:]
	}
	for i, l := range parts {
		if l == never || i > 0 && parts[i-1] == l.not() {
			return never
		}
	}
	switch len(parts) {
	case 0:
		return always
	case 1:
		return parts[0]
	}
	f.key = f.key[:0]
	for _, l := range parts {
		f.key = binary.LittleEndian.AppendUint32(f.key, uint32(l))
	}
	l, ok := f.number[string(f.key)]
	if !ok {
		l = literal(2 * len(f.list))
		f.list = append(f.list, formula{None, slices.Clone(parts)})
		f.number[string(f.key)] = l
	}
	return l
}

// or returns the disjunction of literals. It changes parts.
func (f *formulas) or(parts []literal) literal {
	for i := range parts {
		parts[i] = parts[i].not()
	}
	return f.and(parts).not()
}
