// Package draw shows a position of a board game as text or as an SVG image.
//
// The geometry comes from the board: rectangles are grids, hexagons have
// staggered rows, cuboids are drawn layer by layer, and a graph is laid out by
// what its labels do. Letters and colours of pieces come from comparing the
// names of pieces and players with each other. No word means anything here.
//
// Equal arguments make equal drawings.
package rbgdraw
