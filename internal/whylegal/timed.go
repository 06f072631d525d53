package whylegal

import (
	"context"

	"ludex/internal/gdlengine/gdlref"
	"ludex/rules"
	"ludex/timed"
)

// A TimedPlace is where a question about a game in real time is asked: a state, and the
// update that led to it, if there was one.
type TimedPlace struct {
	Rules *rules.Rules
	Game  *timed.Game
	State timed.State

	Updated bool
	Before  timed.State // the update
	Passed  timed.Time
	Moves   []timed.Move
}

// Query explains why an atom holds, or why it does not. A question about does, next or sees is
// about the update.
func (p *TimedPlace) Query(ctx context.Context, text string) (Answer, error) {
	atom, err := ParseAtom(text, p.Rules.GDL)
	if err != nil {
		return Answer{}, err
	}
	var why *gdlref.Explanation
	if p.Updated && aboutStep(atom.Name) {
		why, err = p.Game.WhyUpdate(ctx, p.Before, p.Passed, p.Moves, atom)
	} else {
		why, err = p.Game.Why(ctx, p.State, atom)
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Legal: why.Holds(), Text: why.String()}, nil
}

// Observe notes an event of a match in which the play gets to the place.
func (p *TimedPlace) Observe(e *timed.Event) {
	switch e.Kind {
	case timed.Start:
		p.State = e.State
	case timed.Joint, timed.Chance:
		p.Updated, p.Before, p.State, p.Moves = true, p.State, e.State, nil
		p.Passed = e.State.Now() - p.Before.Now()
		for _, m := range e.Moves {
			if r, err := p.Game.Role(m.Role); err == nil {
				p.Moves = append(p.Moves, timed.Move{Role: r, Text: m.Move})
			}
		}
	}
}
