package game

import "context"

// A Tiered game is played on the fastest engine that is ready, while faster ones are
// prepared in the background. All engines of the game have the same states and moves.
type Tiered interface {
	// Fixed returns the game on one engine, which is chosen without measuring time:
	// results depend on seeds alone.
	Fixed() Game
	// Fastest returns the game on the engine that runs playouts fastest among those
	// that are ready, and a channel that is closed when another one takes its place.
	// The first call starts the preparation.
	Fastest() (g Game, replaced <-chan struct{})
	// Prepare waits until all engines have been tried, or the context ends.
	Prepare(ctx context.Context)
	// Tiers returns what is known about the engines of the game, the first one first.
	Tiers() []Tier
}

// A Tier is an engine of a tiered game. Speeds are in states per second, and 0 if they
// were not measured.
type Tier struct {
	Engine string  `json:"engine"`
	Setup  float64 `json:"setup_seconds"`
	// Playouts is the speed of random playouts, Steps of single moves on a machine,
	// and Perft of counting positions.
	Playouts float64 `json:"playouts,omitempty"`
	Steps    float64 `json:"steps,omitempty"`
	Perft    float64 `json:"perft,omitempty"`
	// Refused says why the engine cannot be used, or why it was not tried.
	Refused string `json:"refused,omitempty"`
	Skipped bool   `json:"skipped,omitempty"` // it was not tried
	// Uses says what the engine is used for: "playouts", "steps", "perft".
	Uses []string `json:"uses,omitempty"`
}

// Fixed returns a game on an engine that does not change, so that equal seeds give equal
// results. It is the game itself unless that is tiered.
func Fixed(g Game) Game {
	if t := CapabilitiesOf(g).Tiers; t != nil {
		return t.Fixed()
	}
	return g
}
