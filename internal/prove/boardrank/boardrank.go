// Package boardrank checks proofs that every play of a regular boardgame ends. It reads them against the
// rules alone, and shares no code with those who find them.
//
// An infinite play is an infinite path through the rules that passes switches to players again and again. A
// proof is a lexicographic ranking of such paths, in steps. Each step shows of some actions that no play takes them
// infinitely often, so that later steps need not think of them; at the end no action is left. A step is of one of
// two kinds:
//
//   - It orders the situations in classes. If no action leads to a higher class, those that lead to a lower one
//     happen only finitely often, and so do those in a class in which no player comes to move.
//   - It has a number that depends on the state and has a bound, such as how many cells are empty, and adds a number for each
//     situation. If no action raises the sum, those that lower it happen only finitely often.
package boardrank

import (
	"context"
	"errors"
	"fmt"

	"ludex/rbg"
)

// A Proof shows that every play ends.
type Proof struct {
	// Held is, for each cell, the names of all pieces that it can ever hold.
	Held  [][]string `json:"held"`
	Steps []Step     `json:"steps"`
}

// A Step shows of some actions that no play takes them infinitely often.
type Step struct {
	// Number is what no action raises. If it is nil, the step orders the situations.
	Number *Number `json:"number,omitempty"`
	// Values has a number for each situation, in the order of [Graph]: its class, or what is added to the Number, and one more. With
	// a Number, 0 says that the step is not about the situation.
	Values []uint32 `json:"-"`
}

// A Number depends on a state, and has a bound: it is a multiple of a variable, or a weighted sum over the
// cells that hold some pieces.
type Number struct {
	Variable string   `json:"variable,omitempty"`
	Factor   int64    `json:"factor,omitempty"` // of the variable
	Pieces   []string `json:"pieces,omitempty"`
	Weights  []int64  `json:"weights,omitempty"` // of the cells
}

// Check returns an error unless a proof shows that every play ends.
func Check(ctx context.Context, game *rbg.Game, p *Proof) error {
	held, err := heldSets(game, p.Held)
	if err != nil {
		return err
	}
	g, err := NewGraph(ctx, game, held)
	if err != nil {
		return err
	}
	if g.Grown {
		return errors.New("a cell can hold a piece that the proof does not list")
	}
	left := g.Actions
	for i := range p.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if left, err = g.Apply(left, &p.Steps[i]); err != nil {
			return fmt.Errorf("step %d of the ranking: %w", i+1, err)
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("%d actions are left that a play may take infinitely often", len(left))
	}
	return nil
}

// Apply returns the actions that are left after a step.
func (g *Graph) Apply(actions []Action, s *Step) ([]Action, error) {
	if len(s.Values) != g.Situations() {
		return nil, fmt.Errorf("it has numbers for %d situations of %d", len(s.Values), g.Situations())
	}
	if s.Number == nil {
		return order(actions, s.Values)
	}
	w, err := g.Weigher(s.Number)
	if err != nil {
		return nil, err
	}
	return lower(actions, s.Values, w)
}

// order returns the actions that stay in a class in which a player comes to move.
func order(actions []Action, class []uint32) (left []Action, err error) {
	plays := map[uint32]bool{}
	for i := range actions {
		a := &actions[i]
		if class[a.To] > class[a.From] {
			return nil, errors.New("an action leads to a higher class")
		}
		if class[a.To] == class[a.From] && a.ToPlayer() {
			plays[class[a.From]] = true
		}
	}
	for _, a := range actions {
		if class[a.From] == class[a.To] && plays[class[a.From]] {
			left = append(left, a)
		}
	}
	return left, nil
}

// lower returns the actions that do not lower the sum of a number and what is added to it.
func lower(actions []Action, of []uint32, w *Weigher) (left []Action, err error) {
	for i := range actions {
		a := &actions[i]
		from, to := of[a.From], of[a.To]
		if (from == 0) != (to == 0) {
			return nil, errors.New("it is about one end of an action, and not about the other")
		}
		change := w.Rise(a) + int64(to) - int64(from)
		switch {
		case from != 0 && change > 0:
			return nil, errors.New("an action may raise the number")
		case from == 0 || change == 0:
			left = append(left, *a)
		}
	}
	return left, nil
}
