package disguise

import (
	"crypto/rand"
	"encoding/binary"
	"strings"
)

// NewMatchID returns a new name for a match that reveals nothing about it, for players
// that must not recognise the game.
func NewMatchID() string { return "m" + strings.ToLower(rand.Text()) }

// NewSeed returns an unpredictable seed for the scrambled names of a match. It is
// never 0.
func NewSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.BigEndian.Uint64(b[:]) | 1
}
