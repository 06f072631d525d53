// Package gdldraw draws a position of a game of the GDL family as text or as an SVG
// image. The input is a description and the facts of a position. The output is a board
// where the facts have the structure of one, and a list of the other facts.
//
// No word has a fixed meaning: a scrambled game has the same board with other words on
// it. Arguments of a relation are coordinates if their values are ordered and if they
// form a key of the relation in the positions of a few random plays (coords.go). The
// order comes from numbers or from a successor relation of the rules, otherwise from
// single letters, numbered words or the text of the rules (axis.go). A third and
// a fourth coordinate put panels side by side. Values that a table of the rules lists
// with two coordinates are names of cells (named.go). Relations with the same
// coordinates share a board if their facts seldom clash (boards.go).
//
// The first coordinate goes right and the second one up, as in most rules. Single-player
// puzzles with numbered rows and columns and a content on every cell are laid out like
// a matrix, down and to the right.
//
// The content that means "empty" is found by its frequency and by how rules use it
// (blank.go). A piece belongs to the role that its content names, that the rules link
// with it, or whose moves put it; otherwise names are compared (owner.go).
//
// Equal arguments give equal drawings.
package gdldraw
