// Package report finds out what a game is like by having it played, and tells it to
// its designer on a page with charts.
//
// A [Subject] is a game of any kind. [Collect] plays it at random and by a player
// against itself and notes what happened as [Data], which is made of whole numbers
// only. Collecting can be divided into shards, on as many machines as there are:
// [Merge] puts what they found together, and the result is the same as that of one
// machine that did everything. [Measure] works out what a designer asks for (length,
// branching, balance, draws, drama, decisiveness, lead changes, room for skill, sizes
// of information sets, time between events) with intervals, and [Page] writes it
// down, with the definitions and the numbers of plays that everything rests on.
//
// The measures follow C. Browne, Automatic Generation and Evaluation of Recombination
// Games (2008), and the metrics of the system Ludii.
package report
