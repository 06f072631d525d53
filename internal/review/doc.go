// Package review has a player look at positions, or at a whole play, and says what
// it found: what the roles can expect, what the best moves are, and which of the
// moves that were made gave something away.
package review
