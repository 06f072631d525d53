package rbgplay

import (
	"context"
	"iter"

	"ludex/rbg"
)

// maxLabels bounds the labels of a board whose symmetries are looked for: all of their
// permutations are tried, with those that fail early cut off.
const maxLabels = 12

// automorphisms returns the permutations of cells that map edges to edges, where all edges
// with one label are mapped to edges with one label. A permutation may come several times.
func automorphisms(ctx context.Context, b *rbg.Board) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		if len(b.Labels) == 0 || len(b.Labels) > maxLabels {
			return
		}
		s := automorphismSearch{ctx: ctx, board: b, yield: yield, to: make([]int32, len(b.Labels)), used: make([]bool, len(b.Labels))}
		for start := range b.Cells {
			if !s.label(0, int32(start)) {
				return
			}
		}
	}
}

// An automorphismSearch tries permutations of labels, with a cell as the image of the first one. On a
// board whose cells are connected these determine the image of every cell.
type automorphismSearch struct {
	ctx   context.Context
	board *rbg.Board
	yield func([]int32) bool
	to    []int32 // by label
	used  []bool
}

// label tries all images of the labels from one on. It returns false to stop.
func (s *automorphismSearch) label(l int, start int32) bool {
	if s.ctx.Err() != nil {
		return false
	}
	if l == len(s.to) {
		cells, ok := s.follow(start, l)
		return !ok || s.yield(cells)
	}
	for to := range s.used {
		if s.used[to] {
			continue
		}
		s.used[to], s.to[l] = true, int32(to)
		more := true
		if _, ok := s.follow(start, l+1); ok {
			more = s.label(l+1, start)
		}
		s.used[to] = false
		if !more {
			return false
		}
	}
	return true
}

// follow maps the cells that the first labels lead to. It returns false if the edges with
// these labels are not mapped to edges, or if all labels leave out a cell.
func (s *automorphismSearch) follow(start int32, labels int) ([]int32, bool) {
	cells := make([]int32, len(s.board.Cells))
	taken := make([]bool, len(cells))
	for i := range cells {
		cells[i] = rbg.NoCell
	}
	cells[0], taken[start] = start, true
	queue := []int32{0}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for l := range labels {
			a, b := s.board.Edges[l][c], s.board.Edges[s.to[l]][cells[c]]
			switch {
			case (a == rbg.NoCell) != (b == rbg.NoCell):
				return nil, false
			case a == rbg.NoCell || cells[a] == b:
			case cells[a] != rbg.NoCell || taken[b]:
				return nil, false
			default:
				cells[a], taken[b] = b, true
				queue = append(queue, a)
			}
		}
	}
	return cells, labels < len(s.to) || isPermutation(cells)
}

// isPermutation reports whether every number occurs once.
func isPermutation(p []int32) bool {
	seen := make([]bool, len(p))
	for _, to := range p {
		if to < 0 || seen[to] {
			return false
		}
		seen[to] = true
	}
	return true
}
