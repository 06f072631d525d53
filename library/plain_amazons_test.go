package library_test

import "testing"

// plainAmazons is the Game of the Amazons; arrows are x.
type plainAmazons struct {
	field
	mover int
}

func (g plainAmazons) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	amazon := "WB"[g.mover]
	for _, from := range g.find(amazon) {
		lifted := g.with('.', from)
		for _, to := range lifted.rays(from) {
			moved := lifted.with(amazon, to)
			for _, arrow := range moved.rays(to) {
				list[from.String()+to.String()+arrow.String()] = func() plainGame {
					return plainAmazons{moved.with('x', arrow), 1 - g.mover}
				}
			}
		}
	}
	return list
}

// rays returns the empty squares in straight lines from a square.
func (f field) rays(from square) []square {
	var list []square
	for _, d := range allWays {
		for s := from.plus(d); f.at(s) == '.'; s = s.plus(d) {
			list = append(list, s)
		}
	}
	return list
}

func (g plainAmazons) scores() []int { return result(1 - g.mover) }

func TestAmazons(t *testing.T) {
	lockstep(t, openGame(t, "amazons"), plainAmazons{field: fieldOf(
		"...B..B...",
		"..........",
		"..........",
		"B........B",
		"..........",
		"..........",
		"W........W",
		"..........",
		"..........",
		"...W..W...",
	)}, few(1))
}
