package analysis

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A decision reads one cell after the other, and each read depends on the one before.
// If it is a disjunction, such as "a row in some direction", it can be split into
// parts: each either decides that the pattern holds or leaves it to the next part. The
// processor can overlap parts. Cells are stored as distances from the first cell, so
// that most cells share their parts and the tables are small. Decisions with small
// tables are not split: every part ends with an unpredictable branch.

// A Partition is a decision in independent parts: it holds if one of them does.
type Partition struct {
	Starts [][]int32 // by bit: the first row of each part
	Rows   []int32   // a row is a distance, followed by the next row for every piece
	Most   int       // parts of a cell
}

// maxParts is how many parts a decision has at most: the eight directions of a plane.
const maxParts = 8

// A partitioner makes a partition.
type partitioner struct {
	*Partition
	d             *ir.Decide
	pieces        int
	ids           map[string]int32
	postDominator map[int32]int32 // by row: the row through which all paths to false pass, or sure
	depth         map[int32]int   // the length of the chain of post-dominators
}

// sure stands for the post-dominator of rows from which everything holds.
const sure = -3

func newPartition(p *ir.Program, d *ir.Decide) *Partition {
	v := &partitioner{Partition: &Partition{Starts: make([][]int32, p.Words*64)}, d: d, pieces: p.Pieces, ids: map[string]int32{}}
	for _, b := range p.BitOf {
		v.postDominator, v.depth = map[int32]int32{}, map[int32]int{ir.False: 0}
		cuts := v.cutPoints(d.Start[b])
		for k, from := range cuts {
			to := int32(ir.False)
			if k+1 < len(cuts) {
				to = cuts[k+1]
			}
			v.Starts[b] = append(v.Starts[b], v.row(from, to, b, map[int32]int32{}))
		}
		v.Most = max(v.Most, len(v.Starts[b]))
	}
	return v.Partition
}

// cutPoints returns the first row of each part: the chain of post-dominators.
func (v *partitioner) cutPoints(start int32) []int32 {
	var all []int32
	for k := start; k != ir.False; k = v.postDominator[k] {
		all = append(all, k)
		if k == ir.True || v.immediatePostDominator(k) == sure {
			break
		}
	}
	if n := (len(all) + maxParts - 1) / maxParts; n > 1 {
		var some []int32
		for k := 0; k < len(all); k += n {
			some = append(some, all[k])
		}
		return some
	}
	return all
}

// next returns the successors of a row, by piece.
func (v *partitioner) next(row int32) []int32 { return v.d.Rows[row+1 : int(row)+1+v.pieces] }

// immediatePostDominator returns the first row through which every path goes that does
// not end in true.
func (v *partitioner) immediatePostDominator(row int32) int32 {
	if to, ok := v.postDominator[row]; ok {
		return to
	}
	to := int32(sure)
	for _, k := range v.next(row) {
		if k == ir.True || k != ir.False && v.immediatePostDominator(k) == sure {
			continue
		}
		to = v.commonPostDominator(to, k)
	}
	v.postDominator[row] = to
	if to != sure {
		v.depth[row] = v.depth[to] + 1
	}
	return to
}

// commonPostDominator returns the first post-dominator that two rows have in common.
func (v *partitioner) commonPostDominator(a, b int32) int32 {
	if a == sure {
		return b
	}
	for a != b {
		if v.depth[a] > v.depth[b] {
			a = v.postDominator[a]
		} else {
			b = v.postDominator[b]
		}
	}
	return a
}

// row returns the number of a row of the part that ends at another. Equal rows are
// shared.
func (v *partitioner) row(k, end, bit int32, known map[int32]int32) int32 {
	switch {
	case k == end:
		return ir.False
	case k < 0:
		return k
	}
	if id, ok := known[k]; ok {
		return id
	}
	list := []int32{v.d.Rows[k] - bit}
	for _, n := range v.next(k) {
		list = append(list, v.row(n, end, bit, known))
	}
	key := fmt.Sprint(list)
	id, ok := v.ids[key]
	if !ok {
		id = int32(len(v.Rows))
		v.ids[key] = id
		v.Rows = append(v.Rows, list...)
	}
	known[k] = id
	return id
}

// nearCache is the assumed size of the first-level data cache in bytes.
const nearCache = 32 << 10

// PartitionOf returns a decision in parts, or nil if its table fits the cache as it
// is.
func (e *Forms) PartitionOf(id int32) *Partition {
	q, ok := e.partitions[id]
	if !ok {
		if d := &e.P.Decides[id]; 4*len(d.Rows) > nearCache {
			q = newPartition(e.P, d)
		}
		e.partitions[id] = q
	}
	return q
}
