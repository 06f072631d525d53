// Package humanplay runs the games of people against programs in real time over a network,
// and has what tables of all kinds share: their views, options and actions. The API calls
// all of them tables; those of turn-based games are in package table.
//
// A [Session] has one seat for a person, protected by a secret: a client with the secret
// sees what the person's role may see, and may move; others see nothing. It is a match by
// the wall clock, which [ludex/match.Run] plays, and publishes each change as a [View] in a
// feed. Each event of a match is in the store before it is shown, so that a session can be
// made again after a restart. When a game ends, its record is saved. [Sessions] holds the
// open sessions of a server.
package humanplay
