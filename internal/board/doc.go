// Package board draws the positions of any game and says where on the drawing
// its moves lie, whatever language the game is written in.
//
// What a board looks like comes from the structure of the rules alone, see
// [ludex/internal/gdldraw] and [ludex/internal/rbgdraw]. A [Presentation], which is optional,
// chooses shapes and colours for the pieces of one game.
package board
