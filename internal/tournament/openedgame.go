package tournament

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ludex/library"
	"ludex/match"
	"ludex/rules"
	"ludex/source"
)

// An OpenedGame is a game of a tournament that is ready to be played.
type OpenedGame struct {
	Rules *rules.Rules
	Game  match.Game
}

// OpenGames opens the games of a configuration, and records there what the
// schedule needs to know about them. Files are searched in the folder of the
// tournament's own file; other names are games of the library.
func (c *Config) OpenGames(ctx context.Context, folder string) ([]*OpenedGame, error) {
	var fields []*OpenedGame
	for i := range c.Games {
		g := &c.Games[i]
		f, err := openGame(ctx, folder, g.Ref)
		if err != nil {
			return nil, fmt.Errorf("game %q: %w", g.Ref, err)
		}
		f.describe(g)
		fields = append(fields, f)
	}
	return fields, c.validate()
}

func openGame(ctx context.Context, folder, ref string) (*OpenedGame, error) {
	file, err := findRules(folder, ref)
	if err != nil {
		return nil, err
	}
	return newOpenedGame(ctx, rules.Read(file, rules.Options{}))
}

// newOpenedGame opens a game whose rules have been read.
func newOpenedGame(ctx context.Context, r *rules.Rules) (f *OpenedGame, err error) {
	if r, err = r.Playable(ctx); err != nil {
		return nil, err
	}
	f = &OpenedGame{Rules: r}
	f.Game, err = match.Open(ctx, r, rules.Opening{})
	return f, err
}

// findRules returns the text of a game. It does not depend on where the program
// was started.
func findRules(folder, ref string) (*source.File, error) {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, ref)
	}
	if _, err := os.Stat(path); err == nil {
		return library.Open(path, nil)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if g, ok := library.Lookup(ref); ok {
		return source.NewFile(g.File, g.Rules()), nil
	}
	return nil, library.ErrNotFound
}

// describe records what the schedule needs to know about the game.
func (f *OpenedGame) describe(g *Game) {
	g.Name, g.Hash, g.Roles = f.Rules.Name(), f.Rules.Hash(), f.Game.Roles()
	g.Seats = match.Seats(f.Game)
}

// Check proves that a record follows from the rules of the game.
func (f *OpenedGame) Check(ctx context.Context, r *match.Record) error {
	return r.Check(ctx, f.Rules, f.Game)
}
