// Package puzzle has positions whose best moves are known, and finds out which
// of them a player finds.
//
// A [Suite] is a file in TOML that people can write; [Own] is the one that comes
// with Ludex. Every [Puzzle] names a game, a position, the role that is to move,
// its best moves, and a [Claim] of why no other move is best. A claim can be
// proved, which [Prove] does by searching everything that it speaks of, so that
// an answer is never just what somebody believed. [Run] asks a player.
//
// # Claims
//
// What a claim says holds whatever the others do, who are thought to be in league
// with each other and with chance.
//
//	wins    With the best moves, and with no others, the role can force its goal
//	        within a number of steps.
//	saves   With every other move the others can force within a number of steps
//	        that the role misses its goal; with the best moves they cannot.
//	solved  The best moves are those that are worth most if everybody goes on to
//	        play as well as can be.
//
// The first is a proof that the best moves are as good as any if the goal is the
// highest there is; longer ways to it may exist. The others prove that they are
// better than the rest, or no worse where all but them are lost.
package puzzle
