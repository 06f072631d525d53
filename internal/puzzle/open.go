package puzzle

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"ludex/game"
	"ludex/library"
	"ludex/rules"
)

// A Table is a game, and the rules that it was made of.
type Table struct {
	Rules *rules.Rules
	Game  game.Game
}

// An Opener finds the game that a puzzle names.
type Opener func(ctx context.Context, name string) (Table, error)

// NewOpener returns an opener for games of the library and for files, whose names
// count from a folder. It prepares every game once, and is for one goroutine.
func NewOpener(folder string) Opener {
	tables := map[string]Table{}
	return func(ctx context.Context, name string) (Table, error) {
		if t, ok := tables[name]; ok {
			return t, nil
		}
		t, err := open(ctx, folder, name)
		if err != nil {
			return Table{}, fmt.Errorf("the game %s: %w", name, err)
		}
		tables[name] = t
		return t, nil
	}
}

// open prepares a game with the fastest engine.
func open(ctx context.Context, folder, name string) (Table, error) {
	if _, ok := library.Lookup(name); !ok && !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		return Table{}, err
	}
	r := rules.Read(file, rules.Options{})
	if err := r.Problems.Err(); err != nil {
		return Table{}, err
	}
	g, _, err := r.Open(ctx, rules.Opening{})
	return Table{r, g}, err
}
