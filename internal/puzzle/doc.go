// Package puzzle has test positions with known best moves, and checks which of them
// a player finds.
//
// A [Suite] is a TOML file; [Own] is the one that comes with Ludex. Every [Puzzle]
// names a game, a position, the role to move, its best moves, and a [Claim] that
// justifies them. [Prove] proves a claim by exhaustive search. [Run] asks a player
// for its move in every puzzle.
//
// # Claims
//
// A claim holds whatever the others do, who are assumed to cooperate with each other
// and with chance.
//
//	wins    With the best moves, and with no others, the role can force its goal
//	        within a number of steps.
//	saves   With every other move the others can force within a number of steps
//	        that the role misses its goal; with the best moves they cannot.
//	solved  The best moves are those with the highest value under best play.
//
// The first proves that the best moves are optimal if the goal is the highest
// possible; longer ways to it may exist. The others prove that they are better than
// the rest.
package puzzle
