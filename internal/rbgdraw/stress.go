package rbgdraw

import (
	"math"
	"slices"
)

const (
	maxStress    = 600 // cells for which all distances are compared
	stressRounds = 150
)

// stress lays out any graph such that distances in the plane approximate distances
// along the edges (stress majorization). It begins with distances from four far
// cells and moves each cell in turn to where the others want it, near ones more
// than far ones.
func stress(g *graph) *layout {
	if g.cells > maxStress {
		return nil
	}
	l := &layout{at: make([]point, g.cells), groups: slices.Collect(g.connected())}
	for _, group := range l.groups {
		distances := make([][]int, len(group))
		for i, c := range group {
			distances[i] = g.distances(c, group)
		}
		for i, p := range settle(distances) {
			l.at[group[i]] = p
		}
	}
	if !l.spread() {
		return nil
	}
	return l
}

// distances returns how many edges lead from a cell to each of a group.
func (g *graph) distances(cell int, group []int) []int {
	steps := slices.Repeat([]int{none}, g.cells)
	steps[cell] = 0
	list := []int{cell}
	for i := 0; i < len(list); i++ {
		for _, to := range g.near[list[i]] {
			if steps[to] == none {
				steps[to] = steps[list[i]] + 1
				list = append(list, int(to))
			}
		}
	}
	row := make([]int, len(group))
	for i, c := range group {
		row[i] = steps[c]
	}
	return row
}

// settle returns points whose distances are close to those given.
func settle(distances [][]int) []point {
	at := landmarks(distances)
	for range stressRounds {
		for i, row := range distances {
			var sum point
			weights := 0.0
			for j, d := range row {
				if i == j {
					continue
				}
				away := at[i].minus(at[j])
				length := max(away.length(), 1e-9)
				w := 1 / float64(d*d)
				sum = sum.plus(at[j].plus(away.times(float64(d) / length)).times(w))
				weights += w
			}
			if weights > 0 {
				at[i] = sum.times(1 / weights)
			}
		}
	}
	return at
}

// landmarks returns rough places: across is how much nearer a cell is to one
// end of the graph than to the other, down the same for two ends on its sides.
// Small different offsets keep cells from coinciding.
func landmarks(distances [][]int) []point {
	a := furthest(distances[0])
	b := furthest(distances[a])
	side := make([]int, len(distances))
	for i := range side {
		side[i] = min(distances[a][i], distances[b][i])
	}
	c := furthest(side)
	d := furthest(distances[c])
	at := make([]point, len(distances))
	for i := range at {
		angle := float64(i) * math.Pi * (3 - math.Sqrt(5)) // spreads any number of cells evenly
		at[i] = point{
			float64(distances[a][i]-distances[b][i])/2 + 0.1*math.Cos(angle),
			float64(distances[c][i]-distances[d][i])/2 + 0.1*math.Sin(angle),
		}
	}
	return at
}

// furthest returns the first of the largest entries.
func furthest(row []int) int {
	best := 0
	for i, d := range row {
		if d > row[best] {
			best = i
		}
	}
	return best
}
