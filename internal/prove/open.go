package prove

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/transition"
	"ludex/rules"
)

// SetupTime is how much processor time grounding a description may take.
const SetupTime = 30 * time.Second

// A Loaded game is a transition system and the interpreter that replays plays.
type Loaded struct {
	System *transition.System
	Game   game.Game
	Other  game.Game // of two games that are compared, the second
}

// Compare returns two games as one, in which they are played side by side.
func Compare(a, b *Loaded) (*Loaded, error) {
	s, err := transition.Product(a.System, b.System)
	if err != nil {
		return nil, err
	}
	return &Loaded{System: s, Game: a.Game, Other: b.Game}, nil
}

// SameQuestion asks whether the two games of [Compare] are the same.
var SameQuestion = Question{Name: string(claim.Same), Property: claim.Property{Kind: claim.Same}}

// Load makes the transition system of rules.
func Load(ctx context.Context, r *rules.Rules) (*Loaded, error) {
	r, err := r.Playable(ctx)
	if err != nil {
		return nil, err
	}
	if r.IsTimed() {
		return nil, fmt.Errorf("%s is a game in real time, and has no sequence of states", r.Name())
	}
	if r.IsRBG() {
		return nil, fmt.Errorf("%s is a regular boardgame, and prove is for GDL", r.Name())
	}
	setup, cancel := budget.WithSetup(ctx, "setting up the transition system", SetupTime)
	defer cancel()
	spec, err := groundRules(setup, r)
	if err != nil {
		return nil, err
	}
	s, err := transition.New(setup, spec, transition.MaxNodes)
	if err != nil {
		return nil, err
	}
	s.Source = r.Fingerprint()
	g, _, err := r.Open(ctx, game.Opening{Engine: gdlengine.Reference})
	if err != nil {
		return nil, err
	}
	return &Loaded{System: s, Game: g}, nil
}

// groundRules returns the ground rules of a description.
func groundRules(ctx context.Context, r *rules.Rules) (*circuit.Spec, error) {
	memory := budget.MemoryOf(ctx)
	res, err := ground.Ground(ctx, r.GDL, ground.Options{Limits: ground.Limits{Memory: memory}, WithoutPercepts: true})
	if err != nil {
		return nil, err
	}
	return res.Spec, nil
}
