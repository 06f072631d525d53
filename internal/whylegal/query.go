package whylegal

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/rules"
	"ludex/source"
)

// A Place is where a question is asked: the states of a play and the joint moves between
// them, of a game that an interpreter plays. The last state is the present one.
type Place struct {
	Rules  *rules.Rules
	Game   game.Game
	States []game.State
	Joints [][]game.Move
}

// Query explains why an atom of a GDL description holds, or why it does not. A question
// about does, next or sees is about the last joint move. In a regular boardgame the
// question is a move.
func (p *Place) Query(ctx context.Context, text string) (Answer, error) {
	now := p.States[len(p.States)-1]
	if p.Rules.IsRBG() {
		return Boardgame(p.Rules, p.Game, now, text)
	}
	interpreter, ok := p.Game.(gdlref.Explainer)
	if !ok {
		return Answer{}, fmt.Errorf("the engine %s does not explain atoms", p.Game.Engine())
	}
	atom, err := ParseAtom(text, p.Rules.GDL)
	if err != nil {
		return Answer{}, err
	}
	var joint []game.Move
	if n := len(p.Joints); n > 0 && aboutStep(atom.Name) {
		now, joint = p.States[n-1], p.Joints[n-1]
	}
	why := interpreter.Why(ctx, now, joint, atom)
	if why.Err != nil {
		return Answer{}, why.Err
	}
	return Answer{Legal: why.Holds(), Text: why.String()}, nil
}

// aboutStep reports whether a relation is about a step, not a state.
func aboutStep(relation string) bool {
	return relation == gdl.Next || relation == gdl.Sees || relation == gdl.Does
}

// ParseAtom parses an atom in either syntax, in the dialect of a program.
func ParseAtom(text string, prog *gdl.Program) (gdl.Term, error) {
	p, list := gdlparse.File(source.NewFile("<query>", []byte(text)), gdlparse.Options{Dialect: prog.Dialect, CaseSensitive: prog.CaseSensitive})
	if err := list.Err(); err != nil {
		return gdl.Term{}, err
	}
	if len(p.Clauses) != 1 || len(p.Clauses[0].Body) > 0 {
		return gdl.Term{}, fmt.Errorf("the query %q is not one atom", text)
	}
	return p.Clauses[0].Head, nil
}
