// Package ludex opens, checks, plays and analyses any discrete game whose rules are
// written in GDL, GDL-II, rtGDL or Regular Boardgames.
//
//	g, err := ludex.Open(ctx, "tictactoe")              // a game of the library
//	g, err := ludex.Open(ctx, "rules/mygame.kif")       // a file
//	g, err := ludex.OpenText(ctx, "mygame.rbg", text)   // a text
//
// A [Game] is a [game.Game]: engines, players, solvers and tools all use that
// interface. Beginners use [Play], which works with texts; programs that need speed
// use the machines of package game. The other public packages:
//
//   - [ludex/game]: the model of a game, playouts, perft
//   - [ludex/gdl], [ludex/rbg]: the languages, as syntax trees with parsers, checks and
//     formatters; [ludex/rules] and [ludex/source] hold descriptions and diagnostics
//   - [ludex/player]: players, and matches between them; [ludex/match]: matches
//     with records that can be proved
//   - [ludex/knowledge], [ludex/timed], [ludex/solve]: who knows what, games in
//     real time, exact values and equilibria
//   - [ludex/library]: the games that come with Ludex
//
// What these packages export is kept stable within a major version: names are
// deprecated in one release before they go. Everything else is under internal.
package ludex

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// Options say how games are read and prepared. The zero value is right for nearly
// everyone; the package-level functions use it.
type Options struct {
	// Engine is the name of an engine, such as "reference"; "" takes the fastest.
	Engine string
	// Lenient plays rules with errors whose meaning is clear.
	Lenient bool
	// SetupTime bounds the processor time for preparing a fast engine; 0 is 30 s.
	SetupTime time.Duration
	// Memory bounds the memory in bytes; 0 is a quarter of the machine's.
	Memory int64
}

// A Game is a game that is ready to be played.
type Game struct {
	game.Game
	rules *rules.Rules
	note  string
}

// Open opens a game of the library by its name, or a file by its path.
func Open(ctx context.Context, name string) (*Game, error) { return Options{}.Open(ctx, name) }

// OpenText opens a game given as text. The name appears in messages; if it ends in
// .rbg, the text is a regular boardgame.
func OpenText(ctx context.Context, name, text string) (*Game, error) {
	return Options{}.OpenText(ctx, name, text)
}

// OpenTimed opens a game in real time by the name of a game of the library or the
// path of a file.
func OpenTimed(ctx context.Context, name string) (*timed.Game, error) {
	f, err := library.Open(name, nil)
	if err != nil {
		return nil, err
	}
	return rules.Read(f, rules.Options{}).OpenTimed(ctx, rules.Opening{})
}

// Open opens a game of the library by its name, or a file by its path. Rules with
// errors are refused with a [*rules.RefusedError], which has the diagnostics.
func (o Options) Open(ctx context.Context, name string) (*Game, error) {
	f, err := library.Open(name, nil)
	if err != nil {
		return nil, err
	}
	return o.open(ctx, f)
}

// OpenText opens a game given as text. The name appears in messages; if it ends in
// .rbg, the text is a regular boardgame.
func (o Options) OpenText(ctx context.Context, name, text string) (*Game, error) {
	return o.open(ctx, source.NewFile(name, []byte(text)))
}

func (o Options) open(ctx context.Context, f *source.File) (*Game, error) {
	if o.Memory > 0 {
		ctx = budget.WithMemory(ctx, budget.Memory(o.Memory))
	}
	r := rules.Read(f, rules.Options{Lenient: o.Lenient})
	g, note, err := r.Open(ctx, rules.Opening{Engine: o.Engine, Time: o.SetupTime})
	if err != nil {
		return nil, err
	}
	return &Game{Game: g, rules: r, note: note}, nil
}

// Rules returns the description that the game was made of.
func (g *Game) Rules() *rules.Rules { return g.rules }

// Note says why the game does not run on the fastest engine, or is "".
func (g *Game) Note() string { return g.note }

// Capabilities returns those of the engine.
func (g *Game) Capabilities() game.Capabilities { return game.CapabilitiesOf(g.Game) }

// Check returns the diagnostics of a game of the library or of a file. The error says
// only that the text could not be read.
func Check(ctx context.Context, name string) (*source.List, error) {
	f, err := library.Open(name, nil)
	if err != nil {
		return nil, err
	}
	return rules.Read(f, rules.Options{}).Check(ctx, rules.CheckOptions{}), nil
}

// CheckText returns the diagnostics of a text.
func CheckText(ctx context.Context, name, text string) *source.List {
	return rules.Read(source.NewFile(name, []byte(text)), rules.Options{}).Check(ctx, rules.CheckOptions{})
}
