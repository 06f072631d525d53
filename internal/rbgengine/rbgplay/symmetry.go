package rbgplay

import (
	"context"
	"encoding/binary"
	"slices"

	"ludex/game"
)

var _ game.Symmetric = (*Game)(nil)

const (
	maxSymmetries = 64
	// A symmetry is tested at this many positions of random plays, or fewer if they have more
	// moves altogether.
	testedPositions = 400
	testedMoves     = 40_000
	testedSteps     = 300 // of a play
	leastPlays      = 10
	mostPlays       = 1000 // some games are over at once
)

// Symmetries implements [game.Symmetric]. They are tested, see [Game.testedSymmetries]: for
// learning that is enough, and there are games whose symmetries cannot be proved in time.
func (g *Game) Symmetries(ctx context.Context) []game.Symmetry {
	var found []game.Symmetry
	for _, y := range g.testedSymmetries(ctx) {
		found = append(found, game.Symmetry{Features: g.imageFeatures(y), Roles: g.sameRoles()})
	}
	return found
}

// testedSymmetries returns symmetries that pass a test. Symmetries of the board are
// candidates: they permute cells, and leave pieces, variables and players as they are. A
// candidate is accepted if, at many positions of random plays, the positions after all moves
// and those after the moves of the image are images of each other. So a symmetry that fails
// only in rare positions may be accepted.
func (g *Game) testedSymmetries(ctx context.Context) []BoardSymmetry {
	t := symmetryTest{game: g, reasoner: g.newReasoner()}
	t.reasoner.Bind(ctx)
	if !t.sample() {
		return nil
	}
	var found []BoardSymmetry
	seen := map[string]bool{}
	for cells := range automorphisms(ctx, g.rules.Board) {
		var key []byte
		for _, c := range cells {
			key = binary.LittleEndian.AppendUint32(key, uint32(c))
		}
		if isIdentity(cells) || seen[string(key)] {
			continue
		}
		seen[string(key)] = true
		// The current cell often means nothing, and is always the same.
		for _, keeps := range []bool{true, false} {
			if y := (BoardSymmetry{cells, keeps}); t.meets(y) && t.passes(y) {
				found = append(found, y)
				break
			}
		}
		if ctx.Err() != nil || len(found) == maxSymmetries {
			break
		}
	}
	return found
}

// A BoardSymmetry maps positions to positions: it moves the pieces to other cells.
type BoardSymmetry struct {
	Cells []int32 // by cell: its image
	Keeps bool    // the current cell stays the same
}

func isIdentity(cells []int32) bool {
	for c, to := range cells {
		if int32(c) != to {
			return false
		}
	}
	return true
}

// apply makes to the image of a position.
func (m BoardSymmetry) apply(from, to *Position) {
	to.Copy(from)
	for c, image := range m.Cells {
		to.Pieces[image] = from.Pieces[c]
	}
	if !m.Keeps {
		to.Cell = m.Cells[from.Cell]
	}
}

// A symmetryTest tests symmetries at positions of random plays.
type symmetryTest struct {
	game      *Game
	reasoner  Reasoner
	positions []Position
	seen      []bool // by cell and piece: in a play
	moves     Moves
	next      Position
	image     Position
	key       []byte
}

// sample plays at random and collects positions. It returns false if that fails.
func (t *symmetryTest) sample() bool {
	rand := game.NewRand(1)
	kinds := len(t.game.rules.Pieces)
	t.seen = make([]bool, len(t.game.rules.Board.Cells)*kinds)
	total := 0
	for play := 0; play < leastPlays || play < mostPlays && len(t.positions) < testedPositions && total < testedMoves; play++ {
		var p Position
		if t.reasoner.Start(&p) != nil {
			return false
		}
		for range testedSteps {
			t.moves.Clear()
			t.moves.Memory = t.game.memory
			if t.game.rules.Mover(int(p.Switch)) >= 0 {
				if t.reasoner.Moves(&p, &t.moves) != nil {
					return false
				}
			}
			if t.moves.Len() == 0 {
				break
			}
			for c, piece := range p.Pieces {
				t.seen[c*kinds+int(piece)] = true
			}
			// Plays have many positions that are much alike.
			if total < testedMoves && rand.Choose(4) == 0 {
				var kept Position
				kept.Copy(&p)
				t.positions = append(t.positions, kept)
				total += 4 * t.moves.Len()
			}
			if t.reasoner.Apply(&p, t.moves.At(rand.Choose(t.moves.Len()))) != nil {
				return false
			}
		}
	}
	return len(t.positions) > 0
}

// meets reports whether the images of the positions look like positions of plays: what lies
// on a cell in one of them mostly also lies there in a play. In draughts, a reflection may map the
// dark cells, which are used, to light cells, which are not. That is of no use to players.
func (t *symmetryTest) meets(m BoardSymmetry) bool {
	kinds := len(t.game.rules.Pieces)
	all, met := 0, 0
	for at, is := range t.seen {
		if is {
			all++
			if t.seen[int(m.Cells[at/kinds])*kinds+at%kinds] {
				met++
			}
		}
	}
	return 4*met >= 3*all
}

// passes reports whether a symmetry holds at all positions.
func (t *symmetryTest) passes(m BoardSymmetry) bool {
	var image Position
	for i := range t.positions {
		p := &t.positions[i]
		m.apply(p, &image)
		a, ok := t.successors(p, &m)
		if !ok {
			return false
		}
		b, ok := t.successors(&image, nil)
		if !ok || !slices.Equal(a, b) {
			return false
		}
	}
	return len(t.positions) > 0
}

// successors returns the positions after all moves, or their images, sorted.
func (t *symmetryTest) successors(p *Position, m *BoardSymmetry) ([]string, bool) {
	t.moves.Clear()
	if t.reasoner.Moves(p, &t.moves) != nil {
		return nil, false
	}
	keys := make([]string, 0, t.moves.Len())
	for i := range t.moves.Len() {
		t.next.Copy(p)
		if t.reasoner.Apply(&t.next, t.moves.At(i)) != nil {
			return nil, false
		}
		after := &t.next
		if m != nil {
			m.apply(&t.next, &t.image)
			after = &t.image
		}
		keys = append(keys, t.keyOf(after))
	}
	slices.Sort(keys)
	return slices.Compact(keys), true
}

// keyOf returns a position as a text.
func (t *symmetryTest) keyOf(p *Position) string {
	b := t.key[:0]
	for _, piece := range p.Pieces {
		b = binary.LittleEndian.AppendUint16(b, piece)
	}
	for _, v := range p.Values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Cell))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Switch))
	t.key = b
	return string(b)
}

// imageFeatures returns the images of the features.
func (g *Game) imageFeatures(m BoardSymmetry) []int32 {
	out := make([]int32, g.features.number)
	for f := range out {
		out[f] = int32(f)
	}
	pieces := len(g.rules.Pieces)
	for c, image := range m.Cells {
		for p := range pieces {
			out[c*pieces+p] = image*int32(pieces) + int32(p)
		}
		if !m.Keeps {
			out[g.features.at+int32(c)] = g.features.at + image
		}
	}
	return out
}

// sameRoles returns the identity on roles.
func (g *Game) sameRoles() []game.Role {
	roles := make([]game.Role, len(g.roles))
	for r := range roles {
		roles[r] = game.Role(r)
	}
	return roles
}
