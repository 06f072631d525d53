// Package picture has what drawings of positions have in common, whatever
// language a game is written in: a page of characters with colours, symbols and
// colours of pieces by comparing their names with those of the players, and the
// parts of SVG images.
//
// No word means anything here, with one exception that is left to the viewer of
// an image: a player whose name is that of a colour has that colour.
package picture
