// Package gamecache caches the games of a server: library games, and texts that clients
// sent. A game is parsed, prepared for play and analysed for drawing on first use, and
// shared by all later requests.
package gamecache

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"strings"
	"time"

	"ludex/internal/cache"
	"ludex/internal/spelling"
	"ludex/library"
)

// MaxText is the largest text of a game that a client may send, in bytes. The
// largest public descriptions have about 100 kB.
const MaxText = 1 << 20

// ErrUnknown is returned for a name that is not in the library.
var ErrUnknown = errors.New("there is no such game in the library")

// ErrTooLong is returned for a text that is longer than MaxText.
var ErrTooLong = fmt.Errorf("a text may have %d bytes", MaxText)

// A Ref identifies a game: the name of a library game or of one made here, or a text with an
// optional name and presentation.
type Ref struct {
	Game string `json:"game,omitempty"`
	Text string `json:"text,omitempty"`
	// Board is a presentation of the text, see [board.ReadPresentation].
	Board string `json:"board,omitempty"`
	// Words are the rules of the text for people.
	Words string `json:"words,omitempty"`
}

// A MadeGame is a game that somebody wrote and published here.
type MadeGame struct{ Name, Title, Text, Board, Words string }

// A Limit bounds the size of the cache and the cost of opening a game.
type Limit struct {
	Games int           // cached texts, besides the library
	Time  time.Duration // for preparing a fast engine
	Log   *slog.Logger  // for notes about engines; nil is none
	// Made finds games that were published; nil is none.
	Made func(name string) (MadeGame, error)
}

// log writes a note about an engine.
func (l *Limit) log(args ...any) {
	if l.Log != nil {
		l.Log.Info("engine", args...)
	}
}

// A Cache holds open games. It is safe for concurrent use.
type Cache struct {
	limit   Limit
	library cache.Cache[*Entry] // by name
	texts   cache.Cache[*Entry] // by name and text; an evicted entry stays valid for its users
}

// New returns an empty cache.
func New(limit Limit) *Cache {
	return &Cache{
		limit: limit, library: cache.Cache[*Entry]{Most: len(library.Games())}, texts: cache.Cache[*Entry]{Most: limit.Games},
	}
}

// Find returns the game that ref identifies.
func (c *Cache) Find(ref Ref) (*Entry, error) {
	if ref.Text == "" {
		entry, ok := library.Lookup(ref.Game)
		if !ok {
			return c.made(ref.Game)
		}
		return read(&c.library, entry.Name, func() *Entry { return c.newEntry(entry.File, string(entry.Rules()), &entry) }), nil
	}
	if max(len(ref.Text), len(ref.Board), len(ref.Words)) > MaxText {
		return nil, ErrTooLong
	}
	if ref.Board == "" && ref.Words == "" {
		return c.Text(ref.Game, ref.Text), nil
	}
	return c.presented(MadeGame{Title: cmp.Or(cleanName(ref.Game), "game"), Text: ref.Text, Board: ref.Board, Words: ref.Words}), nil
}

// made returns a game that was published.
func (c *Cache) made(name string) (*Entry, error) {
	if c.limit.Made != nil {
		g, err := c.limit.Made(name)
		if err == nil {
			return c.presented(g), nil
		}
		if !errors.Is(err, ErrUnknown) {
			return nil, err
		}
	}
	if name == "" {
		return nil, fmt.Errorf("no game is named: %w", ErrUnknown)
	}
	var names []string
	for _, g := range library.Games() {
		names = append(names, g.Name)
	}
	if near := spelling.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("%q: %w; did you mean %s?", cleanName(name), ErrUnknown, near)
	}
	return nil, fmt.Errorf("%q: %w", cleanName(name), ErrUnknown)
}

// presented returns the game of a text with a presentation.
func (c *Cache) presented(g MadeGame) *Entry {
	sum := sha256.Sum256([]byte(g.Board + "\x00" + g.Words + "\x00" + g.Text))
	return read(&c.texts, g.Name+"\n"+g.Title+"\n"+string(sum[:]), func() *Entry {
		e := c.newEntry(g.Title, g.Text, nil)
		e.made = g
		return e
	})
}

// Text returns the game that a text describes. The text may have errors, see
// [Entry.Err].
func (c *Cache) Text(name, text string) *Entry {
	if name = cleanName(name); name == "" {
		name = "game"
	}
	if path.Ext(name) == "" { // it is no name of a file, of which the folder would be dropped
		name = strings.ReplaceAll(name, "/", "∕")
	}
	if entry, ok := library.Lookup(name); ok && string(entry.Rules()) == text {
		if e, err := c.Find(Ref{Game: name}); err == nil {
			return e
		}
	}
	sum := sha256.Sum256([]byte(text))
	return read(&c.texts, name+"\n"+string(sum[:]), func() *Entry { return c.newEntry(name, text, nil) })
}

// read returns the entry for a key, and makes it if there is none. Parsing takes time
// linear in the text, so it is never cancelled. It can fail only by a panic, which is
// passed on to the caller.
func read(c *cache.Cache[*Entry], key string, make func() *Entry) *Entry {
	e, err := c.Get(context.Background(), key, func(context.Context) (*Entry, error) { return make(), nil })
	if err != nil {
		panic(err)
	}
	return e
}

// maxName is the number of characters that cleanName keeps.
const maxName = 60

// cleanName shortens a name from a client, and cuts it at a control character, for messages
// and records.
func cleanName(name string) string {
	out := make([]rune, 0, maxName)
	for _, c := range name {
		if c < ' ' || c == 0x7f || len(out) == maxName {
			break
		}
		out = append(out, c)
	}
	return string(out)
}
