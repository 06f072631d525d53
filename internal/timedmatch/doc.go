// Package timedmatch plays, records and replays matches of games in real time.
//
//   - A [Match] is one play of a game: it admits and refuses moves, makes the
//     updates at their instants and the moves of random, and finds out how the
//     play ends. It has no clock of its own, so that a match can be run, halted
//     and repeated at will.
//   - [Run] drives a match by a clock, virtual or real, with a policy for each
//     role and an [Inbox] for moves from outside.
//   - A [Log] is the record of a match, from which [Replay] makes it again.
package timedmatch
