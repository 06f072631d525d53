package w1

import (
	"encoding/binary"
	"math/bits"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
)

// A packing relates the position of a machine to the words of a state.
type packing struct {
	layout   rbgplay.Layout
	runs     []run
	bytes    []byte     // scratch: the board of a state
	words    game.State // the position, if it is packed
	packed   bool
	position rbgplay.Position // scratch
}

// A run is cells whose numbers and bits are consecutive.
type run struct{ cell, bit, size int }

// init finds the runs.
func (k *packing) init(p *ir.Program) {
	k.layout = rbgplay.NewLayout(p.Cells, len(p.Bounds), p.Pieces)
	k.bytes = make([]byte, 8*(k.layout.Words-k.layout.Board))
	for c, b := range p.BitOf {
		if last := len(k.runs) - 1; last >= 0 && k.runs[last].bit+k.runs[last].size == int(b) {
			k.runs[last].size++
		} else {
			k.runs = append(k.runs, run{c, int(b), 1})
		}
	}
}

// LoadState sets the state to the one of some words. It changes what differs from
// the words that were loaded or stored last, unless the position is another one
// since.
func (m *Machine) LoadState(s game.State) error {
	if len(s) != m.layout.Words || !m.passable(rbgplay.Cell(s), rbgplay.Passed(s)) {
		return errNotOfGame
	}
	if !m.packed || m.err != nil {
		m.layout.Unpack(s, &m.position)
		if err := m.Load(&m.position); err != nil {
			return err
		}
		m.words, m.packed = append(m.words[:0], s...), true
		return nil
	}
	if s[0] != m.words[0] {
		m.words[0] = s[0]
		m.cell, m.current = m.prog.BitOf[rbgplay.Cell(s)], rbgplay.Passed(s)
	}
	board := m.layout.Board
	for w, word := range s[1:board] {
		if word != m.words[1+w] {
			m.words[1+w] = word
			for v := 2 * w; v < min(2*w+2, len(m.vars)); v++ {
				m.assign(int32(v), rbgplay.Value(s, v))
			}
		}
	}
	for w, word := range s[board:] {
		if differs := word ^ m.words[board+w]; differs != 0 {
			if err := m.loadWord(8*w, word, differs); err != nil {
				m.packed = false
				return err
			}
			m.words[board+w] = word
		}
	}
	return nil
}

// loadWord puts pieces on the cells of a word, of which the first is given, where
// bits differ.
func (m *Machine) loadWord(first int, word, differs uint64) error {
	for differs != 0 {
		i := bits.TrailingZeros64(differs) / 8
		piece := uint8(word >> (8 * i))
		differs &^= 0xFF << (8 * i)
		if first+i >= m.prog.Cells {
			return errNotOfGame
		}
		if int(piece) >= m.prog.Pieces {
			return noPiece(uint16(piece))
		}
		m.place(m.prog.BitOf[first+i], piece)
	}
	return nil
}

// Step makes a legal move, and all that the keeper does after it, in a state. It
// returns the words of the next state in dst's memory.
func (m *Machine) Step(s game.State, move []rbgplay.Action, dst game.State) (game.State, error) {
	if err := m.LoadState(s); err != nil {
		return dst, err
	}
	m.packed = false
	if err := m.Make(move); err != nil {
		return dst, err
	}
	if err := m.Keep(); err != nil {
		return dst, err
	}
	dst = m.storeState(dst)
	m.words, m.packed = append(m.words[:0], dst...), true
	return dst, nil
}

// storeState returns the words of the state in dst's memory.
func (m *Machine) storeState(dst game.State) game.State {
	dst = m.layout.Head(m.current, m.prog.CellOf[m.cell], m.vars, dst)
	for _, r := range m.runs {
		copy(m.bytes[r.cell:r.cell+r.size], m.pieces[r.bit:])
	}
	for b := m.bytes; len(b) >= 8; b = b[8:] {
		dst = append(dst, binary.LittleEndian.Uint64(b))
	}
	return dst
}
