package movecells

import (
	"slices"

	"ludex/game"
)

const (
	maxReasons = 400 // pieces that are examined for being a reason of the end
	mostCells  = 24  // cells of a reason
)

// Reason returns the cells with the pieces that ended a play, such as a winning line:
// pieces without which the last position is not terminal or has other goal values. Where
// the last position does not show that, as in regular boardgames, these are the cells that
// got a piece by the last joint move, and those of pieces without which the move would have
// led to another result. It is nil if all roles have the same goal value, if the end does
// not depend on pieces, and in a game with hidden information.
func (f *Finder) Reason(m game.Machine, before game.State, joint []game.Move) []string {
	if f.game.Hidden() || !f.board.HasGrid() {
		return nil
	}
	e := &ending{finder: f, machine: m, joint: joint}
	end := m.Next(before, joint, nil)
	var over bool
	if over, e.goals = e.result(end); !over || !decisive(e.goals) || m.Err() != nil {
		return nil
	}
	last := f.game.Facts(end)
	if cells := e.needed(last, nil, e.undecided); cells != nil {
		return cells
	}
	facts := f.game.Facts(before)
	changed := map[string]bool{}
	var came []string
	for _, c := range f.board.Changes(facts, last) {
		changed[c.Cell] = true
		if len(c.Gained) > 0 {
			came = append(came, c.Cell)
		}
	}
	if cells := e.needed(facts, changed, e.differs); cells != nil {
		return append(came, cells...)
	}
	return nil
}

// An ending is the last step of a play.
type ending struct {
	finder  *Finder
	machine game.Machine
	joint   []game.Move
	goals   []int
}

// needed returns the cells of pieces without which a position is different, except for some
// cells.
func (e *ending) needed(facts []string, except map[string]bool, different func(game.State) bool) []string {
	var cells []string
	left := maxReasons
	for i, fact := range facts {
		cell, without, ok := e.finder.board.Without(fact)
		if !ok || except[cell] || slices.Contains(cells, cell) {
			continue
		}
		if left--; left < 0 || e.machine.Err() != nil {
			return nil
		}
		fewer := slices.Delete(slices.Clone(facts), i, i+1)
		if without != "" {
			fewer = append(fewer, without)
		}
		if state, err := e.finder.game.ParseState(fewer); err == nil && different(state) {
			cells = append(cells, cell)
		}
	}
	if len(cells) > mostCells {
		return nil // the end is decided by counting
	}
	return cells
}

// undecided reports whether a state has another result than the end of the play.
func (e *ending) undecided(state game.State) bool {
	over, goals := e.result(state)
	return e.machine.Err() == nil && (!over || !slices.Equal(goals, e.goals))
}

// differs reports whether the joint move is legal in another state and leads to another
// result.
func (e *ending) differs(state game.State) bool {
	if e.machine.Terminal(state) {
		return false
	}
	for r, m := range e.joint {
		if !slices.Contains(e.machine.Legal(state, game.Role(r), nil), m) {
			return false
		}
	}
	return e.undecided(e.machine.Next(state, e.joint, nil))
}

// result returns whether a state is terminal, and the goal values of the roles.
func (e *ending) result(state game.State) (over bool, goals []int) {
	for r := range e.joint {
		goals = append(goals, e.machine.Goals(state, game.Role(r), nil)...)
	}
	return e.machine.Terminal(state), goals
}

func decisive(goals []int) bool {
	return slices.ContainsFunc(goals, func(g int) bool { return g != goals[0] })
}
