package table

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/players/levels"
	"ludex/internal/roster"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/session"
	"ludex/match"
	"ludex/player"
)

// startClock is the preparation time of players. It is short, since people wait.
const startClock = time.Second

// A prepared game is open and has everything that a table needs besides its events.
type prepared struct {
	entry   *gamecache.Entry
	game    game.Game
	note    string // why the fastest engine is not used, or ""
	board   *board.Board
	cells   *movecells.Finder
	colors  []board.PlayerColor // by role
	ladder  *levels.Ladder
	makers  map[string]match.Maker // by name
	adviser player.Maker
	decided func(session.Decision)
}

// prepare opens a game, and the players with the given names.
func prepare(ctx context.Context, e *gamecache.Entry, early bool, names []string) (*prepared, error) {
	open, err := humanplay.Prepare(ctx, e, early)
	if err != nil {
		return nil, err
	}
	g, ok := open.Game.(game.Game)
	if !ok {
		return nil, bad("%s is in real time", e.Title())
	}
	p := &prepared{entry: e, game: g, note: open.Note, makers: map[string]match.Maker{}}
	if p.board, err = e.Board(ctx); err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	if p.cells, err = e.MoveCells(ctx); err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	if p.ladder, err = levels.Find(e.Rules.Fingerprint()); err != nil {
		return nil, err
	}
	p.colors = append(p.board.Colors(), make([]board.PlayerColor, len(g.Roles()))...) // also if the board knows fewer roles
	if p.adviser, err = roster.Analyst(g); err != nil {
		return nil, err
	}
	for _, name := range names {
		if name == "" || p.makers[name] != nil {
			continue
		}
		text, err := open.PlayerText(name)
		if err != nil {
			return nil, err
		}
		if p.makers[name], err = open.Players.Maker(text); err != nil {
			return nil, &humanplay.BadRequestError{Err: err}
		}
	}
	return p, nil
}

// config returns the configuration of the matches, without seats.
func (p *prepared) config() match.Config {
	return match.Config{Rules: p.entry.Rules, Game: p.game, StartClock: startClock}
}

// maker returns the maker of a player by name.
func (p *prepared) maker(name string) func() player.Player {
	return func() player.Player { return p.makers[name]().(player.Player) }
}
