// Package lower compiles the rules of a Regular Boardgames description to a set
// program. Its input is an [rbg.Game], its output an [ir.Program].
//
// The passes, each with its output:
//
//	layout     board    cells are numbered as bits (layout.go, lattice.go)
//	normalise  rules    what depends only on the board becomes maps and sets (normalise.go, relation.go)
//	graph      graph    the rules as a control-flow graph (graph.go)
//	analyse    facts    what holds at the nodes of the graph (analyse.go, contents.go, invariant.go)
//	forms      form     how each pattern is computed (forms.go)
//	trees      tree     the tests behind a modifier, for all cells at once (tree.go)
//	emit       unit     functions with labels, and the constant pool (emit.go and the emitters)
//	optimise   unit     jump threading and dead code elimination (optimise.go)
//	link       program  registers and addresses (link.go)
//	inline     program  functions that are called once (inline.go)
//	final      program  changes that never have to be undone (final.go)
//
// Forms and trees are made on demand, while code is emitted. Every output can be
// printed (print.go, printtree.go), and every pass has golden files in testdata.
//
// There is a generator for every switch to a player, and a keeper for every switch
// to the keeper. Between two modifiers a path only walks and tests. Generators
// compute the set of cells at which such paths reach the next modifier as a whole,
// one set per modifier; therefore no move is found twice. Where they can, they go
// on behind the modifier with all cells at once as well (tree.go, treecode.go).
// Keepers are a depth-first search with backtracking (keeper.go).
package lower
