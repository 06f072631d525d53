// Package table is where people play turn-based games over a network: with friends, with
// programs, or both, with clocks, offers, a chat and people who look on.
//
// A table is the log of its events, and nothing else: an [Event] is appended to the log in
// the store, under the next number, and only when it is durable there it is applied and
// shown. The state of a table is a fold over the log (fold.go), so that any server with the
// same store can serve any table: it reads the events that it does not have. If two servers
// append at the same time, the number decides: one is told of a conflict, reads what is new
// and tries again.
//
// A [Table] is a table in the memory of a server. It belongs to a goroutine, which loads it
// when somebody asks for it and drops it when nobody does. Programs are run, steps are paced
// and flags fall at the server that has the lease of the table, which is a row in the store
// that another server takes when its holder is gone. Nothing wrong can happen if two servers
// believe to have it, since each number of the log is given once.
//
// # Hidden information
//
// What a client gets depends only on what its roles have done and perceived. A view is sent
// only if it differs from the one before, so that a client is sent nothing when others do
// what its roles do not perceive. In a game with hidden information nobody makes a step
// before the time of a program's move is over, whether a program had a choice or not, and
// clocks of others are not shown. Those who look on see nothing before the end.
package table
