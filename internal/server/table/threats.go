package table

import (
	"context"

	"ludex/game"
	"ludex/internal/movecells"
	"ludex/internal/session"
)

// A Threat is a move of another role that would end the game.
type Threat struct {
	Role   string   `json:"role"`
	Name   string   `json:"name"`
	Cells  []string `json:"cells"`
	Source bool     `json:"source"` // the first cell is where a piece is taken from
}

// Threats returns what threatens somebody who has to decide. It is worked out beside the
// goroutine of the table, and is empty where the rules take too long.
func (t *Table) Threats(ctx context.Context, holder string) ([]Threat, error) {
	type question struct {
		state game.State
		role  game.Role
	}
	asked := make(chan question, 1)
	err := t.call(ctx, true, func() error {
		l := t.lensOf(t.eye(holder))
		if p := l.seat.Position(); l.role >= 0 && t.fold.running() && l.seat.Phase() == session.Yours && !p.Hidden {
			asked <- question{p.State, l.role}
		}
		return nil
	})
	list := []Threat{}
	if err != nil || len(asked) == 0 {
		return list, err
	}
	q := <-asked
	limited, cancel := context.WithTimeout(ctx, movecells.Time)
	defer cancel()
	m := t.prepared.game.NewMachine()
	m.Bind(limited)
	for _, x := range t.prepared.cells.Threats(m, q.state, q.role) {
		list = append(list, Threat{t.prepared.game.Roles()[x.Role], x.Name, append([]string{}, x.Cells...), x.Source})
	}
	return list, nil
}
