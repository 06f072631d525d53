// Package rbgplay makes a [ludex/game.Game] of Regular Boardgames rules and
// a [Reasoner] that computes with them. It holds what all reasoners share: the encoding of
// states, the texts of moves and facts, and the player to move.
package rbgplay
