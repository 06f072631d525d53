// Package picture has what drawings of positions have in common, whatever
// language a game is written in: a page of characters with colours, symbols and
// colours of pieces by comparing their names with those of the players, and
// scenes, which become SVG images with pieces as vector shapes.
//
// The packages that know a language lay out a [Scene]; a presentation may change
// its looks; and [Scene.SVG] writes it. An image has no identifiers and styles
// nothing but itself, so that a page can have many of them.
//
// No word means anything here, with one exception that is left to the viewer of
// an image: a player whose name is that of a colour has that colour.
package picture
