// Package lanes compiles a Regular Boardgame to ground rules for package circuit,
// which then runs hundreds of playouts at once, one per lane of a vector.
//
// It executes the rules symbolically, from each switch to a player, with known cells
// and unknown pieces (unroller.go). A test becomes a formula over the pieces on the
// cells. Each sequence of modifiers is a move (moves.go), and its path condition says
// when it is legal. Mutually exclusive moves become one move of the circuit
// (circuitmove.go, effects.go). A large test at the end of moves is evaluated only for the
// move that was drawn (deferred.go). Games whose players have an unbounded or very large
// set of moves are refused.
//
// The keeper's moves are executed on all paths at once, and states are merged where
// paths join (keeper.go, join.go). A pattern becomes a formula for each of its nodes
// and cells (pattern.go), shared by the moves that change nothing it reads (reads.go,
// piececlass.go). Recursive patterns are least fixpoints. Patterns that begin at
// a unique piece (unique.go) follow rays from its cell (ray.go).
//
// The rules are unrolled twice: the first pass over-approximates the values that cells
// and variables can have (domains.go, reachable.go), which makes the second result smaller. The
// result is encoded as state bits, moves and rules in encoding.go.
package lanes
