// Package report measures what a game is like by having it played, and presents the
// results to its designer on a page with charts.
//
// A [Subject] is a game of any kind. [Collect] runs random plays and self-play and
// records the results as [Data], which consist of whole numbers only. Collecting can
// be divided into shards on several machines: [Merge] combines their data, and the
// result is the same as on one machine. [Measure] computes the measures (length,
// branching, balance, draws, drama, decisiveness, lead changes, room for skill,
// sizes of information sets, time between events) with confidence intervals, and
// [Page] writes them, with their definitions and the numbers of plays.
//
// The measures follow C. Browne, Automatic Generation and Evaluation of
// Recombination Games (2008), and the metrics of the system Ludii.
package report
