// Package tournament runs tournaments: pairings, matches, tables and ratings.
//
// A tournament is a [Config], read from a file. Its [Config.Schedule] is a function
// of the configuration and the results so far: every match has a key and a seed
// that never change. [Host.Run] plays the matches without a result, here or on the
// workers of a cluster, and keeps each record together with its result in a store.
// So a tournament that is interrupted at any moment continues with the same
// matches, and none is lost or counted twice.
//
// [Config.Table] adds up the results, [Rate] estimates the strength of the players,
// and [Page] writes a page for browsers.
package tournament
