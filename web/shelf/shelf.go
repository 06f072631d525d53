// Package shelf keeps the games that a server has open: those of the library, and
// texts that people sent. A game is read, prepared and studied when somebody first
// asks for it, once for all who do.
package shelf

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// MaxText is how long the text of a game may be that somebody sends, in bytes. The
// largest public descriptions have about 100 kB.
const MaxText = 1 << 20

// ErrUnknown is reported for a name that no game of the library has.
var ErrUnknown = errors.New("there is no such game in the library")

// A Ref says which game is meant: one of the library by its name, or a text, which
// may have a name too.
type Ref struct {
	Game string `json:"game,omitempty"`
	Text string `json:"text,omitempty"`
}

// A Limit bounds what opening a game may cost.
type Limit struct {
	Games int           // that are kept open
	Time  time.Duration // for preparing a fast engine
}

// A Shelf has games. It is safe for concurrent use.
type Shelf struct {
	limit Limit

	mu    sync.Mutex
	books map[string]*Book // by name and hash
	order []string         // the one that was used longest ago first
}

// New returns a shelf.
func New(limit Limit) *Shelf {
	limit.Games = max(limit.Games, 1)
	return &Shelf{limit: limit, books: map[string]*Book{}}
}

// Find returns the game that is meant.
func (s *Shelf) Find(ref Ref) (*Book, error) {
	if ref.Text == "" {
		entry, ok := library.Lookup(ref.Game)
		if !ok {
			return nil, fmt.Errorf("%q: %w", clip(ref.Game), ErrUnknown)
		}
		return s.keep("library/"+entry.Name, func() *Book {
			b := s.read(entry.File, string(entry.Rules()))
			b.entry = &entry
			return b
		}), nil
	}
	if len(ref.Text) > MaxText {
		return nil, fmt.Errorf("the text has %d bytes; %d are allowed", len(ref.Text), MaxText)
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
	r := rules.Read(source.NewFile(name, []byte(text)), rules.Options{})
	return s.keep("text/"+name+"/"+r.Hash(), func() *Book { return &Book{Rules: r, limit: s.limit} })
}

func (s *Shelf) read(file, text string) *Book {
	return &Book{Rules: rules.Read(source.NewFile(file, []byte(text)), rules.Options{}), limit: s.limit}
}

// keep returns the book with a key, and makes it if there is none.
func (s *Shelf) keep(key string, make func() *Book) *Book {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.books[key]
	if b == nil {
		b = make()
		s.books[key] = b
		s.order = append(s.order, key)
		if len(s.order) > s.limit.Games {
			delete(s.books, s.order[0]) // who still uses it keeps it
			s.order = s.order[1:]
		}
		return b
	}
	for i, k := range s.order {
		if k == key {
			s.order = append(append(s.order[:i:i], s.order[i+1:]...), key)
			break
		}
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

// A once computes something once, also if several ask for it at the same time. An
// answer that was given up because the one who asked first went away is not kept.
type once[T any] struct {
	mu    sync.Mutex
	ready bool
	value T
	err   error
}

func (o *once[T]) get(ctx context.Context, make func(context.Context) (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ready {
		return o.value, o.err
	}
	value, err := make(ctx)
	if err != nil && ctx.Err() != nil {
		return value, err
	}
	o.value, o.err, o.ready = value, err, true
	return value, err
}
