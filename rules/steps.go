package rules

import (
	"ludex/game"
	"ludex/gdl"
	"ludex/gdl/format"
	"ludex/gdl/moves"
	"ludex/rbg/play"
)

// Replay applies steps that people wrote, with a semicolon between them, to a
// state. The states are those before, between and after the joint moves.
func (r *Rules) Replay(g game.Game, m game.Machine, from game.State, text string) ([]game.State, [][]game.Move, error) {
	if r.isRBG {
		return play.Replay(g, m, from, play.Steps(text))
	}
	steps, err := moves.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	return moves.Play(g, m, from, steps)
}

// Show writes a canonical text, of a move or a fact, in the syntax of the rules.
func (r *Rules) Show(text string) string {
	if r.isRBG || r.GDL.Syntax == gdl.Prefix {
		return text
	}
	if terms, err := moves.Terms(text, gdl.Prefix); err == nil && len(terms) == 1 {
		return format.Term(&terms[0], gdl.Infix)
	}
	return text
}
