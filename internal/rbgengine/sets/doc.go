// Package sets is the fast engine of Regular Boardgames. It computes with sets of
// cells (bitboards).
//
// [New] compiles the rules of a game ([rbg.Game]) to a program
// ([ludex/internal/rbgengine/sets/ir]) with package lower. Most of its instructions
// work on all cells at once: the moves of all pieces of a kind are found by shifting
// the set of their cells, and are counted rather than listed. Machines interpret
// such programs; there is one for each width of a set. Package compiled prints the
// same programs as Go instead.
package sets

//go:generate go run ./internal/widths
