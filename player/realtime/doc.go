// Package realtime has players for games in real time.
//
// A [Player] is a [timed.Policy] that is started and stopped. It plays in virtual
// time, where thinking takes no game time, or live, by a wall clock, where it
// thinks during the match and sends its moves through an inbox.
//
// [searchPlayer] is the player for any game in real time. It decides not only what to do
// but when: a decision is a plan, a move at an instant, or to wait for the next
// thing that it perceives. It knows what its role is told and nothing else, so that
// games with hidden information are played fairly. [turnsPlayer] lets a player of
// turn-based games play the translation of one. [Roster] makes players by name, and
// package match plays matches between them.
package realtime
