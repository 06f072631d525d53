// Package workload has the kinds of work that workers of a cluster do: matches of
// tournaments, playouts, shards of perft and of reports, self-play, and trials of descriptions. For each kind it has the
// payload, which carries everything that is needed, the handler that a worker runs,
// and the function that merges the results at the manager.
package workload

import (
	"context"
	"encoding/json"
	"fmt"

	"ludex/game"
	"ludex/internal/cache"
	"ludex/internal/cluster"
	"ludex/internal/tournament"
	"ludex/match"
	"ludex/rules"
	"ludex/source"
)

// The kinds of work.
const (
	Match    cluster.Kind = "match"
	Playouts cluster.Kind = "playouts"
	Perft    cluster.Kind = "perft"
	Report   cluster.Kind = "report"
	SelfPlay cluster.Kind = "self-play"
	Trial    cluster.Kind = "trial"
)

// A Runner does the work of a worker. It caches the games that it has opened, since
// most work is about the same few games. It is safe for concurrent use.
type Runner struct {
	players func() (tournament.Players, func())

	games    cache.Cache[*opened]
	prepared cache.Cache[*prepared]
}

// maxCached is how many games of each sort a runner keeps open.
const maxCached = 16

// NewRunner returns a runner. The function makes the players of one game, and
// returns a function that closes them.
func NewRunner(players func() (tournament.Players, func())) *Runner {
	return &Runner{
		players: players, games: cache.Cache[*opened]{Most: maxCached},
		prepared: cache.Cache[*prepared]{Most: maxCached, Close: func(p *prepared) { p.close() }},
	}
}

// Handlers returns the runner's handlers by kind of work.
func (r *Runner) Handlers() map[cluster.Kind]cluster.Handler {
	return map[cluster.Kind]cluster.Handler{
		Match: handler(r.match), Playouts: handler(r.playouts), Perft: handler(r.perft), Report: handler(r.report), SelfPlay: handler(r.selfPlay), Trial: handler(r.trial),
	}
}

// Close closes the cached games. No work may be running.
func (r *Runner) Close() {
	r.games.Clear()
	r.prepared.Clear()
}

// handler turns a function on a payload of some type into a handler.
func handler[P, R any](do func(context.Context, *P) (R, error)) cluster.Handler {
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

// An opened game, with its rules.
type opened struct {
	rules *rules.Rules
	game  match.Game
}

// open opens a game, unless it is cached.
func (r *Runner) open(ctx context.Context, rs *Rules) (*opened, error) {
	key, err := json.Marshal(rs)
	if err != nil {
		return nil, err
	}
	return r.games.Get(ctx, string(key), rs.open)
}

// openTurns opens a game that must be turn-based.
func (r *Runner) openTurns(ctx context.Context, rs *Rules) (game.Game, error) {
	g, err := r.open(ctx, rs)
	if err != nil {
		return nil, err
	}
	turns, ok := g.game.(game.Game)
	if !ok {
		return nil, errInTurns
	}
	return turns, nil
}

func (r *Rules) open(ctx context.Context) (*opened, error) {
	g := new(opened)
	var err error
	if g.rules, err = rules.Read(source.NewFile(r.File, []byte(r.Text)), r.Options).Playable(ctx); err == nil {
		g.game, err = match.Open(ctx, g.rules, rules.Opening{Engine: r.Engine})
	}
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.File, err)
	}
	return g, nil
}
