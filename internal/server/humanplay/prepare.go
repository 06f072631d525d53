package humanplay

import (
	"context"

	"ludex/game"
	"ludex/internal/server/gamecache"
	"ludex/match"
	"ludex/timed"
)

// A Prepared game is open and has its players, whether it is turn-based or in real time.
type Prepared struct {
	Game    match.Game
	Players *match.Roster
	Note    string // why the fastest engine is not used, or ""
}

// Prepare opens a game and its players, so that errors are reported before a match
// begins. An early game may begin before its fastest engine is ready.
func Prepare(ctx context.Context, e *gamecache.Entry, early bool) (*Prepared, error) {
	p := new(Prepared)
	var err error
	if p.Game, p.Note, err = e.Match(ctx, early); err != nil {
		return nil, &BadRequestError{err}
	}
	if p.Players, err = e.Roster(ctx); err != nil {
		return nil, &BadRequestError{err}
	}
	return p, nil
}

// IsTimed reports whether the game is in real time.
func (p *Prepared) IsTimed() bool {
	_, timed := p.Game.(*timed.Game)
	return timed
}

// PlayerText returns the text that names a player with default options in the roster of
// the game.
func (p *Prepared) PlayerText(name string) (string, error) { return playerText(p.IsTimed(), name) }

// Makers returns the makers of the named players, by role, and nil for chance.
func (p *Prepared) Makers(names []string) ([]match.Maker, error) {
	makers := make([]match.Maker, len(names))
	for r, name := range names {
		if game.Role(r) == p.Game.Random() {
			continue
		}
		text, err := p.PlayerText(name)
		if err != nil {
			return nil, err
		}
		if makers[r], err = p.Players.Maker(text); err != nil {
			return nil, &BadRequestError{err}
		}
	}
	return makers, nil
}
