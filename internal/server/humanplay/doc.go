// Package table has the tables at which people play against programs over a
// network. A table has one seat for a person, with a secret: who has it sees what
// the seat's role may see, and may move; nobody else sees anything.
//
// A table of a game in turns is a [ludex/internal/session.Session] with a goroutine
// of its own; one of a game in real time is a match by the wall clock. Both tell
// what happens as a [View] in a feed. When a game is over, or the table is closed,
// a record of it is kept.
package humanplay
