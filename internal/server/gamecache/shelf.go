// Package shelf keeps the games that a server has open: those of the library, and
// texts that people sent. A game is read, prepared and studied when somebody first
// asks for it, once for all who do.
package gamecache

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"ludex/internal/cache"
	"ludex/library"
)

// MaxText is how long the text of a game may be that somebody sends, in bytes. The
// largest public descriptions have about 100 kB.
const MaxText = 1 << 20

// ErrUnknown is reported for a name that no game of the library has.
var ErrUnknown = errors.New("there is no such game in the library")

// ErrTooLong is reported for a text that is longer than MaxText.
var ErrTooLong = fmt.Errorf("a text may have %d bytes", MaxText)

// A Ref says which game is meant: one of the library by its name, or a text, which
// may have a name too.
type Ref struct {
	Game string `json:"game,omitempty"`
	Text string `json:"text,omitempty"`
}

// A Limit bounds what opening a game may cost.
type Limit struct {
	Games int           // texts that are kept, besides the library
	Time  time.Duration // for preparing a fast engine
}

// A Shelf has games. It is safe for concurrent use.
type Shelf struct {
	limit   Limit
	library cache.Cache[*Book] // by name
	texts   cache.Cache[*Book] // by name and text; who still uses one that is dropped keeps it
}

// New returns a shelf.
func New(limit Limit) *Shelf {
	return &Shelf{
		limit: limit, library: cache.Cache[*Book]{Most: len(library.Games())}, texts: cache.Cache[*Book]{Most: limit.Games},
	}
}

// Find returns the game that is meant.
func (s *Shelf) Find(ref Ref) (*Book, error) {
	if ref.Text == "" {
		entry, ok := library.Lookup(ref.Game)
		if !ok {
			return nil, fmt.Errorf("%q: %w", clip(ref.Game), ErrUnknown)
		}
		return read(&s.library, entry.Name, func() *Book { return s.newBook(entry.File, string(entry.Rules()), &entry) }), nil
	}
	if len(ref.Text) > MaxText {
		return nil, ErrTooLong
	}
	return s.Text(ref.Game, ref.Text), nil
}

// Text returns the game that a text describes. It may have errors.
func (s *Shelf) Text(name, text string) *Book {
	if name = clip(name); name == "" {
		name = "game"
	}
	if entry, ok := library.Lookup(name); ok && string(entry.Rules()) == text {
		if b, err := s.Find(Ref{Game: name}); err == nil {
			return b
		}
	}
	sum := sha256.Sum256([]byte(text))
	return read(&s.texts, name+"\n"+string(sum[:]), func() *Book { return s.newBook(name, text, nil) })
}

// read returns the book with a key, and reads it if there is none. Reading takes time
// in proportion to a text, so nobody gives it up; that it panics is the only way in
// which it can fail, and who asked is the one to deal with that.
func read(c *cache.Cache[*Book], key string, make func() *Book) *Book {
	b, err := c.Get(context.Background(), key, func(context.Context) (*Book, error) { return make(), nil })
	if err != nil {
		panic(err)
	}
	return b
}

// maxName is how many characters of a name are kept.
const maxName = 60

// clip makes a name that somebody sent fit for messages and records.
func clip(name string) string {
	out := make([]rune, 0, maxName)
	for _, c := range name {
		if c < ' ' || c == 0x7f || len(out) == maxName {
			break
		}
		out = append(out, c)
	}
	return string(out)
}
