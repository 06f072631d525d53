// Package levels plays at a strength that a person chooses. A game has ten levels; each is
// a search of a fixed number of nodes, by the network that comes with the game if there is
// one, and a temperature at which the move is drawn by the
// values that the search found. A move that is worth a little less than the best one is
// made now and then, and a much worse one hardly ever, so that weak levels err as people
// do. Nodes, not time, bound the search: a level is equally strong on every machine.
//
// How strong the levels of a game are was measured by matches between them, see package
// calibration, and is stored under the fingerprint of the rules: in the user's folder, or
// in this package for games of the library.
package levels
