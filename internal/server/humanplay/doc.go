// Package humanplay runs the games of people against programs over a network. The API
// calls them tables. A [Session] has one seat for a person, protected by a secret: a
// client with the secret sees what the person's role may see, and may move; others see
// nothing.
//
// A game of either kind is prepared in the same way ([Prepare]), and its type decides
// which session plays it. A session of a turn-based game drives a
// [ludex/internal/session.Session] in its own goroutine, since the person may take moves
// back. A session of a real-time game is a match by the wall clock, which
// [ludex/match.Run] plays. Both have a [ludex/match.Config], and publish each change as a
// [View] in a feed. When a game ends, or the session is closed, its record is saved. [Sessions] holds the open sessions of a server.
package humanplay
