// Package player says what a player of games is, and has players play.
//
// A [Player] is given a game, a role and clocks, is asked for moves, is told what
// happened, and is stopped. It knows the game by package game alone, so every
// player plays every game, whichever language its rules are written in.
//
// [Play] runs one match in process, with clocks that are kept; a [Series] runs
// many, in which entrants take turns at the seats. A [Roster] makes players of
// texts such as "mcts:threads=2,memory=512".
//
// The players themselves are in packages below: basic has the simplest ones,
// mcts the search for games of any kind, nested the search for puzzles, and auto
// the one that looks at the game and chooses. Package roster lists them all.
package player
