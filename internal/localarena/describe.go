package localarena

import (
	"context"
	"fmt"

	"ludex/internal/players/levels"
	"ludex/internal/rulestext"
	"ludex/internal/server/gamecache"
)

// A Description is what a page says about its game before it is played.
type Description struct {
	Title   string          `json:"title"`
	Aim     string          `json:"aim,omitempty"`
	Source  string          `json:"source,omitempty"`
	Roles   []string        `json:"roles"`
	Hidden  bool            `json:"hidden"`
	Timed   bool            `json:"timed,omitempty"` // it is played in real time
	Levels  []Level         `json:"levels"`
	Words   *rulestext.Text `json:"words"`
	Picture string          `json:"picture"` // of the initial position, as SVG
}

// A Level is a strength that the person can choose.
type Level struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Chosen bool   `json:"chosen"` // at first
}

// firstLevel is the level that is chosen at first.
const firstLevel = 3

// Describe returns the configuration of an arena that plays a game.
func Describe(ctx context.Context, e *gamecache.Entry) (Config, error) {
	about := e.About()
	cfg := Config{Game: gamecache.MadeGame{Title: e.Title(), Text: e.Rules.Text(), Board: e.Look(), Words: e.Words()}}
	d := Description{Title: about.Title, Aim: about.Aim, Source: about.Source, Roles: about.Roles, Timed: about.RealTime, Levels: []Level{}}
	var err error
	if d.Hidden, err = hides(ctx, e); err != nil {
		return cfg, err
	}
	if d.Words, err = e.RulesText(ctx); err != nil {
		return cfg, err
	}
	switch {
	case about.RealTime && about.Players > 1:
		d.Levels = timedLevels
	case about.Players > 1:
		ladder, own, err := levels.ForPage(e.Rules.Fingerprint())
		if err != nil {
			return cfg, fmt.Errorf("the levels: %w", err)
		}
		if own {
			cfg.Ladder = ladder
		}
		d.Levels = levelsOf(ladder)
	}
	picture, err := e.Thumbnail(ctx)
	d.Picture = string(picture)
	cfg.About = d
	return cfg, err
}

// hides reports whether a game has hidden information.
func hides(ctx context.Context, e *gamecache.Entry) (bool, error) {
	if e.Rules.IsTimed() {
		g, err := e.Timed(ctx)
		return err == nil && g.Hidden(), err
	}
	g, _, err := e.Game(ctx)
	return err == nil && g.Hidden(), err
}

// timedLevels are the weak players of games in real time, for which no levels are measured.
var timedLevels = []Level{{Player: "idle", Title: "Does nothing"}, {Player: "random", Title: "Moves at random"}}

// levelsOf lists the levels of a ladder.
func levelsOf(ladder *levels.Ladder) (list []Level) {
	for n := 1; n <= ladder.Distinct(); n++ {
		list = append(list, Level{levels.Spec(n), ladder.Title(n), n == min(firstLevel, ladder.Distinct())})
	}
	return list
}
