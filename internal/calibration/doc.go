// Package calibration finds the levels of a game, see package levels, and measures how
// strong they are.
//
// The levels are found from the weakest to the strongest. Each must beat the one below by
// [Step] points of Elo, the first one random play. The strength that does so is estimated
// by logistic regression over short matches with different strengths. Then the level plays
// a long match, which is what its rating is computed from; matches of the search do not
// count. If the difference is too far off, the search goes on, and another match is played.
//
// A game that cannot be played much better than the last level plays has no stronger ones:
// the levels above are merged with that one.
package calibration
