package rules

import (
	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/rbgengine/rbgplay"
)

// Replay applies steps that people wrote, with a semicolon between them, to a state. It
// returns the states before, between and after the joint moves.
func (r *Rules) Replay(g game.Game, m game.Machine, from game.State, text string) ([]game.State, [][]game.Move, error) {
	if r.isRBG {
		return rbgplay.Replay(g, m, from, rbgplay.Steps(text))
	}
	steps, err := gdlmoves.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	return gdlmoves.Play(g, m, from, steps)
}

// Show writes a canonical text, of a move or a fact, in the syntax of the rules.
func (r *Rules) Show(text string) string {
	if r.isRBG || r.GDL.Syntax == gdl.Prefix {
		return text
	}
	if terms, err := gdlmoves.Terms(text, gdl.Prefix); err == nil && len(terms) == 1 {
		return gdlformat.Term(&terms[0], gdl.Infix)
	}
	return text
}
