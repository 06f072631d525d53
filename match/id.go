package match

import (
	"crypto/rand"
	"fmt"
	"time"
)

// NewID returns a new name for a match, one word: a prefix, the game, the time, and
// a random suffix.
func NewID(prefix, game string, at time.Time) string {
	return fmt.Sprintf("%s%d.%s", IDPrefix(prefix, game), at.UnixMilli(), rand.Text()[:6])
}

// IDPrefix returns the prefix of the names that [NewID] makes.
func IDPrefix(prefix, game string) string { return word(prefix) + "." + word(game) + "." }

// word replaces the characters of a text that are not safe in a word of every
// protocol.
func word(text string) string {
	safe := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
	}
	out := make([]rune, 0, len(text))
	for _, c := range text {
		if !safe(c) {
			c = '-'
		}
		out = append(out, c)
	}
	return string(out)
}
