// Package rbgdraw draws a position of a Regular Boardgames game as text or as an SVG
// image.
//
// The geometry comes from the board: rectangles are grids, hexagons have staggered rows,
// cuboids are drawn layer by layer, and a graph is laid out by the geometry of its labels.
// Letters and colours of pieces come from comparing the names of pieces and players with
// each other. No word has a fixed meaning.
//
// Equal arguments give equal drawings.
package rbgdraw
