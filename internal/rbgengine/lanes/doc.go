// Package lanes unrolls the rules of a Regular Boardgame over its board into
// ground rules for package circuit, which plays hundreds of playouts at once.
//
// It works where the moves of players form a bounded set: the rules are followed
// from each switch to a player, with cells known and pieces unknown. What a test
// asks about becomes a formula over what stands on the cells; what a modifier
// writes is known to the rest of the move. Each sequence of modifiers is a move
// (moves.go), and its formula says when it is legal. Moves that are never legal
// together are drawn as one (bundle.go, written.go).
//
// What the keeper does after a move becomes formulas too (keeper.go): its ways
// are followed all at once, and where they come together again, a cell holds what
// one of the ways has left there. A pattern is a formula for each of its places
// and cells (pattern.go), as many as there are different things to know about the
// cells that it can see (reads.go). Patterns that can run in circles are
// fixpoints. Those that begin at a piece of which there is only one (unique.go)
// follow lines from there (strand.go).
//
// Rules are unrolled a few times, since what was shown to be impossible makes the
// next result smaller.
package lanes
