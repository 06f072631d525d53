package rbgplay

import (
	"context"
	"fmt"
	"math"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/rbg"
)

// An Action is one modifier of a move: where it acted, and its index in the
// rules.
type Action struct {
	Cell, Index int32
}

// A Position is a state of a play: what lies on the cells, the values of the
// variables, the current cell, and the switch that was passed last, which says
// who is to move and where in the rules the play stands. Switch is 0 at the
// beginning.
type Position struct {
	Pieces []uint16 // by cell
	Values []int32  // by variable
	Cell   int32
	Switch int32
}

// Reset makes p the declared beginning of a play, before the keeper has moved.
func (p *Position) Reset(g *rbg.Game) {
	p.Pieces, p.Values = p.Pieces[:0], p.Values[:0]
	for i := range g.Board.Cells {
		p.Pieces = append(p.Pieces, uint16(g.Board.Cells[i].Piece))
	}
	for range g.Variables {
		p.Values = append(p.Values, 0)
	}
	p.Cell, p.Switch = 0, 0
}

// Moves is a list of moves in flat memory.
type Moves struct {
	Actions []Action
	Ends    []int32 // where in Actions each move ends
	Memory  budget.Memory
}

// actionSize and endSize are the sizes of the elements of a list, in bytes.
const (
	actionSize = 8
	endSize    = 4
	textSize   = 4 // of an action in the text of a move, roughly
)

// Full returns an error if the list takes more than its memory, of which half is
// for the copy that is made when it grows. Callers that add to a list must check it.
func (m *Moves) Full() error {
	if limit := m.Memory.Moves(); 2*m.bytes() > budget.Alive(limit) || len(m.Actions) > math.MaxInt32 {
		return TooManyMoves(m.Memory)
	}
	return nil
}

// TooManyMoves returns the error about a position whose moves take more than their
// memory.
func TooManyMoves(m budget.Memory) error {
	err := &budget.MemoryError{Doing: "listing the moves of a position", Limit: m.Moves()}
	return fmt.Errorf("%w; \"ludex check\" warns of moves that never end", err)
}

// checkTextMemory returns an error if the texts of all moves would exceed the memory for
// the moves of a position.
func (m *Moves) checkTextMemory() error {
	perMove, perAction := entrySize+listingSize, 2*actionSize+textSize
	limit := m.Memory.Moves()
	if m.bytes()+int64(perMove*len(m.Ends)+perAction*len(m.Actions)) > budget.Alive(limit) {
		return &budget.MemoryError{Doing: fmt.Sprintf("telling the %d moves of a position apart", m.Len()), Limit: limit}
	}
	return nil
}

func (m *Moves) bytes() int64 { return int64(actionSize*len(m.Actions) + endSize*len(m.Ends)) }

// Len returns the number of moves.
func (m *Moves) Len() int { return len(m.Ends) }

// At returns a move. The slice is part of the list's memory.
func (m *Moves) At(i int) []Action {
	start := int32(0)
	if i > 0 {
		start = m.Ends[i-1]
	}
	return m.Actions[start:m.Ends[i]]
}

// Add appends a copy of a move.
func (m *Moves) Add(move []Action) {
	m.Actions = append(m.Actions, move...)
	m.Ends = append(m.Ends, int32(len(m.Actions)))
}

// Clear empties the list and keeps its memory.
func (m *Moves) Clear() { m.Actions, m.Ends = m.Actions[:0], m.Ends[:0] }

// A Reasoner computes with the rules of one game. It belongs to one goroutine. The
// positions given to it are after a switch to a player, or have a keeper without a
// move, which ends a play.
type Reasoner interface {
	// Start makes p the initial position: the declared one, after the first moves
	// of the keeper.
	Start(p *Position) error
	// Moves appends the legal moves of the player to move, each distinct
	// sequence of actions once, in any order. It fails if the list is full.
	Moves(p *Position, dst *Moves) error
	// HasMove reports whether there is a legal move.
	HasMove(p *Position) (bool, error)
	// Apply makes a legal move and the keeper's moves after it.
	Apply(p *Position, move []Action) error
	// Bind makes later computations fail soon after the context ends.
	Bind(ctx context.Context)
}

// A StateReasoner computes with the words of states, which saves unpacking them to
// positions and packing them again. It is a capability that a Reasoner may have.
type StateReasoner interface {
	// MovesOf does what Moves does.
	MovesOf(s game.State, dst *Moves) error
	// HasMoveIn does what HasMove does.
	HasMoveIn(s game.State) (bool, error)
	// Step does what Apply does, and returns the state after the move in dst's memory.
	Step(s game.State, move []Action, dst game.State) (game.State, error)
}
