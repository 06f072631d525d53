package rbgdraw

import (
	"cmp"
	"math"
	"slices"
)

// closestPair returns the smallest distance between cells of a group. Neighbours
// by height or by column give a bound that is exact on regular boards; then only
// cells within this bound are compared.
func closestPair(at []point, group []int) float64 {
	closest := math.Inf(1)
	sorted := slices.Clone(group)
	for _, compare := range []func(a, b point) int{byHeight, byColumn} {
		slices.SortFunc(sorted, func(a, b int) int { return compare(at[a], at[b]) })
		for i := 1; i < len(sorted); i++ {
			closest = min(closest, at[sorted[i]].minus(at[sorted[i-1]]).length())
		}
	}
	if closest == 0 || math.IsInf(closest, 1) {
		return closest
	}
	return closestWithin(at, group, closest)
}

func byHeight(a, b point) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) }

func byColumn(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) }

// closestWithin returns the smallest distance if it is at most a bound.
func closestWithin(at []point, group []int, bound float64) float64 {
	tiles := map[[3]int][]int{}
	left := 1 << 22 // limits the pairs to compare
	closest := bound
	for _, c := range group {
		p := at[c].times(1 / bound)
		for dx := -1.0; dx <= 1; dx++ {
			for dy := -1.0; dy <= 1; dy++ {
				for _, d := range tiles[tileOf(0, p.plus(point{dx, dy}))] {
					if left--; left < 0 {
						return closest
					}
					closest = min(closest, at[c].minus(at[d]).length())
				}
			}
		}
		key := tileOf(0, p)
		tiles[key] = append(tiles[key], c)
	}
	return closest
}
