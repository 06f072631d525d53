// Package book keeps strategies in files: for each role, and each view that it can
// have where there is a choice, how likely it makes each legal move.
//
// A file is JSON. Its version is 1, and it has the fields
//
//	format   always "ludex strategy"
//	version  1
//	game     what the game is called
//	rules    SHA-256 of the text of the rules, for people: it shows whether the text has changed since
//	plays    a fingerprint of the game, by which a strategy is recognised as one for it; see Fingerprint
//	method   how the strategy was found
//	nashconv how much all roles together could gain by departing from it, in goal values
//	roles    for each role its name and its entries
//
// An entry has the view, a list of steps, each of which is a list of texts: the
// role's own move and what it perceived; and moves, the probability of each legal
// move by its text. Texts are canonical prefix GDL, or moves of regular boardgames.
// In a game that hides nothing, "(role move)" stands for what another role did.
package strategyfile
