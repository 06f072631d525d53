// Package review analyses positions, or a whole play, with a player: what the roles
// can expect, what the best moves are, and which of the moves made were mistakes.
package review
