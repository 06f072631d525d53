package tournament

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"ludex/game"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// A Field is a game of a tournament that can be played.
type Field struct {
	Rules *rules.Rules
	Game  game.Game // nil if the game is in real time

	mu   sync.Mutex
	free []*timed.Game // games in real time work for one match at a time
}

// OpenGames opens the games of a configuration, and notes there what the schedule
// needs to know about them. Files are looked for in a folder, the one of the
// tournament's own file; what is not there is a game of the library.
func (c *Config) OpenGames(ctx context.Context, folder string) ([]*Field, error) {
	var fields []*Field
	for i := range c.Games {
		g := &c.Games[i]
		f, err := openField(ctx, folder, g.Ref)
		if err != nil {
			return nil, fmt.Errorf("game %q: %w", g.Ref, err)
		}
		if err := f.describe(g); err != nil {
			return nil, fmt.Errorf("game %q: %w", g.Ref, err)
		}
		fields = append(fields, f)
	}
	return fields, c.sound()
}

func openField(ctx context.Context, folder, ref string) (*Field, error) {
	file, err := findRules(folder, ref)
	if err != nil {
		return nil, err
	}
	return newField(ctx, rules.Read(file, rules.Options{}))
}

// newField opens a game whose rules have been read.
func newField(ctx context.Context, r *rules.Rules) (f *Field, err error) {
	if r, err = r.Playable(ctx); err != nil {
		return nil, err
	}
	f = &Field{Rules: r}
	if f.Rules.IsTimed() {
		return f, nil
	}
	f.Game, _, err = f.Rules.Open(ctx, rules.Opening{})
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

// describe notes what the schedule needs to know about the game.
func (f *Field) describe(g *Game) error {
	g.Name, g.Hash = f.Rules.Name(), f.Rules.Hash()
	chance := game.NoRole
	if f.Game != nil {
		g.Roles, chance = f.Game.Roles(), f.Game.Random()
	} else {
		t, err := f.take()
		if err != nil {
			return err
		}
		defer f.give(t)
		g.Roles, chance = t.Roles(), t.Random()
	}
	g.Seats = nil
	for r := range g.Roles {
		if game.Role(r) != chance {
			g.Seats = append(g.Seats, r)
		}
	}
	return nil
}

// Check proves that a record follows from the rules of the game.
func (f *Field) Check(ctx context.Context, r *match.Record) error {
	if f.Game != nil {
		return r.Check(ctx, f.Rules, f.Game)
	}
	g, err := f.take()
	if err != nil {
		return err
	}
	defer f.give(g)
	return r.CheckTimed(ctx, f.Rules, g)
}

// take returns a game in real time for one match.
func (f *Field) take() (*timed.Game, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.free); n > 0 {
		g := f.free[n-1]
		f.free = f.free[:n-1]
		return g, nil
	}
	return f.Rules.OpenTimed(context.Background()) // they are known to be playable
}

// give takes a game in real time back.
func (f *Field) give(g *timed.Game) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free = append(f.free, g)
}
