// Package session is a person's game against players, independent of the front end:
// whose turn it is, legal moves, history, undo, resigning, changing sides, hints and
// evaluation. The terminal and the server are front ends.
//
// A [Session] belongs to one goroutine. Players, the adviser and the computation of
// what the person knows run concurrently; their results come out of [Session.Updates],
// and that goroutine passes them to [Session.Apply]. So a front end needs no locks. A
// front end that has nothing else to do calls [Session.Wait], which does both.
//
// In a game with hidden information, everything that a session shows depends only on
// what the person's role has done and perceived.
package session
