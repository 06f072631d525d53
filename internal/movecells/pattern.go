package movecells

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/board"
)

// A patternKey identifies moves that are alike in a game with hidden information.
type patternKey struct {
	role  game.Role
	shape string
}

// A tally counts how often cells of moves of one shape had which part.
type tally struct {
	moves int
	parts [][3]int // by cell and part
	// templates counts how the words of moves whose cells are unknown name a cell.
	templates map[template]int
}

// add counts the parts of a move.
func (t *tally) add(parts []board.Part) {
	t.moves++
	for len(t.parts) < len(parts) {
		t.parts = append(t.parts, [3]int{})
	}
	for i, p := range parts {
		t.parts[i][p]++
	}
}

// apply gives the cells of a move the parts that they mostly have.
func (t *tally) apply(m *board.MoveCells) {
	if t == nil || t.moves == 0 || len(t.parts) != len(m.Cells) || m.Any {
		return
	}
	m.Parts = slices.Clone(m.Parts)
	for i, counts := range t.parts {
		best := board.Effect
		for _, p := range []board.Part{board.Source, board.Target} {
			if counts[p] > counts[best] {
				best = p
			}
		}
		m.Parts[i] = best
	}
}

// always are the cells that nearly all moves have changed, for a move that means any of
// several cells. It is nil if there are none.
func (t *tally) always(cells []string) []string {
	if t == nil || len(t.parts) != len(cells) {
		return nil
	}
	var list []string
	for i, counts := range t.parts {
		if 10*counts[board.Target] >= 9*t.moves {
			list = append(list, cells[i])
		}
	}
	return list
}

// typical returns the cells of a move as moves like it usually have them.
func (f *Finder) typical(r game.Role, text string) board.MoveCells {
	m := f.board.MoveCells(text, nil)
	t := f.patterns[patternKey{r, f.board.Shape(text)}]
	switch {
	case len(m.Cells) == 0:
		if cell := t.named(text); f.cells[cell] {
			m.Cells, m.Parts = []string{cell}, []board.Part{board.Target}
		}
		return m
	case !m.Any:
		t.apply(&m)
		return m
	}
	if cells := t.always(m.Cells); cells != nil {
		m.Cells, m.Parts = cells, slices.Repeat([]board.Part{board.Target}, len(cells))
	}
	return m
}

// Limits of the random plays.
const (
	samplePlays = 6
	sampleSteps = 40
	sampleMoves = 20_000 // legal moves that are listed
)

// sample plays at random, always in the same way, and counts what moves do.
func (f *Finder) sample(ctx context.Context) {
	f.patterns, f.cells = map[patternKey]*tally{}, map[string]bool{}
	for _, c := range f.board.Cells() {
		f.cells[c.ID] = true
	}
	m := f.game.NewMachine()
	m.Bind(ctx)
	rand := game.NewRand(1)
	left := sampleMoves
	for range samplePlays {
		state := m.Initial(nil)
		for range sampleSteps {
			if over := m.Terminal(state); over || left < 0 || m.Err() != nil {
				break
			}
			legal := make([][]game.Move, len(f.game.Roles()))
			if game.LegalMoves(f.game, m, state, legal) != nil {
				break // rules without moves are reported when they are played
			}
			joint := make([]game.Move, len(legal))
			for r, list := range legal {
				left -= len(list)
				joint[r] = list[rand.Choose(len(list))]
			}
			next := m.Next(state, joint, nil)
			if m.Err() != nil {
				break
			}
			f.learn(legal, joint, f.board.Changes(f.game.Facts(state), f.game.Facts(next)))
			state = next
		}
	}
}

// learn counts what the moves of the roles that had a choice did.
func (f *Finder) learn(legal [][]game.Move, joint []game.Move, changes []board.Change) {
	for r, list := range legal {
		text := f.game.MoveText(game.Role(r), joint[r])
		m := f.board.MoveCells(text, changes)
		if len(list) < 2 || len(changes) == 0 {
			continue
		}
		k := patternKey{game.Role(r), f.board.Shape(text)}
		if f.patterns[k] == nil {
			f.patterns[k] = new(tally)
		}
		if len(f.board.Target(text)) == 0 {
			f.patterns[k].addTemplates(text, changes)
			continue
		}
		if m.Any {
			for i, c := range m.Cells {
				if !slices.ContainsFunc(changes, func(d board.Change) bool { return d.Cell == c }) {
					m.Parts[i] = board.Effect
				}
			}
		}
		f.patterns[k].add(m.Parts)
	}
}
