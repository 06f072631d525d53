// Package player defines what a player is and plays matches of turn-based games
// between players.
//
// A [Player] is given a game, a role and clocks, is asked for moves, is told what
// happened, and is stopped. It accesses the game only through package game, so
// every player plays every game, whichever language its rules are written in.
//
// [Play] runs one match in process and enforces the clocks. A [Roster] makes
// players by name, from texts such as "mcts:threads=2,memory=512". Package match
// builds on it: it adds records, series of matches and games in real time.
//
// The players themselves are in the packages below: basic has the simplest ones,
// mcts the search for games of any kind, nested the search for puzzles, infoset the
// players for hidden information, and auto the one that looks at the game and
// chooses. Package roster lists them all.
package player
