package analysis

import (
	"fmt"
	"math/bits"

	"ludex/internal/rbgengine/sets/ir"
)

// A FilterMemo describes a filter worth caching: a pattern that is tested with some
// pieces laid over the board. For every cell it is cached whether it satisfies the
// pattern, and an entry is invalidated when a piece changes on which it depends.
type FilterMemo struct {
	ID         int
	Pattern    int32
	Covers     []ir.Pend
	Dependents []ir.Bits // by bit: the cells whose decisions read it
	Equivalent []uint64  // by piece: the pieces that no decision distinguishes from it
	Groups     bool      // results also depend on groups of connected cells, which record their dependents
}

// maxFilterMemos is how many filters are cached at most: each costs time whenever a
// piece is put.
const maxFilterMemos = 8

// FindFilterMemos returns the filters of a program that are worth caching, by
// [MemoKey].
func FindFilterMemos(p *ir.Program) map[string]*FilterMemo {
	found := map[string]*FilterMemo{}
	for k := range p.Code {
		i := &p.Code[k]
		if i.Op != ir.FilterOver {
			continue
		}
		q, key := &p.Patterns[i.X], MemoKey(i.X, p.Pends[i.D])
		if q.Flip || found[key] != nil {
			continue
		}
		r := newFilterMemo(p, i.X, p.Pends[i.D])
		if r == nil || !r.worthwhile(p) {
			continue
		}
		if r.ID = len(found); r.ID == maxFilterMemos {
			return nil
		}
		found[key] = r
	}
	return found
}

// MemoKey returns the key of a filter.
func MemoKey(pattern int32, pends []ir.Pend) string { return fmt.Sprint(pattern, pends) }

// newFilterMemo finds the cells on which every test depends. It returns nil if they
// cannot be bounded.
func newFilterMemo(p *ir.Program, pattern int32, pends []ir.Pend) *FilterMemo {
	r := &FilterMemo{Pattern: pattern, Covers: pends, Dependents: make([]ir.Bits, p.Words*64), Equivalent: make([]uint64, p.Pieces)}
	for c := range r.Dependents {
		r.Dependents[c] = make(ir.Bits, p.Words)
	}
	for piece := range r.Equivalent {
		r.Equivalent[piece] = 1<<p.Pieces - 1
	}
	switch q := &p.Patterns[pattern]; q.Over {
	case ir.ByDecide:
		for _, b := range p.BitOf {
			r.followDecision(p, &p.Decides[q.Decide], b)
		}
		return r
	case ir.ByWalk:
		for piece := range r.Equivalent {
			r.Equivalent[piece] = 1 << piece
		}
		for _, b := range p.BitOf {
			if !r.followWalk(p, &p.Walks[q.Walk], b) {
				return nil
			}
		}
		return r
	}
	return nil
}

// followWalk explores all paths of a walk from a cell. It returns false if the walk is
// unbounded or depends on more than pieces.
func (r *FilterMemo) followWalk(p *ir.Program, w *ir.Walk, b int32) bool {
	type spot struct {
		state, cell int32
		on          uint64 // one of these pieces lies there
	}
	r.Dependents[b].Set(int(b))
	seen := map[spot]bool{}
	stack := []spot{{0, b, ^uint64(0)}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		s := &w.States[at.state]
		read := func(t int32) { r.Dependents[t].Set(int(b)) }
		switch s.Kind {
		case ir.Accept:
			continue
		case ir.Fork:
			stack = append(stack, spot{s.Else, at.cell, at.on})
		case ir.Follow:
			t := int32(s.Map[at.cell])
			if t < 0 {
				continue
			}
			read(t)
			at.cell, at.on = t, s.Pieces
		case ir.FanOut:
			for _, t := range s.Targets[at.cell] {
				read(int32(t))
				stack = append(stack, spot{s.To, int32(t), s.Pieces})
			}
			continue
		case ir.OnPiece:
			read(at.cell)
			at.on &= s.Pieces
		case ir.InMask:
		case ir.Matches:
			q := &p.Patterns[s.Ref]
			if q.Over != ir.ByReach {
				return false
			}
			r.Groups = true
			reach := &p.Reaches[q.Reach]
			if _, ok := r.covering(p, b, at.cell); !ok && at.on&^reach.Within == 0 {
				break // only the group of the cell is read
			}
			for _, t := range reach.Targets[at.cell] {
				read(int32(t))
			}
		default:
			return false
		}
		stack = append(stack, spot{s.To, at.cell, at.on})
	}
	return true
}

// followDecision explores the decision about one cell.
func (r *FilterMemo) followDecision(p *ir.Program, d *ir.Decide, b int32) {
	seen := map[int32]bool{}
	stack := []int32{d.Start[b]}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k < 0 || seen[k] {
			continue
		}
		seen[k] = true
		next := d.Rows[k+1 : int(k)+1+p.Pieces]
		if piece, ok := r.covering(p, b, d.Rows[k]); ok {
			stack = append(stack, next[piece])
			continue
		}
		r.Dependents[d.Rows[k]].Set(int(b))
		stack = append(stack, next...)
		r.distinguish(next)
	}
}

// covering returns the piece that is laid over a cell while another is tested.
func (r *FilterMemo) covering(p *ir.Program, tested, cell int32) (piece uint8, ok bool) {
	for n := len(r.Covers) - 1; n >= 0; n-- {
		at := tested
		if m := r.Covers[n].Map; m >= 0 {
			at = int32(p.Maps[m][tested])
		}
		if at == cell {
			return r.Covers[n].Piece, true
		}
	}
	return 0, false
}

// distinguish records which pieces a row of a decision tells apart.
func (r *FilterMemo) distinguish(next []int32) {
	for x := range next {
		for y := range next {
			if next[x] != next[y] {
				r.Equivalent[x] &^= 1 << y
			}
		}
	}
}

// worthwhile reports whether few cells depend on each piece.
func (r *FilterMemo) worthwhile(p *ir.Program) bool {
	asked := 0
	for _, cells := range r.Dependents {
		for _, w := range cells {
			asked += bits.OnesCount64(w)
		}
	}
	return p.Pieces <= 64 && 3*asked <= p.Cells*p.Cells
}
