// Package trial finds out in tiers what a description is like as a game: it is checked,
// opened within limits, played at random, and played by a player against itself and against
// weaker ones. [Demands] stop a trial at the first tier that a game fails, and between parts
// of the last tier as soon as it is hopeless.
//
// A trial depends on the description and its options only, unless a limit of time ends it,
// which the result then says. No description can make it run without an end.
package trial
