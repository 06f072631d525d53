// Package task has the kinds of work that workers do: matches of tournaments,
// playouts, shards of perft and of reports. Each kind has a payload that carries all
// that is needed, what a worker does with it, and how results are put together.
package workload

import (
	"context"
	"encoding/json"
	"fmt"

	"ludex/game"
	"ludex/internal/cache"
	"ludex/internal/cluster"
	"ludex/internal/tournament"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// The kinds of work.
const (
	Match    cluster.Kind = "match"
	Playouts cluster.Kind = "playouts"
	Perft    cluster.Kind = "perft"
	Report   cluster.Kind = "report"
)

// A Shop is where work is done. It keeps games that it has opened, since most work
// is about the same few games. It is safe for concurrent use.
type Shop struct {
	seats func() (tournament.Seats, func())

	games  cache.Cache[*opened]
	fields cache.Cache[*furnished]
}

// maxKept is how many games a shop keeps open of each sort.
const maxKept = 16

// NewShop returns a shop. Seats makes the players of one game, and what closes them.
func NewShop(seats func() (tournament.Seats, func())) *Shop {
	return &Shop{
		seats: seats, games: cache.Cache[*opened]{Most: maxKept},
		fields: cache.Cache[*furnished]{Most: maxKept, Close: func(f *furnished) { f.close() }},
	}
}

// Doers returns what the shop can do.
func (s *Shop) Doers() map[cluster.Kind]cluster.Doer {
	return map[cluster.Kind]cluster.Doer{
		Match: doer(s.match), Playouts: doer(s.playouts), Perft: doer(s.perft), Report: doer(s.report),
	}
}

// Close closes what the shop keeps. Nothing may be under way.
func (s *Shop) Close() {
	s.games.Clear()
	s.fields.Clear()
}

// doer makes a Doer of a function on a payload of some type.
func doer[P, R any](do func(context.Context, *P) (R, error)) cluster.Doer {
	return func(ctx context.Context, data json.RawMessage) (any, error) {
		payload := new(P)
		if err := json.Unmarshal(data, payload); err != nil {
			return nil, fmt.Errorf("reading the work: %w", err)
		}
		return do(ctx, payload)
	}
}

// Rules are a description as a payload has it.
type Rules struct {
	File    string        `json:"file"` // its name
	Text    string        `json:"text"`
	Options rules.Options `json:"options"`
	Engine  string        `json:"engine,omitempty"`
}

// NewRules returns the rules for a payload: a description, how it is to be read, and
// the engine.
func NewRules(file *source.File, how rules.Options, engine string) Rules {
	return Rules{File: file.Name(), Text: file.Text(), Options: how, Engine: engine}
}

// An opened game is one of turns, or one in real time.
type opened struct {
	rules *rules.Rules
	game  game.Game
	timed *timed.Game
}

// open opens a game, unless it is open already.
func (s *Shop) open(ctx context.Context, r *Rules) (*opened, error) {
	key, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return s.games.Get(ctx, string(key), r.open)
}

func (r *Rules) open(ctx context.Context) (*opened, error) {
	g := new(opened)
	var err error
	if g.rules, err = rules.Read(source.NewFile(r.File, []byte(r.Text)), r.Options).Playable(ctx); err == nil {
		if g.rules.IsTimed() {
			g.timed, err = g.rules.OpenTimed(ctx)
		} else {
			g.game, _, err = g.rules.Open(ctx, rules.Opening{Engine: r.Engine})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.File, err)
	}
	return g, nil
}
