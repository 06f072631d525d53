// Package play makes a [ludex/game.Game] of Regular Boardgames rules and a
// [Reasoner] that knows how to compute with them. It has what the reasoners
// share and people see: how states are kept, how moves and facts are written,
// and who is to move.
package rbgplay
