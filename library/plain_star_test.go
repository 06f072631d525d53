package library_test

import "strings"

// star is the board of Chinese checkers: a star cut out of a hexagon with nine cells a
// side. Each cell knows to which of the six points it belongs, from above clockwise, or
// that it is in the middle.
var star, starPoint = func() (*grid, []int) {
	full, _ := hexGrid(9, 10, 11, 12, 13, 14, 15, 16, 17, 16, 15, 14, 13, 12, 11, 10, 9)
	g := &grid{ways: make([][]int, 6)}
	var point []int
	number := map[int]int{-1: -1}
	i := 0
	for r := -8; r <= 8; r++ {
		for q := max(-8, -8-r); q <= min(8, 8-r); q++ {
			s := -q - r
			number[i] = -1
			if max(q, r, s) <= 4 || min(q, r, s) >= -4 {
				number[i] = len(g.names)
				g.names = append(g.names, full.names[i])
				p := 6
				for k, far := range []bool{r < -4, q > 4, s < -4, r > 4, q < -4, s > 4} {
					if far {
						p = k
					}
				}
				point = append(point, p)
			}
			i++
		}
	}
	for w := range 6 {
		g.ways[w] = make([]int, len(g.names))
		for c, way := range full.ways[w] {
			if number[c] >= 0 {
				g.ways[w][number[c]] = number[way]
			}
		}
	}
	return g, point
}()

// pegsOn returns the first position with a player at each of the given points.
func pegsOn(points ...int) position {
	cells := []byte(strings.Repeat(".", len(star.names)))
	for player, p := range points {
		for c := range cells {
			if starPoint[c] == p {
				cells[c] = byte('a' + player)
			}
		}
	}
	return position{cells: string(cells), points: make([]int, len(points))}
}

// chineseCheckers is the game of players who start at points.
func chineseCheckers(limit int, points ...int) modelled {
	home := func(cells string, player int) (n int) {
		for c := range cells {
			if cells[c] == byte('a'+player) && starPoint[c] == (points[player]+3)%6 {
				n++
			}
		}
		return n
	}
	next := func(p position) map[string]position {
		list := map[string]position{}
		add := func(from, to int) {
			q := position{mover: (p.mover + 1) % len(points), turns: p.turns + 1, points: make([]int, len(points))}
			q.cells = put(put(p.cells, from, '.'), to, p.cells[from])
			if q.turns == limit*len(points) || home(q.cells, p.mover) == 10 {
				var scores []int
				for player := range points {
					scores = append(scores, 10*home(q.cells, player))
				}
				q = q.ended(scores...)
			}
			text := star.names[from]
			if to != from {
				text += star.names[to]
			}
			list[text] = q
		}
		for c := range p.cells {
			if p.cells[c] != byte('a'+p.mover) {
				continue
			}
			for _, way := range star.ways {
				if to := way[c]; to >= 0 && p.cells[to] == '.' {
					add(c, to)
				}
			}
			for to := range jumpsOver(put(p.cells, c, '.'), c) {
				add(c, to)
			}
		}
		return list
	}
	return modelled{map[int]string{2: "chinesecheckers", 3: "chinesecheckers-three", 6: "chinesecheckers-six"}[len(points)], pegsOn(points...), next, 1}
}

// jumpsOver returns the holes that a chain of one jump or more reaches.
func jumpsOver(cells string, from int) map[int]bool {
	seen, todo := map[int]bool{}, []int{from}
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		for _, way := range star.ways {
			over := way[c]
			if over < 0 || cells[over] == '.' || way[over] < 0 || cells[way[over]] != '.' || seen[way[over]] {
				continue
			}
			seen[way[over]] = true
			todo = append(todo, way[over])
		}
	}
	return seen
}

var starModels = []modelled{chineseCheckers(100, 0, 3), chineseCheckers(80, 0, 2, 4), chineseCheckers(60, 0, 1, 2, 3, 4, 5)}
