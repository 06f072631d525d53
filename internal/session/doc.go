// Package session is a game of people and players, independent of the front end: whose
// turn it is, legal moves, history, undo, resigning, changing sides, hints and evaluation.
// The terminal and the server are front ends.
//
// A [Session] is the game, and a [Seat] is what the person who plays a role sees and does.
// The terminal has one person ([Sit]). The tables of the server have any number, and lead
// their sessions from outside: a decision is kept in a store before [Session.Answer] makes
// it, so that the same session can be built again from the store.
//
// A Session belongs to one goroutine. Players, advisers and the computation of
// what people know run concurrently; their results come out of [Session.Updates],
// and that goroutine passes them to [Session.Apply]. So a front end needs no locks. A
// front end that has nothing else to do calls [Session.Wait], which does both.
//
// # Matches
//
// A session has the configuration of a match ([ludex/match.Config]) and writes the same
// record ([Session.Record]), but [ludex/match.Run] does not play it, for these reasons:
//
//   - Run plays forward only. The person takes back a choice that waits for the others,
//     goes back to an earlier decision, withdraws a resignation or changes sides, and
//     the game goes on.
//   - Run waits: for players to prepare, for a move, for the clock. A front end shows the
//     next position as soon as the person has moved, and the person may move while
//     players still prepare, also after moves were taken back.
//   - Run replaces a move that comes late by a random one. That is fair between
//     programs. A person rather waits for the move, and has no clock.
//
// What both have in common is shared: legal moves ([ludex/game.LegalMoves]), the queue of
// calls of a player (package callqueue), faults, goals and points
// ([ludex/player.Result.Finish]), and the record ([ludex/match.Write]).
//
// # Hidden information
//
// In a game with hidden information, everything that a seat shows depends only on what
// its role has done and perceived.
package session
