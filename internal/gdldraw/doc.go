// Package draw shows a position of a game of the GDL family as text or as an
// SVG image: as a board where the facts of the game have the structure of one,
// and as a tidy list where they have not.
//
// No word means anything here. Arguments of a relation are coordinates if their
// values have an order and together tell which fact it is, in a few positions of
// random plays, while fewer of them do not. The order comes from numbers, or from
// a relation of the rules that leads from each value to the next; failing that,
// from single letters and numbered words, or from the text of the rules. A third
// coordinate, or a third and a fourth, put panels side by side. Values that a
// table of the rules lists with two coordinates are names of places. Relations
// with the same coordinates lie on one board if their facts get along.
//
// The first coordinate goes to the right and the second one up, as in most rules
// and so that what falls lies at the bottom. Only puzzles of one player that have
// a number for each row and column and something on every cell are read like a
// matrix, down and to the right.
//
// A content that means nothing is found by how common it is and how rules use it.
// A piece belongs to the role that its content names, that the rules link with
// it, or whose moves put it; only then do names count, by comparing them with
// each other. A scrambled game has the same board with other words on it.
//
// Equal arguments make equal drawings.
package gdldraw
