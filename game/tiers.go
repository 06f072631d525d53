package game

import "context"

// A Tiered game is played on the fastest engine that is ready, while faster ones are
// prepared in the background. All engines of the game have the same states and moves.
type Tiered interface {
	// First returns the game on the engine on which it began.
	First() Game
	// Fixed returns the game on one engine, which is chosen without measuring time:
	// results depend on seeds alone. Another engine may compute the same results for it. If
	// that engine is being prepared, it waits for it.
	Fixed() Game
	// Fastest returns the game on the engine that is the fastest for a use among those
	// that are ready, and a channel that is closed when another one takes its place.
	// The first call starts the preparation.
	Fastest(Use) (g Game, replaced <-chan struct{})
	// Prepare waits until all engines have been tried, or the context ends.
	Prepare(ctx context.Context)
	// Tiers returns what is known about the engines of the game, the first one first.
	Tiers() []Tier
}

// A Use is something that engines are used for, each the best one for it.
type Use string

// The uses of engines.
const (
	ForPlayouts Use = "playouts" // random playouts from one state
	ForSearch   Use = "search"   // few playouts from each of many states, as a tree search evaluates its leaves
	ForTraces   Use = "traces"   // as for a search, by playouts that tell their moves
	ForSteps    Use = "steps"    // single moves on a machine
	ForPerft    Use = "perft"    // counting positions
)

// A Tier is an engine of a tiered game. Speeds are in states per second, and 0 if they
// were not measured.
type Tier struct {
	Engine   string  `json:"engine"`
	Setup    float64 `json:"setup_seconds"`
	Playouts float64 `json:"playouts,omitempty"`
	// Search is the number of leaves per second that a tree search can evaluate. An
	// evaluation by n playouts counts as √n: they share the path to the leaf, so more
	// of them have diminishing returns.
	Search float64 `json:"search,omitempty"`
	// Traces is the same for an engine whose playouts can tell their moves, and 0 for
	// others.
	Traces float64 `json:"traces,omitempty"`
	Steps  float64 `json:"steps,omitempty"`
	Perft  float64 `json:"perft,omitempty"`
	// Refused says why the engine cannot be used, or why it was not tried.
	Refused string `json:"refused,omitempty"`
	Skipped bool   `json:"skipped,omitempty"` // it was not tried
	Uses    []Use  `json:"uses,omitempty"`    // what the engine is used for
}

// Speed returns the measured speed for a use.
func (t *Tier) Speed(u Use) float64 {
	switch u {
	case ForPlayouts:
		return t.Playouts
	case ForSearch:
		return t.Search
	case ForTraces:
		return t.Traces
	case ForSteps:
		return t.Steps
	}
	return t.Perft
}

// Fixed returns a game on an engine that does not change, so that equal seeds give equal
// results. It is the game itself unless that is tiered.
func Fixed(g Game) Game {
	if t := CapabilitiesOf(g).Tiers; t != nil {
		return t.Fixed()
	}
	return g
}

// First returns a game on the engine on which it began, which tells more about it than a [Game]
// does. It is the game itself unless that is tiered, or what [Tiered.Fixed] returns.
func First(g Game) Game {
	if t := CapabilitiesOf(g).Tiers; t != nil {
		return t.First()
	}
	if f, ok := g.(interface{ First() Game }); ok {
		return f.First()
	}
	return g
}
