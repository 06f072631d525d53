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

// An OpenedGame is a game with its rules.
type OpenedGame struct {
	Rules *rules.Rules
	Game  game.Game
}

// An Opener opens the game that a puzzle names.
type Opener func(ctx context.Context, name string) (OpenedGame, error)

// NewOpener returns an opener for games of the library and for files, whose names
// are relative to a folder. It caches games, and is for one goroutine.
func NewOpener(folder string) Opener {
	tables := map[string]OpenedGame{}
	return func(ctx context.Context, name string) (OpenedGame, error) {
		if t, ok := tables[name]; ok {
			return t, nil
		}
		t, err := open(ctx, folder, name)
		if err != nil {
			return OpenedGame{}, fmt.Errorf("the game %s: %w", name, err)
		}
		tables[name] = t
		return t, nil
	}
}

// open opens a game with the fastest engine.
func open(ctx context.Context, folder, name string) (OpenedGame, error) {
	if _, ok := library.Lookup(name); !ok && !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		return OpenedGame{}, err
	}
	r := rules.Read(file, rules.Options{})
	if err := r.Problems.Err(); err != nil {
		return OpenedGame{}, err
	}
	g, _, err := r.Open(ctx, rules.Opening{})
	return OpenedGame{r, g}, err
}
