// Package strategyfile reads and writes strategies as files: for each role, and each
// view in which it has a choice, the probability of each legal move.
//
// A file is JSON. Its version is 1, and it has the fields
//
//	format   always "ludex strategy"
//	version  1
//	game     the name of the game
//	rules    SHA-256 of the text of the rules, for people: it shows whether the text
//	         has changed since
//	plays    a fingerprint of the game, by which a strategy is recognised as one for
//	         it; see Fingerprint. Others who write a file may leave it out: the
//	         strategy is then taken to be for the game that it is used for
//	method   how the strategy was found
//	nashconv how much all roles together could gain by deviating, in goal values
//	roles    for each role its name and its entries
//
// An entry has the view, a list of steps, each of which is a list of texts: the
// role's own move and its percepts; and moves, the probability of each legal move by
// its text. Texts are canonical prefix GDL, or moves of regular boardgames. In a
// game of perfect information, "(role move)" stands for the move of another role.
package strategyfile
