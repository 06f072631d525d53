package gamecache

import (
	"context"
	"sync"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/cache"
	"ludex/internal/roster"
	"ludex/library"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// A Book is a game on a shelf. It is safe for concurrent use.
type Book struct {
	Rules *rules.Rules

	entry  *library.Game // nil if it is not of the library
	limit  Limit
	about  func() About // works it out once
	turns  cache.Value[opened]
	timed  cache.Value[*timed.Game]
	roster cache.Value[*realtime.Roster]
	board  cache.Value[*board.Board]
	first  cache.Value[[]byte]
}

// newBook reads a text, which is that of a game of the library if there is an entry.
func (s *Shelf) newBook(file, text string, entry *library.Game) *Book {
	b := &Book{Rules: rules.Read(source.NewFile(file, []byte(text)), rules.Options{}), entry: entry, limit: s.limit}
	b.about = sync.OnceValue(b.tell)
	return b
}

type opened struct {
	game game.Game
	note string
}

// An About is what there is to say about a game before it is played.
type About struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Language string   `json:"language"`
	Roles    []string `json:"roles"` // those that chance plays not counted
	Players  int      `json:"players"`
	Chance   bool     `json:"chance"`
	Hidden   bool     `json:"hidden"`
	RealTime bool     `json:"realTime"`
	Library  bool     `json:"library"`
	Hash     string   `json:"hash"`
	Shows    string   `json:"shows,omitempty"`
	Source   string   `json:"source,omitempty"`
}

// Title returns what people call the game.
func (b *Book) Title() string {
	if b.entry != nil {
		return b.entry.Title
	}
	return b.Rules.Name()
}

// Library reports whether the game is one of the library.
func (b *Book) Library() bool { return b.entry != nil }

// Ref returns how to ask for the game again.
func (b *Book) Ref() Ref {
	if b.entry != nil {
		return Ref{Game: b.entry.Name}
	}
	return Ref{Game: b.Rules.Name(), Text: b.Rules.Text()}
}

// Err returns why the text cannot be played, or nil.
func (b *Book) Err() error { return b.Rules.Problems.Err() }

// About tells what the text says about itself, without preparing the game.
func (b *Book) About() About { return b.about() }

func (b *Book) tell() About {
	r := b.Rules
	a := About{
		Name: r.Name(), Title: b.Title(), Language: string(r.Language()), Roles: []string{},
		Library: b.entry != nil, Hash: r.Hash(),
	}
	if b.entry != nil {
		a.Name, a.Shows, a.Source = b.entry.Name, b.entry.Shows, b.entry.Source
	}
	switch {
	case r.RBG != nil:
		for _, p := range r.RBG.Players {
			a.Roles = append(a.Roles, p.Name)
		}
	case r.GDL != nil:
		b.tellGDL(&a)
	}
	a.Players = len(a.Roles)
	if b.entry != nil {
		a.Players = b.entry.Players
	}
	return a
}

func (b *Book) tellGDL(a *About) {
	p := b.Rules.GDL
	a.RealTime = p.Dialect.Timed()
	random := p.Dialect.Percepts()
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		switch {
		case head.Name == gdl.Sees:
			a.Hidden = true
		case head.Name == gdl.Role && len(head.Args) == 1:
			if name := head.Args[0].Name; random && name == gdl.Random {
				a.Chance = true
			} else {
				a.Roles = append(a.Roles, name)
			}
		}
	}
	a.Hidden = a.Hidden || p.Dialect.Percepts()
}

// Game prepares a game that is not in real time. The note says why it is not on
// the fastest engine, if it is not.
func (b *Book) Game(ctx context.Context) (game.Game, string, error) {
	o, err := b.turns.Get(ctx, func(ctx context.Context) (o opened, err error) {
		if err := b.Err(); err != nil {
			return o, err
		}
		o.game, o.note, err = b.Rules.Open(ctx, rules.Opening{Time: b.limit.Time})
		return o, err
	})
	return o.game, o.note, err
}

// Timed prepares a game in real time. Each match needs a fork of it.
func (b *Book) Timed(ctx context.Context) (*timed.Game, error) {
	return b.timed.Get(ctx, func(context.Context) (*timed.Game, error) {
		if err := b.Err(); err != nil {
			return nil, err
		}
		return b.Rules.OpenTimed(ctx)
	})
}

// Roster returns the players of a game in real time.
func (b *Book) Roster(ctx context.Context) (*realtime.Roster, error) {
	return b.roster.Get(ctx, func(ctx context.Context) (*realtime.Roster, error) {
		played, err := b.Rules.Playable(ctx)
		if err != nil {
			return nil, err
		}
		list, err := match.NewRoster(ctx, played, roster.All(), rules.Opening{Time: b.limit.Time})
		if err != nil {
			return nil, err
		}
		return list.Timed(), nil
	})
}
