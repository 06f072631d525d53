package rbgdraw

import "math"

// bend marks lines that pass over a cell other than their ends: a straight line
// would seem to end there.
func (l *layout) bend() {
	tiles := map[[3]int][]int32{} // the cells of each group by place
	group := make([]int, len(l.at))
	for i, cells := range l.groups {
		for _, c := range cells {
			group[c] = i
			key := tileOf(i, l.at[c])
			tiles[key] = append(tiles[key], int32(c))
		}
	}
	left := 1 << 22 // limits the places to check
	for i := range l.lines {
		e := &l.lines[i]
		way := l.at[e.to].minus(l.at[e.from])
		steps := int(2 * way.length())
		if steps < 3 || left < steps { // cells are at least 1 apart
			continue
		}
		left -= steps
		for step := 1; step < steps && !e.bent; step++ {
			p := l.at[e.from].plus(way.times(float64(step) / float64(steps)))
			e.bent = l.blocked(tiles, group[e.from], p, e)
		}
	}
}

func tileOf(group int, p point) [3]int {
	return [3]int{group, int(math.Floor(p.x)), int(math.Floor(p.y))}
}

// blocked reports whether a cell near a place is on a line.
func (l *layout) blocked(tiles map[[3]int][]int32, group int, p point, e *line) bool {
	for dx := -1.0; dx <= 1; dx++ {
		for dy := -1.0; dy <= 1; dy++ {
			for _, c := range tiles[tileOf(group, p.plus(point{dx, dy}))] {
				if c != e.from && c != e.to && aside(l.at[c], l.at[e.from], l.at[e.to]) < 0.2 {
					return true
				}
			}
		}
	}
	return false
}

// aside returns how far a place is from the line between two others, or infinity
// if it is not beside the line.
func aside(p, from, to point) float64 {
	way, there := to.minus(from), p.minus(from)
	along := (there.x*way.x + there.y*way.y) / way.length()
	if along < 0 || along > way.length() {
		return math.Inf(1)
	}
	return math.Abs(there.x*way.y-there.y*way.x) / way.length()
}
