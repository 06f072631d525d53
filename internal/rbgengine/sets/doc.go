// Package sets is the fast engine of Regular Boardgames: it computes with sets
// of cells.
//
// [New] lowers the rules of a game to a program ([ludex/internal/rbgengine/sets/ir]) in
// which most instructions work on all cells at once: the moves of all pieces of
// a kind are found by shifting the set of their cells, and counted rather than
// listed. Machines execute such programs in process; there is one for each width
// of a set.
package sets

//go:generate go run ./internal/widths
