// Package session is a person's game against players, without any screen: who is
// to move, what is legal, what was played, taking back, resigning, changing
// sides, hints and evaluation.
//
// A [Session] belongs to one goroutine. Players, the adviser and what is worked
// out about hidden information run beside it, and what they find comes out of
// [Session.Updates] to be given to [Session.Apply] by that goroutine; so a front
// end needs no locks. Where a front end has nothing else to do, [Session.Wait]
// does both.
//
// In a game that hides information, nothing that a session tells depends on more
// than what the person's role has done and perceived.
package session
