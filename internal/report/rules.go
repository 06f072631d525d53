package report

import (
	"context"
	"fmt"

	"ludex/internal/wellformed"
)

// RuleFacts are the results of exploring the states.
type RuleFacts struct {
	States    int  `json:"states"`    // number of states explored
	Exhausted bool `json:"exhausted"` // they are all that can be reached
	// Findings answer whether the game is one that can be played.
	Findings []Fact `json:"findings,omitempty"`
}

// The limits of looking at states one after the other.
const (
	rulesStates   = 20_000
	rulesEdges    = 200_000
	rulesPlayouts = 100
)

// rules checks the requirements of a well-formed game.
func (w *worker) rules(ctx context.Context) error {
	r, err := wellformed.Check(ctx, w.subject.Game, wellformed.Options{
		Limits: wellformed.Limits{States: rulesStates, Edges: rulesEdges}, Playouts: rulesPlayouts, Seed: w.method.Seed})
	if err != nil {
		return err
	}
	facts := &RuleFacts{States: r.States, Exhausted: r.Exhausted}
	add := func(name string, f *wellformed.Finding) {
		text := f.Verdict.String()
		if f.Detail != "" {
			text = fmt.Sprintf("%s: %s", text, f.Detail)
		}
		facts.Findings = append(facts.Findings, Fact{name, text})
	}
	add("every play ends", &r.Terminates)
	add("everybody can always move", &r.Playable)
	add("every end has one goal for each role", &r.Goals)
	for _, s := range w.seats {
		role := w.data.About.Roles[s]
		if f := r.WeaklyWinnable[role]; f != nil {
			add(role+" can get 100", f)
		}
		if f := r.ForcedWin[role]; f != nil && r.Exhausted {
			add(role+" can force 100", f)
		}
	}
	w.add(func(d *Data) { d.Rules = facts })
	return nil
}
