package gamecache

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/cache"
	"ludex/internal/movecells"
	"ludex/internal/roster"
	"ludex/internal/rulestext"
	"ludex/internal/tiers"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// An Entry is a cached game. It is safe for concurrent use.
type Entry struct {
	Rules *rules.Rules

	listed    *library.Game // nil if it is not in the library
	made      MadeGame      // what a client sent besides a text
	limit     Limit
	about     func() About // computed once
	turns     cache.Value[opened]
	timed     cache.Value[*timed.Game]
	roster    cache.Value[*match.Roster]
	board     cache.Value[*board.Board]
	cells     cache.Value[*movecells.Finder]
	thumbnail cache.Value[[]byte]
	text      cache.Value[*rulestext.Text]
	examples  [MaxExamples]cache.Value[[]byte] // pictures
}

// newEntry parses a text. The library game is nil for a text that a client sent.
func (c *Cache) newEntry(file, text string, listed *library.Game) *Entry {
	e := &Entry{Rules: rules.Read(source.NewFile(file, []byte(text)), rules.Options{}), listed: listed, limit: c.limit}
	e.about = sync.OnceValue(e.describe)
	return e
}

type opened struct {
	game game.Game
	note string
}

// An About describes a game as far as its text tells, without opening it.
type About struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Language string   `json:"language"`
	Roles    []string `json:"roles"` // without the role that chance plays
	Players  int      `json:"players"`
	Chance   bool     `json:"chance"`
	Hidden   bool     `json:"hidden"`
	RealTime bool     `json:"realTime"`
	Library  bool     `json:"library"`
	Hash     string   `json:"hash"`
	Kind     string   `json:"kind,omitempty"` // as players call it, one of the library's
	Aim      string   `json:"aim,omitempty"`  // in a sentence for players
	Shows    string   `json:"shows,omitempty"`
	Source   string   `json:"source,omitempty"`

	listed *library.Game // nil if it is not in the library
}

// Names returns the words by which people look for the game.
func (a About) Names() []string {
	if a.listed != nil {
		return a.listed.Names()
	}
	return []string{a.Name, a.Title}
}

// Title returns the title of a library game, and the name of any other game.
func (e *Entry) Title() string {
	if e.listed != nil {
		return e.listed.Title
	}
	return e.Rules.Name()
}

// Look returns the presentation of the game, or "".
func (e *Entry) Look() string {
	if e.listed == nil {
		return e.made.Board
	}
	_, text := e.listed.Board()
	return string(text)
}

// Words returns the rules for people, as the author of the game wrote them, or "".
func (e *Entry) Words() string { return e.made.Words }

// Library reports whether the game is in the library.
func (e *Entry) Library() bool { return e.listed != nil }

// Ref returns the reference by which [Cache.Find] finds the game.
func (e *Entry) Ref() Ref {
	if e.listed != nil {
		return Ref{Game: e.listed.Name}
	}
	return Ref{Game: e.Rules.Name(), Text: e.Rules.Text(), Board: e.made.Board, Words: e.made.Words}
}

// Err returns the errors of the text, or nil if it can be played.
func (e *Entry) Err() error { return e.Rules.Problems.Err() }

// About describes the game without opening it.
func (e *Entry) About() About { return e.about() }

func (e *Entry) describe() About {
	r := e.Rules
	a := About{
		Name: r.Name(), Title: e.Title(), Language: string(r.Language()), Roles: []string{},
		Library: e.listed != nil, Hash: r.Hash(),
	}
	if e.listed != nil {
		a.listed, a.Name, a.Shows, a.Source = e.listed, e.listed.Name, e.listed.Shows, e.listed.Source
		a.Kind, a.Aim = e.listed.Kind, e.listed.Aim
	} else {
		a.Name, a.Aim = cmp.Or(e.made.Name, a.Name), firstSentence(e.made.Words)
	}
	switch {
	case r.RBG != nil:
		for _, p := range r.RBG.Players {
			a.Roles = append(a.Roles, p.Name)
		}
	case r.GDL != nil:
		e.describeGDL(&a)
	}
	a.Players = len(a.Roles)
	if e.listed != nil {
		a.Players = e.listed.Players
	}
	return a
}

// maxAim is the length of an aim, in bytes.
const maxAim = 100

// firstSentence returns the first sentence of a text, unless it is too long.
func firstSentence(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if sentence, _, ok := strings.Cut(line, ". "); ok {
		line = sentence + "."
	}
	if line = strings.TrimSpace(line); len(line) > maxAim {
		return ""
	}
	return line
}

func (e *Entry) describeGDL(a *About) {
	p := e.Rules.GDL
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

// Game opens a turn-based game. The note says why the fastest engine is not used,
// where it is not.
func (e *Entry) Game(ctx context.Context) (game.Game, string, error) {
	g, note, err := e.earlyGame(ctx)
	if err != nil {
		return nil, "", err
	}
	if err := tiers.Settle(ctx, g); err != nil {
		return nil, "", err
	}
	return g, cmp.Or(tiers.Note(g), note), nil
}

// earlyGame opens a turn-based game on an engine that is ready soon.
func (e *Entry) earlyGame(ctx context.Context) (game.Game, string, error) {
	o, err := e.turns.Get(ctx, func(ctx context.Context) (o opened, err error) {
		if err := e.Err(); err != nil {
			return o, err
		}
		o.game, o.note, err = e.Rules.Open(ctx, rules.Opening{Time: e.limit.Time, Early: true})
		if err != nil {
			return o, err
		}
		limit, name := e.limit, e.Rules.Name() // the notes end with the game, so they must not refer to it
		tiers.Notes(context.WithoutCancel(ctx), o.game, func(note string) { limit.log("game", name, "note", note) })
		return o, nil
	})
	if err != nil {
		return nil, "", err
	}
	return o.game, cmp.Or(tiers.Note(o.game), o.note), nil
}

// Timed opens a real-time game. Each match needs a fork of it.
func (e *Entry) Timed(ctx context.Context) (*timed.Game, error) {
	return e.timed.Get(ctx, func(context.Context) (*timed.Game, error) {
		if err := e.Err(); err != nil {
			return nil, err
		}
		return e.Rules.OpenTimed(ctx, rules.Opening{Time: e.limit.Time})
	})
}

// Match opens a game of either kind for a match, or for other use by one goroutine. The
// note is that of [Entry.Game]. An early match begins before the fastest engine is ready.
func (e *Entry) Match(ctx context.Context, early bool) (g match.Game, note string, err error) {
	switch {
	case e.Rules.IsTimed():
	case early:
		return e.earlyGame(ctx)
	default:
		return e.Game(ctx)
	}
	shared, err := e.Timed(ctx)
	if err != nil {
		return nil, "", err
	}
	g, err = match.Fork(shared)
	return g, "", err
}

// Roster returns the players of the game.
func (e *Entry) Roster(ctx context.Context) (*match.Roster, error) {
	return e.roster.Get(ctx, func(ctx context.Context) (*match.Roster, error) {
		played, err := e.Rules.Playable(ctx)
		if err != nil {
			return nil, err
		}
		return match.NewRoster(ctx, played, roster.All(), rules.Opening{Time: e.limit.Time})
	})
}
