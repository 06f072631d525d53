// Package whylegal explains from the rules why a move is legal in a position, or why it is
// not: by the derivation of the move in GDL, and by the path through the rules of a regular
// boardgame.
package whylegal

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlmoves"
	"ludex/rules"
)

// An Answer says whether a move is legal, or an atom holds, and why.
type Answer struct {
	Legal bool   // or it holds
	Text  string // lines
}

// Move explains a move of a role in a turn-based game. The position is given by its facts,
// and the move by its canonical text. The interpreters answer, since only they follow the
// rules as they are written.
func Move(ctx context.Context, d *rules.Rules, facts []string, role, move string) (Answer, error) {
	g, _, err := d.Open(ctx, rules.Opening{Engine: "reference"})
	if err != nil {
		return Answer{}, err
	}
	s, err := g.ParseState(facts)
	if err != nil {
		return Answer{}, err
	}
	if d.IsRBG() {
		return Boardgame(d, g, s, move)
	}
	return derivation(ctx, g, s, role, move)
}

// derivation explains a legal fact of GDL.
func derivation(ctx context.Context, g game.Game, s game.State, role, move string) (Answer, error) {
	interpreter, ok := g.(gdlref.Explainer)
	if !ok {
		return Answer{}, fmt.Errorf("the engine %s does not explain moves", g.Engine())
	}
	terms, err := gdlmoves.Terms(fmt.Sprintf("(legal %s %s)", role, move), gdl.Prefix)
	if err != nil || len(terms) != 1 || len(terms[0].Args) != 2 {
		return Answer{}, fmt.Errorf("%q is no move", move)
	}
	why := interpreter.Why(ctx, s, nil, terms[0])
	if why.Err != nil {
		return Answer{}, why.Err
	}
	return Answer{Legal: why.Holds(), Text: why.String()}, nil
}
