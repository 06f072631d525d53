package prove

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine"
	gdlground "ludex/internal/gdlengine/ground"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/transition"
	rbglanes "ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rules"
)

// SetupTime is how much processor time grounding a description may take.
const SetupTime = 30 * time.Second

// A Loaded game is a transition system and the interpreter that replays plays.
type Loaded struct {
	System *transition.System
	Game   *Interpreter
	Other  *Interpreter // of two games that are compared, the second
}

// An Interpreter is a game on the reference interpreter.
type Interpreter struct {
	game.Game
	moveText func(s game.State, r game.Role, m game.Move) string
}

// TextInSystem returns the text that the transition system has for a move in a state. In a
// boardgame it can differ from the move's own text, which need only tell the legal moves of
// one state apart.
func (i *Interpreter) TextInSystem(s game.State, r game.Role, m game.Move) string {
	return i.moveText(s, r, m)
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
	g, _, err := r.Open(ctx, game.Opening{Engine: gdlengine.Reference})
	if err != nil {
		return nil, err
	}
	setup, cancel := budget.WithSetup(ctx, "setting up the transition system", SetupTime)
	defer cancel()
	spec, moveText, err := ground(setup, r, g)
	if err != nil {
		return nil, err
	}
	s, err := transition.New(setup, spec, transition.MaxNodes)
	if err != nil {
		return nil, err
	}
	s.Source = r.Fingerprint()
	return &Loaded{System: s, Game: &Interpreter{g, moveText}}, nil
}

// ground returns the ground rules of a game, and how they call the moves of its interpreter.
func ground(ctx context.Context, r *rules.Rules, g game.Game) (*circuit.Spec, func(game.State, game.Role, game.Move) string, error) {
	if !r.IsRBG() {
		spec, err := groundGDL(ctx, r)
		return spec, func(_ game.State, role game.Role, m game.Move) string { return g.MoveText(role, m) }, err
	}
	board, ok := g.(interface{ Base() *rbgplay.Game })
	if !ok {
		return nil, nil, fmt.Errorf("%s is not played on a board", r.Name())
	}
	unrolled, err := rbglanes.Ground(ctx, r.RBG, rbglanes.Options{Memory: budget.MemoryOf(ctx)})
	if err != nil {
		return nil, nil, err
	}
	moveText := func(s game.State, role game.Role, m game.Move) string {
		return unrolled.MoveText(board.Base(), s, role, m)
	}
	return unrolled.Spec, moveText, nil
}

// groundGDL returns the ground rules of a description.
func groundGDL(ctx context.Context, r *rules.Rules) (*circuit.Spec, error) {
	memory := budget.MemoryOf(ctx)
	res, err := gdlground.Ground(ctx, r.GDL, gdlground.Options{Limits: gdlground.Limits{Memory: memory}, WithoutPercepts: true})
	if err != nil {
		return nil, err
	}
	return res.Spec, nil
}
