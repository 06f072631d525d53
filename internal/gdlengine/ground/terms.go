package ground

import (
	"slices"

	"ludex/gdl"
)

// A term is the number of an interned ground term: equal terms have equal
// numbers, whatever their depth.
type term = int32

// terms interns ground terms. Numbers are given out in the order of first use,
// so they do not depend on names.
type terms struct {
	symbols  []gdl.Symbol // by functor number
	functors map[gdl.Symbol]int32

	nodes   []termNode
	deepest int32   // how deep terms are nested at most
	args    []term  // the arguments of all terms, one list after the other
	table   []int32 // open addressing: number of a term plus 1
	mask    uint32
}

type termNode struct {
	functor int32
	first   int32 // of the arguments in terms.args
	depth   int32
}

func newTerms() *terms {
	const size = 1 << 10
	return &terms{
		functors: map[gdl.Symbol]int32{},
		table:    make([]int32, size),
		mask:     size - 1,
	}
}

// functor returns the number of a function or constant symbol.
func (ts *terms) functor(s gdl.Symbol) int32 {
	if f, ok := ts.functors[s]; ok {
		return f
	}
	f := int32(len(ts.symbols))
	ts.functors[s] = f
	ts.symbols = append(ts.symbols, s)
	return f
}

// arguments returns the arguments of a term.
func (ts *terms) arguments(t term) []term {
	n := ts.nodes[t]
	return ts.args[n.first : int(n.first)+ts.symbols[n.functor].Arity]
}

func hashTerm(functor int32, args []term) uint32 {
	h := hashWord(hashSeed, functor)
	for _, a := range args {
		h = hashWord(h, a)
	}
	return hashEnd(h)
}

// find returns the term with a functor and arguments, and where in the table it
// is or belongs; the term is -1 if there is none.
func (ts *terms) find(functor int32, args []term) (term, uint32) {
	slot := hashTerm(functor, args) & ts.mask
	for ; ts.table[slot] != 0; slot = (slot + 1) & ts.mask {
		t := ts.table[slot] - 1
		n := ts.nodes[t]
		if n.functor == functor && slices.Equal(ts.args[n.first:int(n.first)+len(args)], args) {
			return t, slot
		}
	}
	return -1, slot
}

// intern returns the term with a functor and arguments, made if it is new.
func (ts *terms) intern(functor int32, args []term) term {
	t, slot := ts.find(functor, args)
	if t >= 0 {
		return t
	}
	t = term(len(ts.nodes))
	depth := int32(0)
	for _, a := range args {
		depth = max(depth, ts.nodes[a].depth+1)
	}
	ts.deepest = max(ts.deepest, depth)
	ts.nodes = append(ts.nodes, termNode{functor, int32(len(ts.args)), depth})
	ts.args = append(ts.args, args...)
	ts.table[slot] = t + 1
	if len(ts.nodes)*2 > len(ts.table) {
		ts.grow()
	}
	return t
}

func (ts *terms) grow() {
	ts.table = make([]int32, 2*len(ts.table))
	ts.mask = uint32(len(ts.table) - 1)
	for t := range ts.nodes {
		slot := hashTerm(ts.nodes[t].functor, ts.arguments(term(t))) & ts.mask
		for ts.table[slot] != 0 {
			slot = (slot + 1) & ts.mask
		}
		ts.table[slot] = int32(t) + 1
	}
}

// appendText appends the canonical prefix text of a term.
func (ts *terms) appendText(buf []byte, t term) []byte {
	args := ts.arguments(t)
	name := ts.symbols[ts.nodes[t].functor].Name
	if len(args) == 0 {
		return append(buf, name...)
	}
	buf = append(buf, '(')
	buf = append(buf, name...)
	for _, a := range args {
		buf = append(buf, ' ')
		buf = ts.appendText(buf, a)
	}
	return append(buf, ')')
}

func (ts *terms) text(t term) string { return string(ts.appendText(nil, t)) }

// name returns the name of a constant, and false for other terms.
func (ts *terms) name(t term) (string, bool) {
	s := ts.symbols[ts.nodes[t].functor]
	return s.Name, s.Arity == 0
}

// syntax returns the term as a tree.
func (ts *terms) syntax(t term) gdl.Term {
	args := ts.arguments(t)
	out := make([]gdl.Term, len(args))
	for i, a := range args {
		out[i] = ts.syntax(a)
	}
	return gdl.Fn(ts.symbols[ts.nodes[t].functor].Name, out...)
}

// Hashing of lists of small integers. Tables compare what they find, so a
// collision costs time only.
const hashSeed uint64 = 0x9e3779b97f4a7c15

func hashWord(h uint64, v int32) uint64 {
	h = (h ^ uint64(uint32(v))) * 0xff51afd7ed558ccd
	return h ^ h>>29
}

func hashEnd(h uint64) uint32 { return uint32(h >> 20) }
