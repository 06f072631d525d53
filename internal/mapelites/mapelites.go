// Package mapelites holds the archive of MAP-Elites (J.-B. Mouret and J. Clune, Illuminating
// search spaces by mapping elites, 2015): a grid over two measures that keeps the best
// solution that was found for each of its cells.
package mapelites

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// A Cell is a cell of the grid, by column and row.
type Cell struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// An Archive holds at most one elite a cell. The zero value has no cells; see [New].
type Archive[T any] struct {
	size   int
	elites map[Cell]elite[T]
}

type elite[T any] struct {
	value   T
	quality float64
}

// New returns an empty archive with a number of columns and as many rows.
func New[T any](size int) *Archive[T] {
	return &Archive[T]{size: max(size, 1), elites: map[Cell]elite[T]{}}
}

// Size returns the number of columns, which is that of the rows.
func (a *Archive[T]) Size() int { return a.size }

// Len returns the number of cells with an elite.
func (a *Archive[T]) Len() int { return len(a.elites) }

// CellOf returns the cell of two measures from 0 to 1.
func (a *Archive[T]) CellOf(x, y float64) Cell { return Cell{a.index(x), a.index(y)} }

func (a *Archive[T]) index(x float64) int { return min(max(int(x*float64(a.size)), 0), a.size-1) }

// Add puts a solution in its cell if it is better than the one there, and reports whether it
// was. Of equally good ones the first stays.
func (a *Archive[T]) Add(c Cell, value T, quality float64) bool {
	if old, ok := a.elites[c]; ok && old.quality >= quality {
		return false
	}
	a.elites[c] = elite[T]{value, quality}
	return true
}

// At returns the elite of a cell with its quality.
func (a *Archive[T]) At(c Cell) (value T, quality float64, ok bool) {
	e, ok := a.elites[c]
	return e.value, e.quality, ok
}

// Cells returns the cells that have an elite, row by row.
func (a *Archive[T]) Cells() []Cell {
	return slices.SortedFunc(maps.Keys(a.elites), func(c, d Cell) int { return cmp.Or(cmp.Compare(c.Y, d.Y), cmp.Compare(c.X, d.X)) })
}

// All returns the cells and their elites, row by row.
func (a *Archive[T]) All() iter.Seq2[Cell, T] {
	return func(yield func(Cell, T) bool) {
		for _, c := range a.Cells() {
			if !yield(c, a.elites[c].value) {
				return
			}
		}
	}
}
