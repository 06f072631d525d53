// Package board draws the positions of any game, in any language, and locates moves on
// the drawing. Its input is the rules and the facts of a position; its output is SVG or
// text.
//
// The layout of a board comes only from the structure of the rules, see
// [ludex/internal/gdldraw] and [ludex/internal/rbgdraw]. An optional [Presentation]
// chooses shapes and colours for the pieces of one game.
package board
