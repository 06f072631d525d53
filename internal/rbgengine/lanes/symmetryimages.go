package lanes

import (
	"encoding/binary"
	"slices"
	"strings"

	"ludex/internal/rbgengine/rbgplay"
)

// imageBits returns the images of bits, or false if one has none.
func (p *symmetryProver) imageBits(y rbgplay.BoardSymmetry) ([]int, bool) {
	out := make([]int, p.live)
	for i := range out {
		name := p.bits[i].name()
		switch name.kind {
		case bitSlot:
			if int(name.slot) < p.cells {
				name.slot = y.Cells[name.slot]
			}
		case bitAt:
			if !y.Keeps {
				name.n = y.Cells[name.n]
			}
		case bitPhase, bitSwitch, bitOver:
		default:
			return nil, false
		}
		to, ok := p.bitOf[name]
		if !ok {
			return nil, false
		}
		out[i] = to
	}
	return out, true
}

// imageMoves returns the images of moves, or false if they do not correspond one to one. It
// guesses: the image of a move does the same on the images of the cells, if possible in the same
// order. The order is another one if a move takes two cells from left to right, and its image from
// right to left.
func (p *symmetryProver) imageMoves(y rbgplay.BoardSymmetry) ([]int32, bool) {
	out := slices.Repeat([]int32{-1}, len(p.moves))
	used := make([]bool, len(p.moves))
	missing := len(p.moves)
	for _, signature := range []func(*move, []int32) string{p.sequence, p.set} {
		free := map[string][]int32{}
		for m := range p.moves {
			if !used[m] {
				key := signature(p.moves[m], nil)
				free[key] = append(free[key], int32(m))
			}
		}
		for m, to := range out {
			if to >= 0 {
				continue
			}
			key := signature(p.moves[m], y.Cells)
			if list := free[key]; len(list) > 0 {
				out[m], used[list[0]] = list[0], true
				free[key] = list[1:]
				missing--
			}
		}
	}
	return out, missing == 0
}

// sequence returns what a move does, one after the other, with its cells replaced by their
// images, if there are any.
func (p *symmetryProver) sequence(m *move, cells []int32) string {
	return string(byte(m.role)) + strings.Join(p.effects(m, cells), "")
}

// set returns what a move does in any order. Where it ends is left to the proof.
func (p *symmetryProver) set(m *move, cells []int32) string {
	list := p.effects(m, cells)
	list = list[:len(list)-1]
	slices.Sort(list)
	return string(byte(m.role)) + strings.Join(list, "")
}

// effects returns what the actions of a move do.
func (p *symmetryProver) effects(m *move, cells []int32) []string {
	list := make([]string, len(m.actions))
	for i, a := range m.actions {
		e, cell := p.rules.Modifiers[a.Index-1], a.Cell
		if cell != here && cells != nil {
			cell = cells[cell]
		}
		var key []byte
		for _, n := range []int32{cell, int32(e.Kind), int32(e.Piece), int32(e.Variable), int32(e.Player)} {
			key = binary.LittleEndian.AppendUint32(key, uint32(n))
		}
		list[i] = string(key)
	}
	return list
}
