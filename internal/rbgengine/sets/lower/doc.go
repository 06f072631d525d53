// Package lower makes the set program of a game's rules.
//
// The steps are: cells become bits ([newBoard]); expressions are normalised
// ([normaliser]), with relations instead of runs of shifts; the rules become a graph
// of places ([graph]); and for every switch a generator or a keeper is emitted.
//
// Between two modifiers a path does nothing but walk and test. The set of cells
// at which such stretches arrive at the next modifier is computed as a whole, one
// set for each modifier, and therefore no move is found twice.
package lower
