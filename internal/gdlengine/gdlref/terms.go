package gdlref

import (
	"fmt"
	"sync"

	"ludex/gdl"
	"ludex/internal/budget"
)

// A term is the number of a ground term. Terms that look the same have the same
// number, in all machines of a game.
type term int32

// free stands for a free argument of a call.
const free term = -1

// A symbol is the number of a name with an arity: a function, an object
// constant (arity 0) or a relation.
type symbol int32

// maxTermDepth is how deep terms may be nested. Unbounded recursion reaches it
// soon, and it bounds the stack of functions that walk terms.
const maxTermDepth = 10_000

// maxTermSize is how many symbols a term may have. Equal parts of terms are stored once, so
// that a few steps can double a term until its text does not fit into any memory.
const maxTermSize = 100_000

// bytesPerTerm is the approximate size of a term: its node, some arguments, its
// places in the hash tables of the game and of a machine, and a short text.
const bytesPerTerm = 128

// A node is what a term consists of.
type node struct {
	symbol symbol
	args   int32 // where its arguments begin
	arity  int32
	depth  int32
	size   int32 // symbols of its text
}

// terms holds all ground terms of a game. It only grows.
type terms struct {
	memory  budget.Memory
	mu      sync.Mutex
	numbers map[gdl.Symbol]symbol
	symbols []gdl.Symbol
	nodes   []node
	args    []term
	known   hashTable
	texts   []string // canonical texts computed on demand
}

func newTerms() *terms { return &terms{numbers: map[gdl.Symbol]symbol{}} }

// symbol returns the number of a name with an arity.
func (ts *terms) symbol(s gdl.Symbol) symbol {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	n, ok := ts.numbers[s]
	if !ok {
		n = symbol(len(ts.symbols))
		ts.numbers[s] = n
		ts.symbols = append(ts.symbols, s)
	}
	return n
}

// intern returns the term with a symbol and arguments, and a view of all terms
// that includes it.
func (ts *terms) intern(hash uint32, sym symbol, args []term) (term, []node, []term) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t, ok := find(&ts.known, ts.nodes, ts.args, hash, sym, args)
	if !ok {
		depth, size := int32(0), int64(1)
		for _, a := range args {
			depth = max(depth, ts.nodes[a].depth+1)
			size += int64(ts.nodes[a].size)
		}
		if depth > maxTermDepth {
			fail("a term is nested more than %d deep: the rules seem to build terms without end", maxTermDepth)
		}
		if size > maxTermSize {
			fail("a term has more than %d symbols: the rules seem to build terms without end", maxTermSize)
		}
		if limit := ts.memory.Tables(); int64(len(ts.nodes))*bytesPerTerm > budget.Alive(limit) {
			fail("%w", &budget.MemoryError{Doing: fmt.Sprintf("remembering the %d different terms of the game", len(ts.nodes)), Limit: limit})
		}
		t = term(len(ts.nodes))
		ts.nodes = append(ts.nodes, node{sym, int32(len(ts.args)), int32(len(args)), depth, int32(size)})
		ts.args = append(ts.args, args...)
		ts.known.insert(hash, int32(t))
	}
	return t, ts.nodes, ts.args
}

// find looks a term up among those that a hash table knows.
func find(known *hashTable, nodes []node, all []term, hash uint32, sym symbol, args []term) (term, bool) {
	var p probe
next:
	for {
		v, ok := known.seek(hash, &p)
		if !ok {
			return 0, false
		}
		n := nodes[v]
		if n.symbol != sym {
			continue
		}
		for i, a := range args {
			if all[int(n.args)+i] != a {
				continue next
			}
		}
		return term(v), true
	}
}

// A view is one machine's view of the shared terms. It is updated when the machine
// meets a newer term, so reading needs no lock.
type view struct {
	shared *terms
	nodes  []node
	args   []term
	known  hashTable // terms that this machine has made before
}

// node returns what a term consists of.
func (v *view) node(t term) node {
	if int(t) >= len(v.nodes) {
		v.shared.mu.Lock()
		v.nodes, v.args = v.shared.nodes, v.shared.args
		v.shared.mu.Unlock()
	}
	return v.nodes[t]
}

// argsOf returns the arguments of a term.
func (v *view) argsOf(t term) []term {
	n := v.node(t)
	return v.args[n.args : n.args+n.arity]
}

// make returns the term with a symbol and arguments.
func (v *view) make(sym symbol, args []term) term {
	h := mix(hashSeed, sym)
	for _, a := range args {
		h = mix(h, a)
	}
	hash := fold(h)
	if t, ok := find(&v.known, v.nodes, v.args, hash, sym, args); ok {
		return t
	}
	var t term
	t, v.nodes, v.args = v.shared.intern(hash, sym, args)
	v.known.insert(hash, int32(t))
	return t
}
